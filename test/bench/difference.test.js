'use strict'

const { canonical, pageDifference } = require('../../bench/difference')

describe('the canonical form', () => {
  describe('is the same for', () => {
    test.each([
      ['references by name and number', '<p>&quot;&amp;&lt;&apos;', '<p>&#34;&#38;&#x3C;&#39;'],
      ['characters that need no escaping', '<p>a > b = c \'d\'', '<p>a &gt; b &#61; c &#39;d&#39;'],
      ['an ampersand that starts no reference', '<a href="/?a=1&b=2">', '<a href="/?a=1&amp;b=2">'],
      ['line breaks between tags', '<ul>\n<li>a</li>\n</ul>\n', '<ul><li>a</li></ul>'],
      ['void elements with a slash', '<br><input required>', '<br/><input required />']
    ])('%s', (_, a, b) => {
      expect(canonical(a)).toBe(canonical(b))
    })
  })

  describe('is not the same for', () => {
    test.each([
      ['markup that was not escaped', '<p><b>', '<p>&lt;b&gt;'],
      ['a quote that was not escaped', '<p title="a"b">', '<p title="a&quot;b">'],
      ['a reference that was not escaped', '<p>&lt;', '<p>&amp;lt;'],
      ['other text', '<p>a</p>', '<p>b</p>'],
      ['line breaks within text', '<p>a\nb</p>', '<p>ab</p>'],
      ['an unknown reference', '<p>&copy;', '<p>']
    ])('%s', (_, a, b) => {
      expect(canonical(a)).not.toBe(canonical(b))
    })
  })
})

const page = (language, text) => ({ language, body: Buffer.from(text) })

test('pages of one language are compared byte by byte', () => {
  expect(pageDifference(page('ejs', '<p>&#34;'), page('ejs', '<p>&#34;'))).toBeUndefined()
  expect(pageDifference(page('ejs', '<p>&quot;'), page('ejs', '<p>&#34;'))).toContain('differs at byte 4')
})

test('pages of two languages are compared by their meaning', () => {
  expect(pageDifference(page('pug', '<p>&quot;'), page('ejs', '<p>&#34;'))).toBeUndefined()
  expect(pageDifference(page('pug', '<p>"'), page('ejs', '<p>&#34;'))).toContain('differs at byte 3')
})
