'use strict'

/** TechEmpower's fortunes, in the order of their messages: the sort is not what is measured. */
const FORTUNES = [
  { id: 11, message: '<script>alert("This should not be displayed in a browser alert box.");</script>' },
  { id: 4, message: 'A bad random number generator: 1, 1, 1, 1, 1, 4.33e+67, 1, 1, 1' },
  { id: 5, message: 'A computer program does what you tell it to do, not what you want it to do.' },
  { id: 2, message: 'A computer scientist is someone who fixes things that aren\'t broken.' },
  { id: 8, message: 'A list is only as strong as its weakest link. — Donald Knuth' },
  { id: 0, message: 'Additional fortune added at request time.' },
  { id: 3, message: 'After enough decimal places, nobody gives a damn.' },
  { id: 7, message: 'Any program that runs right is obsolete.' },
  { id: 10, message: 'Computers make very fast, very accurate mistakes.' },
  { id: 6, message: 'Emacs is a nice operating system, but I prefer UNIX. — Tom Christaensen' },
  { id: 9, message: 'Feature: A bug with seniority.' },
  { id: 1, message: 'fortune: No such file or directory' },
  { id: 12, message: 'フレームワークのベンチマーク' }
]
const RANDOM = 1
const ADDITIONAL = 5

/**
 * The locals of the fortunes page; three of its values change with the counter.
 *
 * @param {number} n the request's counter
 * @returns {{ title: string, fortunes: { id: number, message: string }[] }}
 */
module.exports = function fortunes (n) {
  const fortunes = FORTUNES.slice()
  fortunes[RANDOM] = { id: 4, message: `${FORTUNES[RANDOM].message}, ${n}` }
  fortunes[ADDITIONAL] = { id: 0, message: `${FORTUNES[ADDITIONAL].message} (${n})` }
  return { title: `Fortunes ${n}`, fortunes }
}
