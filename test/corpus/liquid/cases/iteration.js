'use strict'

class Bag {
  * [Symbol.iterator] () {
    yield 'x'
    yield 'y'
  }
}

module.exports = {
  locals: () => ({
    list: ['a', 'b', 'c', 'd', 'e', 'f'],
    none: [],
    nil: null,
    s: 'string',
    n: 3,
    object: { k: 'v', l: [1, 2] },
    set: new Set([1, 2]),
    map: new Map([['a', 1]]),
    bag: new Bag(),
    rows: [{ id: 1, tags: ['x', 'y'] }, { id: 2, tags: [] }, { id: 3, tags: ['z'] }],
    limit: 2
  })
}
