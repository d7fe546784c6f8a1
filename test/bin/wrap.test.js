'use strict'

const { createColors } = require('../../bin/colors')
const { plainTable } = require('../../bin/plain-table')
const { helpOf, wrap } = require('../../bin/wrap')

test.each([
  ['text', 'one two three\nfour', 'one two\n  three\nfour'],
  ['an item', '  one two three', '  one two\n    three'],
  ['two columns', '  -a  one two three', '  -a  one\n      two\n      three'],
  ['a word that is too long', 'one twenty-two three', 'one\n  twenty-two\n  three'],
  ['wide characters', 'ab 商品 商品', 'ab 商品\n  商品'],
  ['a line that fits', 'one two 34', 'one two 34']
])('%s is broken at spaces', (_, text, expected) => {
  expect(wrap(text, 10)).toBe(expected)
})

test('colours take no columns, and reach over the break', () => {
  const { bold } = createColors(true)
  expect(wrap(`${bold('one')} ${bold('two 345 6')}`, 10)).toBe(`${bold('one')} ${bold('two\n  345 6')}`)
})

test('help has 80 columns, and text that is not indented stays so', () => {
  const words = 'word '.repeat(17).trim()
  expect(helpOf(`${words}\n  ${words}`)).toBe(`${'word '.repeat(16).trim()}\nword\n  ${'word '.repeat(15).trim()}\n    word word`)
})

test('in a row, the first cell has a line of its own, unless spaces can be left out', () => {
  const head = ['view', 'static\nbytes', 'page\nbytes', 'sent\nbytes']
  expect(wrap(plainTable(head, [['a', '1', '2', '3'], ['folder/long.ejs', '10', '200', '30']]), 26)).toBe(`\
      static   page   sent
view   bytes  bytes  bytes
a          1      2      3
folder/long.ejs
          10    200     30`)
})

test.each([undefined, 0])('nothing is broken for %s columns', (columns) => {
  expect(wrap('one two three', columns)).toBe('one two three')
})
