'use strict'

const { markdown, plain } = require('../../bench/table')

const HEADER = ['page', 'req/s']
const ROWS = [['fortunes', '9'], ['list', '12,345']]

test('plain text is aligned, names to the left, figures to the right', () => {
  expect(plain(HEADER, ROWS)).toBe([
    'page       req/s',
    'fortunes       9',
    'list      12,345'
  ].join('\n'))
})

test('Markdown has the same cells and the same alignment', () => {
  expect(markdown(HEADER, ROWS)).toBe([
    '| page | req/s |',
    '| --- | ---: |',
    '| fortunes | 9 |',
    '| list | 12,345 |'
  ].join('\n'))
})
