'use strict'

const etag = require('etag')
const { Rendered } = require('../..')
const { codings } = require('../../lib/codings')
const { encodedTag, entityTag, weakened } = require('../../lib/response/entity-tag')
const { StaticFragment } = require('../../lib/page/static-fragment')

const page = (...chunks) => new Rendered(chunks)
const fragment = (text) => new StaticFragment(text)

test.each(['weak', 'strong'])('%s: as the package etag computes it', (strength) => {
  for (const chunks of [[], ['a'], ['é', fragment('<p>')], ['x'.repeat(100_000)]]) {
    expect(entityTag(page(...chunks), strength)).toBe(etag(page(...chunks).identityBytes, { weak: strength === 'weak' }))
  }
})

test('the unencoded page keeps the tag, and each coding has a different one', () => {
  const tag = entityTag(page('a', fragment('<p>')), 'strong')
  const tags = codings.map((coding) => encodedTag(tag, coding))
  expect(tags.at(-1)).toBe(tag)
  expect(new Set(tags).size).toBe(3)
  for (const each of tags) expect(each).toMatch(/^"[\da-f]+-[\w+/]{27}(-\w+)?"$/)
})

test('weakened adds W/ to a strong tag, and does not change a weak one', () => {
  for (const tag of ['"a"', 'W/"a"']) expect(weakened(tag)).toBe('W/"a"')
})
