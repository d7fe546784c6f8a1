'use strict'

const { createColors, hasColors } = require('../../bin/colors')
const { replace } = require('../support/replaced')

const ESC = '\u001b'

test('text is coloured, or as it is', () => {
  expect(createColors(true).red('a')).toBe(`${ESC}[31ma${ESC}[39m`)
  expect(createColors(false).red('a')).toBe('a')
})

test.each([
  ['are for a terminal', { isTTY: true }, {}, true],
  ['are not for a pipe', {}, {}, false],
  ['are not for a pipe, even if they are forced', {}, { FORCE_COLOR: '1', CI: '1' }, false],
  ['are not wanted with NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
  ['are wanted with an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true],
  ['are unknown to a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false]
])('colours %s', (_, stream, variables, expected) => {
  replace(process, 'env', () => ({ TERM: 'xterm', ...variables }))
  expect(hasColors(stream)).toBe(expected)
})
