'use strict'

const pageDifference = require('../../bench/page-difference')

const page = (language, text) => ({ language, body: Buffer.from(text) })

test('pages of one language are compared byte by byte', () => {
  expect(pageDifference(page('ejs', '<p>&#34;'), page('ejs', '<p>&#34;'))).toBeUndefined()
  expect(pageDifference(page('ejs', '<p>&quot;'), page('ejs', '<p>&#34;'))).toContain('parts at byte 4')
})

test('pages of two languages are compared by what they mean', () => {
  expect(pageDifference(page('pug', '<p>&quot;'), page('ejs', '<p>&#34;'))).toBeUndefined()
  expect(pageDifference(page('pug', '<p>"'), page('ejs', '<p>&#34;'))).toContain('parts at byte 3')
})
