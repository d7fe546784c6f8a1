'use strict'

const { difference } = require('../../bin/compare/difference')

test.each([
  ['no difference', 'page', 'page', undefined],
  ['the first byte', 'ab', 'bb', { offset: 0, line: 1, engine: 'ab', ours: 'bb' }],
  ['a later line', 'a\nb\nc', 'a\nb\nd', { offset: 4, line: 3, engine: 'c', ours: 'd' }],
  ['a line that ends elsewhere', 'a\nb', 'a\r\nb', { offset: 1, line: 1, engine: '\nb', ours: '\r\nb' }],
  ['ours shorter', 'abc', 'ab', { offset: 2, line: 1, engine: 'c', ours: '' }],
  ['the engine shorter', 'ab', 'abc', { offset: 2, line: 1, engine: '', ours: 'c' }],
  ['an empty page', '', '\n', { offset: 0, line: 1, engine: '', ours: '\n' }],
  ['the last byte of a character', 'aé', 'aè', { offset: 2, line: 1, engine: 'é', ours: 'è' }],
  ['a character of four bytes', '👍!', '👎!', { offset: 3, line: 1, engine: '👍!', ours: '👎!' }],
  ['long pages, of which 40 characters are shown', '👍'.repeat(50), '👎'.repeat(50), {
    offset: 3, line: 1, engine: '👍'.repeat(40), ours: '👎'.repeat(40)
  }]
])('%s', (_, engine, ours, expected) => {
  expect(difference(Buffer.from(engine), Buffer.from(ours))).toEqual(expected)
})
