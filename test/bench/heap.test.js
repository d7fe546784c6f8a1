'use strict'

const { measure, parseOptions } = require('../../bench/heap')
const languages = require('../../bench/languages')

test('takes languages and a number of views', () => {
  expect(parseOptions(['pug', 'ejs', '--views', '9'])).toEqual({ languages: ['pug', 'ejs'], views: 9, help: false })
  expect(parseOptions([])).toEqual({ languages: Object.keys(languages), views: 2000, help: false })
  expect(() => parseOptions(['none'])).toThrow(/^The languages are ejs, .*pug; got 'none'$/)
})

test.each(['engine', 'ours', 'gzip'])('a view takes some kilobytes (%s)', (side) => {
  const bytes = measure('eta', side, 50)
  expect(bytes).toBeGreaterThan(4096)
  expect(bytes).toBeLessThan(4096 * 16)
})
