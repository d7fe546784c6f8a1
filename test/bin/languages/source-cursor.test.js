'use strict'

const { SourceCursor } = require('../../../bin/languages/source-cursor')

/** The texts in which a source is taken, and what is found for each. */
const CASES = [
  ['one after the other', 'abcab', ['ab', 'c', 'ab'], [['ab'], ['c'], ['ab']]],
  ['white space left out before', 'a \n b', ['a', 'b'], [['a'], ['b']]],
  ['white space kept before', 'a \n b', ['a', ' b'], [['a'], [' b']]],
  ['white space left out within', ' a\n\n  b  c ', ['a\nb  c'], [['a\n', 'b  c']]],
  ['as much of it as can be in one piece', '\n\na', ['\na'], [['\na']]],
  ['line ends made one', 'a\r\nb\rc', ['a\nb\nc'], [['a\r\nb\rc']]],
  ['line ends made one, with white space left out', 'a\r\n\r\n b', ['a\nb'], [['a\r\n', 'b']]],
  ['line ends kept', 'a\r\nb', ['a\r\n', 'b'], [['a\r\n'], ['b']]],
  ['nothing', ' a', ['', 'a'], [[''], ['a']]],
  ['half characters', '\ud83d\ude00', ['\ud83d', '\ude00'], [['\ud83d'], ['\ude00']]]
]

test.each(CASES)('%s', (_, source, texts, found) => {
  const cursor = new SourceCursor(source)
  const taken = texts.map((text) => cursor.take(text).map(({ start, end }) => source.slice(start, end)))
  expect(taken).toEqual(found)
})

test('something else comes next', () => {
  const cursor = new SourceCursor('a b')
  expect(cursor.take('b')).toBeUndefined()
  expect(cursor.take('a c')).toBeUndefined()
  expect(cursor.take('a')).toEqual([{ start: 0, end: 1 }])
  expect(cursor.take('b!')).toBeUndefined()
  expect(cursor.take('b')).toEqual([{ start: 2, end: 3 }])
  expect(cursor.take('b')).toBeUndefined()
})
