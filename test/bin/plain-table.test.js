'use strict'

const { stripVTControlCharacters } = require('node:util')
const { createColors } = require('../../bin/colors')
const { plainTable } = require('../../bin/plain-table')

test('figures are to the right, titles of several lines end in the same line, and no line has trailing spaces', () => {
  expect(plainTable(['view', 'bytes', 'of\nstatic', 'with'], [['a.ejs', '1,024', '5 %', 'kept'], ['long.ejs', '1', '', '']], [0, 3])).toBe(`\
                     of
view      bytes  static  with
a.ejs     1,024     5 %  kept
long.ejs      1`)
})

test('wide characters take two columns', () => {
  expect(plainTable(['view', 'bytes'], [['商品.ejs', '1'], ['🍵.ejs', '2'], ['cafe\u0301.ejs', '3']])).toBe(`\
view      bytes
商品.ejs      1
🍵.ejs        2
cafe\u0301.ejs      3`)
})

test('colours take none', () => {
  const { bold, dim } = createColors(true)
  const rows = [['a', '1'], ['tea', '22']]
  const colored = plainTable(['', '#'].map(dim), rows.map((cells) => cells.map(bold)))
  expect(colored).toContain(bold('tea'))
  expect(stripVTControlCharacters(colored)).toBe(plainTable(['', '#'], rows))
})
