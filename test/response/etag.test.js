'use strict'

const { Rendered } = require('../..')
const { entityTag } = require('../../lib/response/etag')
const { StaticFragment } = require('../../lib/template/static-fragment')

const page = (...chunks) => new Rendered(chunks)
const fragment = (text) => new StaticFragment(text)

test.each([
  { mode: 'weak', tag: /^W\/"[\da-f]+-[\w+/]{27}"$/ },
  { mode: 'strong', tag: /^"[\da-f]+-[\w+/]{27}"$/ }
])('$mode: made of what the page is', ({ mode, tag }) => {
  const tagOf = (...chunks) => entityTag(page(...chunks), mode)
  expect(tagOf('a', fragment('<p>'))).toMatch(tag)
  expect(tagOf('a', fragment('<p>'))).toBe(tagOf('a', fragment('<p>')))
  expect(new Set([tagOf(), tagOf('a'), tagOf('b'), tagOf('a', fragment('<p>')), tagOf('a', fragment('<b>')), tagOf(fragment('<p>'), 'a')]).size).toBe(6)
})

test('no page is assembled for it', () => {
  const assembled = page('a', fragment('<p>'))
  assembled.toBuffer = jest.fn()
  entityTag(assembled, 'weak')
  entityTag(assembled, false)
  expect(assembled.toBuffer).not.toHaveBeenCalled()
})

test.each([
  { name: 'false', mode: false, tag: undefined },
  { name: 'a function', mode: () => '"mine"', tag: '"mine"' },
  { name: 'a function that gives nothing', mode: () => undefined, tag: undefined }
])('$name gives $tag', ({ mode, tag }) => {
  expect(entityTag(page('a'), mode)).toBe(tag)
})

test('a function gets the bytes of the page', () => {
  expect(entityTag(page('é', fragment('<p>')), (body) => `"${Buffer.isBuffer(body)} ${body}"`)).toBe('"true é<p>"')
})
