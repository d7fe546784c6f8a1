'use strict'

const { offsetOf } = require('../../../bin/languages/positions')

test.each([
  ['one line', 'abc', 0, 2, 2],
  ['LF', 'a\nbc', 1, 1, 3],
  ['CRLF', 'a\r\nbc', 1, 1, 4],
  ['CR', 'a\rbc', 1, 1, 3],
  ['empty lines', '\n\r\n\r\na', 3, 0, 5],
  ['the end', 'a\n', 1, 0, 2],
  ['nothing', '', 0, 0, 0],
  ['UTF-16 units', '\ud83d\ude00\n\ud83d\ude00a', 1, 2, 5]
])('%s', (_, source, line, column, offset) => {
  expect(offsetOf(source)(line, column)).toBe(offset)
})

test('other line ends can be counted', () => {
  expect(offsetOf('a\rb\r\nc', /\n/g)(1, 0)).toBe(5)
  expect(offsetOf('a\u2028b\nc', /[\n\u2028]/g)(2, 0)).toBe(4)
})
