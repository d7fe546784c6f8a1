'use strict'

const { liquid: long } = require('../../long')

module.exports = {
  locals: () => ({
    s: '<"&\'>',
    n: 1.5,
    zero: 0,
    yes: true,
    no: false,
    nil: null,
    empty: '',
    list: ['a', ['b', null, 'c'], 1, { toString: () => 'o' }],
    object: { a: { b: ['x', 'y', { c: 'deep' }] }, 'a-b': 1, size: 7, first: 'f', key: 'a' },
    key: 'a',
    big: 12n,
    date: new Date(0),
    symbol: Object(Symbol.iterator).description,
    fn: () => 'called',
    method: { x: 2, get () { return this.x } },
    long: long('<i>')
  })
}
