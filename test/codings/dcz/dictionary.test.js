'use strict'

const { createHash } = require('node:crypto')
const { Dictionary } = require('../../../lib/codings/dcz/dictionary')
const { StaticFragment } = require('../../../lib/page/static-fragment')

const TEXTS = ['<main>', '<article>', '世界'].map((text) => Buffer.from(text))

describe('a dictionary', () => {
  test('has each text once, where static fragments with the same text find it', () => {
    const { bytes, starts } = new Dictionary([...TEXTS, ...TEXTS], 100)
    expect(bytes.toString()).toBe('<main><article>世界')
    expect(starts.size).toBe(3)
    for (const text of TEXTS) expect(starts.get(new StaticFragment(text.toString()).digest)).toBe(bytes.indexOf(text))
  })

  test('has the first texts that fit', () => {
    expect(new Dictionary(TEXTS, 12).bytes.toString()).toBe('<main>世界')
    expect(new Dictionary(TEXTS, 15).bytes.toString()).toBe('<main><article>')
  })

  test('has the hash of its bytes', () => {
    const { bytes, sha256 } = new Dictionary(TEXTS, 100)
    expect(sha256).toEqual(createHash('sha256').update(bytes).digest())
  })
})
