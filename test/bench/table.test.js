'use strict'

const { markdown, plain } = require('../../bench/table')

const TABLE = { header: ['page', 'req/s'], rows: [['fortunes', '9'], ['list', '12,345']] }

test('plain text aligns names left and figures right', () => {
  expect(plain(TABLE)).toBe([
    'page       req/s',
    'fortunes       9',
    'list      12,345'
  ].join('\n'))
})

test('Markdown has the same cells and the same alignment', () => {
  expect(markdown(TABLE)).toBe([
    '| page | req/s |',
    '| --- | ---: |',
    '| fortunes | 9 |',
    '| list | 12,345 |'
  ].join('\n'))
})
