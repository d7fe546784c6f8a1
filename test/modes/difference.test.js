'use strict'

const { difference } = require('../../lib/modes/difference')

test.each([
  ['no difference', 'page', 'page', undefined],
  ['a later line', 'a\nb\nc', 'a\nb\nd', { offset: 4, line: 3, before: 'a\nb\n', alone: 'c', ours: 'd' }],
  ['ours shorter', 'abc', 'ab', { offset: 2, line: 1, before: 'ab', alone: 'c', ours: '' }],
  ['an empty page', '', '\n', { offset: 0, line: 1, before: '', alone: '', ours: '\n' }],
  ['the last byte of a character', 'aé', 'aè', { offset: 2, line: 1, before: 'a', alone: 'é', ours: 'è' }],
  ['long pages, of which 40 characters are shown, and 20 before', '👋'.repeat(30) + '👍'.repeat(50), '👋'.repeat(30) + '👎'.repeat(50), {
    offset: 123, line: 1, before: '👋'.repeat(20), alone: '👍'.repeat(40), ours: '👎'.repeat(40)
  }]
])('%s', (_, alone, ours, expected) => {
  expect(difference(Buffer.from(alone), Buffer.from(ours))).toEqual(expected)
})
