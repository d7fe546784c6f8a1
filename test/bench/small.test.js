'use strict'

const { measure, parseOptions } = require('../../bench/small')
const packages = require('../../bench/small/packages')

test('takes packages, another version and a number of rounds', () => {
  expect(parseOptions(['hbs', 'ejs', '--other', '/tmp', '--rounds', '3'])).toEqual({ names: ['hbs', 'ejs'], other: '/tmp', rounds: 3, help: false })
  expect(parseOptions([])).toEqual({ names: Object.keys(packages), rounds: 7, help: false })
  expect(() => parseOptions(['none'])).toThrow(/^The packages are hbs, .*pug; got 'none'$/)
})

test.each(Object.keys(packages))('measures the views of %s, whose pages are the same on both sides', async (name) => {
  const length = { requests: 20, turn: 1 }
  const measured = await measure(name, { rounds: 1, warmUp: length, turn: length })
  expect(Object.keys(measured)).toEqual(packages[name].views)
  const times = { alone: [expect.any(Number)], ours: [expect.any(Number)] }
  for (const kinds of Object.values(measured)) expect(kinds).toEqual({ rendering: times, http: times })
})
