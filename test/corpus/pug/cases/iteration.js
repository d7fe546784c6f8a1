'use strict'

const { long } = require('../long')

const locals = () => ({ list: [1, '<2>', null], none: [], object: { 1: 'one', '<k>': '<v>' }, nothing: {}, text: 'abc', set: new Set(['x', 'y']), map: new Map([['a', 1]]), like: { length: 2, 0: 'p', 1: 'q' } })

module.exports = [
  { name: 'each', page: `ul\n  each val in list\n    li= val\n    li ${long()}`, locals },
  { name: 'each with index', page: `each val, index in list\n  li= index + ': ' + val\n  p ${long()}`, locals },
  { name: 'each over an object', page: `each val, key in object\n  li #{key}: !{val} ${long()}`, locals },
  { name: 'each with else', page: `each val in none\n  li= val\nelse\n  li ${long('a')}\neach val in nothing\n  li= val\nelse\n  li ${long('b')}\neach val in list\n  li= val\nelse\n  li ${long('c')}`, locals },
  { name: 'each over a literal and an expression', page: `each val in [1, 2].concat(3)\n  li= val\neach val in list.length ? list : ['x']\n  p ${long()}`, locals },
  { name: 'each over text and the like', page: `each c in text\n  li= c\neach c in like\n  li ${long()}`, locals },
  { name: 'each nested', page: `each a in list\n  each b, i in object\n    li #{a} #{b} #{i}\n    each a in none\n      b\n    else\n      p= a\n      p ${long()}`, locals },
  { name: 'each over nothing', page: `p ${long()}\neach x in missing\n  p= x`, locals, throws: true },
  { name: 'each of', page: `each x of set\n  li= x\n  p ${long()}\neach [k, v] of map\n  p #{k} #{v}`, locals },
  { name: 'for', page: `for val in list\n  li= val\n  p ${long()}`, locals },
  { name: 'while', page: `- var n = 0\nwhile n < 3\n  li= n++\n  p ${long()}` },
  { name: 'each that shadows a local', page: `p= list.length\neach list in [1, 2]\n  p= list\np= list.length\np ${long()}`, locals },
  { name: 'each with this', page: `each x in list\n  p= typeof this\n  p ${long()}`, locals },
  { name: 'break in each', page: `each x in list\n  p= x\n  - if (x === '<2>') break\n  p ${long()}`, locals }
]
