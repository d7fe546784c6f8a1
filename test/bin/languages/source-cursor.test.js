'use strict'

const { SourceCursor } = require('../../../bin/languages/source-cursor')

/** Name, source, texts to take from it, and the pieces found for each. */
const CASES = [
  ['consecutive texts', 'abcab', ['ab', 'c', 'ab'], [['ab'], ['c'], ['ab']]],
  ['white space omitted before', 'a \n b', ['a', 'b'], [['a'], ['b']]],
  ['white space kept before', 'a \n b', ['a', ' b'], [['a'], [' b']]],
  ['white space omitted within', ' a\n\n  b  c ', ['a\nb  c'], [['a\n', 'b  c']]],
  ['the longest possible piece', '\n\na', ['\na'], [['\na']]],
  ['line ends normalised', 'a\r\nb\rc', ['a\nb\nc'], [['a\r\nb\rc']]],
  ['line ends normalised, with white space omitted', 'a\r\n\r\n b', ['a\nb'], [['a\r\n', 'b']]],
  ['line ends kept', 'a\r\nb', ['a\r\n', 'b'], [['a\r\n'], ['b']]],
  ['nothing', ' a', ['', 'a'], [[''], ['a']]],
  ['half characters', '\ud83d\ude00', ['\ud83d', '\ude00'], [['\ud83d'], ['\ude00']]]
]

test.each(CASES)('%s', (_, source, texts, found) => {
  const cursor = new SourceCursor(source)
  const taken = texts.map((text) => cursor.take(text).map(({ start, end }) => source.slice(start, end)))
  expect(taken).toEqual(found)
})

test('another text comes next', () => {
  const cursor = new SourceCursor('a b')
  expect(cursor.take('b')).toBeUndefined()
  expect(cursor.take('a c')).toBeUndefined()
  expect(cursor.take('a')).toEqual([{ start: 0, end: 1 }])
  expect(cursor.take('b!')).toBeUndefined()
  expect(cursor.take('b')).toEqual([{ start: 2, end: 3 }])
  expect(cursor.take('b')).toBeUndefined()
})
