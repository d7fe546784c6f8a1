'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const { createColors } = require('../../bin/colors')
const { textWidth } = require('../../bin/text-width')

const FILE = path.join(__dirname, '../../bin/text-width')

/** Node's own widths, which it does not export, of all characters but parts of flags, which terminals show in various ways. */
const COMPARE = `
  const { getStringWidth } = require('internal/util/inspect')
  const { textWidth } = require(${JSON.stringify(FILE)})
  let compared = 0
  const different = []
  for (let code = 0x20; code < 0x40000; code++) {
    const character = String.fromCodePoint(code)
    if (!/^[\\p{Assigned}--[\\p{Cc}\\p{Co}\\p{Cs}\\p{RI}]]$/v.test(character)) continue
    compared++
    if (textWidth(character) !== getStringWidth(character)) different.push(code.toString(16))
  }
  console.log(JSON.stringify({ compared, different }))
`

test('the width of each character is that of Node', () => {
  const output = execFileSync(process.execPath, ['--expose-internals', '-e', COMPARE], { encoding: 'utf8' })
  const { compared, different } = JSON.parse(output)
  expect(compared).toBeGreaterThan(140_000)
  expect(different).toEqual([])
})

test.each([
  ['ASCII', 'index.ejs', 9],
  ['nothing', '', 0],
  ['an accent', 'é', 1],
  ['a combining accent', 'e\u0301', 1],
  ['a virama of Devanagari', 'क्ष', 2],
  ['Chinese', '商品.ejs', 8],
  ['half-width Katakana', 'ﾃｽﾄ', 3],
  ['Hangul', '한글', 4],
  ['Hangul that macOS has decomposed', '한글'.normalize('NFD'), 4],
  ['an emoji', '🍵', 2],
  ['an emoji of several', '👩‍👧', 2],
  ['an emoji with a skin tone', '👍🏽', 2],
  ['a flag', '🇩🇪', 2],
  ['a heart as an emoji', '❤️', 2],
  ['a heart as text', '❤', 1],
  ['a coloured name', createColors(true).red('茶'), 2]
])('%s', (_, text, width) => {
  expect(textWidth(text)).toBe(width)
})
