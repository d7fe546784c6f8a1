'use strict'

const { createHash } = require('node:crypto')
const { StaticFragment } = require('../../lib/page/static-fragment')

/** The length from which ASCII becomes a fragment. */
const threshold = Array.from({ length: 5000 }, (_, length) => length)
  .find((length) => StaticFragment.from('x'.repeat(length)) instanceof StaticFragment)
const ascii = 'x'.repeat(threshold)

/** As much text as is shorter than the threshold, in characters of some bytes. */
const shorter = (character) => character.repeat(Math.ceil(threshold / Buffer.byteLength(character)) - 1)
const longer = (character) => shorter(character) + character

describe('StaticFragment.from', () => {
  test.each(['x', 'é', '世', '🎉'])('counts the bytes of %s', (character) => {
    expect(StaticFragment.from(shorter(character))).toBe(shorter(character))
    expect(StaticFragment.from(longer(character))).toBeInstanceOf(StaticFragment)
  })

  test('returns empty text as a string', () => {
    expect(StaticFragment.from('')).toBe('')
  })

  test.each([
    { name: 'ASCII', text: ascii },
    { name: '100 kilobytes', text: 'é'.repeat(50_000) },
    { name: 'characters of two halves', text: `\ud800\udc00${ascii}\ud800\udc00` }
  ])('encodes $name', ({ text }) => {
    const fragment = StaticFragment.from(text)
    expect(fragment.text).toBe(text)
    expect(fragment.bytes).toEqual(Buffer.from(text, 'utf8'))
  })

  // The other half of the character may be in the text beside it.
  test.each([
    { name: 'begins with the second half of a character', text: `\udf89${ascii}` },
    { name: 'ends with the first half of a character', text: `${ascii}\ud83c` },
    { name: 'has half a character inside', text: `${ascii}\udc00 ` }
  ])('returns text as a string that $name', ({ text }) => {
    expect(StaticFragment.from(text)).toBe(text)
  })
})

describe('the digest of a fragment', () => {
  const digest = (text) => new StaticFragment(text).digest

  test('is the SHA-256 of its bytes, in 43 characters', () => {
    expect(digest('世界')).toBe(createHash('sha256').update('世界', 'utf8').digest('base64url'))
    expect(digest('世界')).toHaveLength(43)
  })

  test('differs with the text', () => {
    const texts = ['', 'a', 'b', 'a ', 'A', 'é', 'e\u0301', ascii]
    expect(new Set(texts.map(digest)).size).toBe(texts.length)
  })

  test('treats a lone surrogate as a replacement character, like the bytes', () => {
    expect(digest('\ud800')).toBe(digest('\ufffd'))
  })
})
