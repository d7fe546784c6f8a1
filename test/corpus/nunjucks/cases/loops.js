'use strict'

const locals = () => ({
  list: ['<a>', 'b', 'c'],
  pairs: [[1, '<'], [2, 'y']],
  triples: [[1, 2, 3], [4, 5, 6]],
  o: { x: '<x>', y: 2 },
  map: new Map([['k', 'v']]),
  set: new Set([1, 2]),
  none: [],
  nil: null,
  string: 'ab',
  n: 3
})

module.exports = {
  locals,
  cases: {
    'loop as a local': { page: '{{ loop }}{% for x in list %}{{ loop.index }}{% endfor %}{{ loop }}', locals: () => ({ ...locals(), loop: 'l' }) },
    'a global function that looks names up': { page: '{% for x in list %}{{ fn() }}{% endfor %}', locals: () => ({ ...locals(), fn () { return [this.lookup('x'), this.lookup('loop')].join() } }) }
  }
}
