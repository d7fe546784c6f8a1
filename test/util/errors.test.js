'use strict'

const { describeType } = require('../../lib/util/errors')

test.each([
  { value: undefined, type: 'undefined' },
  { value: null, type: 'null' },
  { value: '', type: 'an empty string' },
  { value: '<p>secret</p>', type: 'a string' },
  { value: 0, type: 'a number' },
  { value: NaN, type: 'a number' },
  { value: 1n, type: 'a bigint' },
  { value: false, type: 'a boolean' },
  { value: Symbol('x'), type: 'a symbol' },
  { value: () => {}, type: 'a function' },
  { value: class {}, type: 'a function' },
  { value: [], type: 'an array' },
  { value: {}, type: 'an object' },
  { value: Object.create(null), type: 'an object' },
  { value: Buffer.from(''), type: 'an object' },
  { value: Promise.resolve(), type: 'a promise' },
  { value: { then () {} }, type: 'a promise' }
])('$value is $type', ({ value, type }) => {
  expect(describeType(value)).toBe(type)
})
