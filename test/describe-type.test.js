'use strict'

const { describeType } = require('../lib/describe-type')

test.each([
  { value: undefined, kind: 'undefined' },
  { value: null, kind: 'null' },
  { value: '', kind: 'an empty string' },
  { value: '<p>secret</p>', kind: 'a string' },
  { value: 0, kind: 'a number' },
  { value: NaN, kind: 'a number' },
  { value: 1n, kind: 'a bigint' },
  { value: false, kind: 'a boolean' },
  { value: Symbol('x'), kind: 'a symbol' },
  { value: () => {}, kind: 'a function' },
  { value: class {}, kind: 'a function' },
  { value: [], kind: 'a list' },
  { value: {}, kind: 'an object' },
  { value: Object.create(null), kind: 'an object' },
  { value: Buffer.from(''), kind: 'an object' },
  { value: Promise.resolve(), kind: 'a promise' },
  { value: { then () {} }, kind: 'a promise' }
])('$kind is what $value is', ({ value, kind }) => {
  expect(describeType(value)).toBe(kind)
})
