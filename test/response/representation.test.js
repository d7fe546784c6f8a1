'use strict'

const zlib = require('node:zlib')
const { Rendered } = require('../..')
const { GzipMember } = require('../../lib/codings/gzip/gzip')
const { Memo } = require('../../lib/response/memo')
const { entityTag } = require('../../lib/response/entity-tag')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { prose } = require('../support/prose')
const { represent: representAs } = require('../support/represent')

const fragment = new StaticFragment(prose(3000))
const pageOf = (...chunks) => new Rendered(chunks)
const page = () => pageOf('<p>', fragment, 'Zoë')
const bytes = page().toBuffer()
/** Nothing is gained by gzip here. */
const tiny = () => pageOf('<p>')

const represent = (rendered, settings) => representAs(rendered, { etag: 'weak', deflatesText: true, ...settings })

/** A memo that holds the page in these codings. */
function memoWith (codings, settings) {
  const memo = new Memo(1e6)
  const ask = () => represent(page(), { memo, accepted: [codings[0]], ...settings })
  for (let i = 0; i < 2; i++) expect(ask().body()).toBeDefined()
  const [key] = memo.entries.keys()
  for (const coding of codings.slice(1)) memo.addBody(key, memo.entries.peek(key), coding, encoders[coding](bytes))
  return memo
}
const encoders = { identity: (bytes) => bytes, gzip: zlib.gzipSync, br: zlib.brotliCompressSync }
const decoders = { identity: (body) => body, gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync }

describe('the content coding', () => {
  const all = ['br', 'gzip', 'identity']
  const cases = [
    { accepted: undefined, coding: 'identity' },
    { accepted: [], coding: 'identity' },
    { accepted: ['identity'], coding: 'identity' },
    { accepted: ['gzip', 'identity'], coding: 'gzip' },
    { accepted: ['identity', 'gzip'], coding: 'identity' },
    { accepted: ['gzip'], coding: 'gzip' },

    // Brotli is nothing that is made while a client waits.
    { accepted: all, coding: 'gzip' },
    { accepted: ['br', 'identity'], coding: 'identity' },
    { accepted: ['br', 'identity', 'gzip'], coding: 'identity' },
    { accepted: ['br'], coding: 'identity' },
    { accepted: ['br', 'gzip'], coding: 'gzip' },
    { accepted: all, held: ['gzip', 'br'], coding: 'br' },
    { accepted: ['br', 'identity'], held: ['gzip', 'br'], coding: 'br' },
    { accepted: ['br'], held: ['gzip', 'br'], coding: 'br' },
    { accepted: ['gzip', 'br', 'identity'], held: ['gzip', 'br'], coding: 'gzip' },
    { accepted: ['identity', 'br'], held: ['gzip', 'br'], coding: 'identity' },
    { accepted: all, held: ['gzip'], coding: 'gzip' },
    { accepted: all, held: ['identity'], coding: 'gzip' },
    { accepted: ['identity'], held: ['gzip', 'br'], coding: 'identity' },

    // A page that gains nothing stays as it is, if that is taken.
    { rendered: tiny, accepted: all, coding: 'identity' },
    { rendered: tiny, accepted: ['gzip', 'identity'], coding: 'identity' },
    { rendered: tiny, accepted: ['gzip'], coding: 'gzip' },
    { rendered: tiny, accepted: ['br', 'gzip'], coding: 'gzip' },
    { rendered: tiny, accepted: ['br'], coding: 'identity' }
  ]

  test.each(cases)('$coding for $accepted, held $held', ({ rendered = page, accepted, held, coding }) => {
    for (const strength of ['weak', 'strong']) {
      const memo = held && memoWith(held, { etag: strength })
      const representation = represent(rendered(), { etag: strength, accepted, memo })
      expect(representation.coding).toBe(coding)
      expect(representation.isNegotiated).toBe(accepted !== undefined)
      expect(decoders[coding](representation.body()).equals(rendered().toBuffer())).toBe(true)
      expect(representation.coding).toBe(coding)
    }
  })
})

test.each([
  { deflatesText: true, coding: 'gzip' },
  { deflatesText: false, coding: 'identity' }
])('a page with much text is sent as $coding, deflatesText $deflatesText', ({ deflatesText, coding }) => {
  const representation = represent(pageOf(prose(5000)), { accepted: ['gzip', 'identity'], deflatesText })
  expect(representation.coding).toBe(coding)
  expect(decoders[coding](representation.body()).toString()).toBe(prose(5000))
})

describe('the validator', () => {
  const codings = ['identity', 'gzip', 'br']
  const tagOf = (strength, coding) => represent(page(), { etag: strength, memo: memoWith(codings, { etag: strength }), accepted: [coding] }).tag

  test('weak, is the same for every coding', () => {
    const tags = codings.map((coding) => tagOf('weak', coding))
    expect(new Set(tags).size).toBe(1)
    expect(tags[0]).toMatch(/^W\/"[\w+/-]+"$/)
  })

  test('strong, differs for each coding', () => {
    const tags = codings.map((coding) => tagOf('strong', coding))
    expect(tags[0]).toMatch(/^"[\w+/-]+"$/)
    expect(tags.slice(1)).toEqual(['gzip', 'br'].map((coding) => tags[0].replace(/"$/, `-${coding}"`)))
  })

  test.each(['weak', 'strong'])('%s, needs no assembling', (strength) => {
    const spies = [Rendered, GzipMember].map(({ prototype }) => jest.spyOn(prototype, 'toBuffer'))
    for (const accepted of [['identity'], ['gzip'], ['br', 'gzip', 'identity']]) {
      expect(represent(page(), { etag: strength, accepted, memo: new Memo(1e6) }).tag).toEqual(expect.any(String))
    }
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  test('is not computed if neither a client nor a memo needs it', () => {
    const read = jest.spyOn(Rendered.prototype, 'identityBytes', 'get')
    expect(represent(page(), { etag: undefined }).tag).toBeUndefined()
    expect(read).not.toHaveBeenCalled()
    const memo = memoWith(['gzip'], { etag: undefined })
    expect(represent(page(), { etag: undefined, memo }).isHit).toBe(true)
  })

  test('of one strength does not match memo entries of the other', () => {
    const memo = memoWith(['gzip'], { etag: 'weak' })
    expect(represent(page(), { etag: 'strong', memo }).isHit).toBe(false)
    expect(represent(page(), { etag: 'weak', memo }).isHit).toBe(true)
  })

  test('switched off does not match memo entries of a strong one, whose bytes must not change', () => {
    const memo = memoWith(['gzip'], { etag: 'strong' })
    expect(represent(page(), { etag: undefined, memo }).isHit).toBe(false)
  })
})

test('a gzip body is spliced without assembling the page', () => {
  const spy = jest.spyOn(Rendered.prototype, 'toBuffer')
  const body = represent(page(), { accepted: ['gzip'], memo: new Memo(1e6) }).body()
  expect(spy).not.toHaveBeenCalled()
  expect(zlib.gunzipSync(body).equals(bytes)).toBe(true)
})

describe('in a memo', () => {
  const ask = (memo, accepted, settings) => represent(page(), { memo, accepted, ...settings })

  test('is the sent body, from the second response on', () => {
    const memo = new Memo(1e6)
    const first = ask(memo, ['gzip']).body()
    const second = ask(memo, ['gzip'])
    expect(second.isHit).toBe(false)
    expect(second.body()).toEqual(first)

    const spy = jest.spyOn(GzipMember.prototype, 'toBuffer')
    const third = ask(memo, ['gzip'])
    expect(third.isHit).toBe(true)
    const body = third.body()
    expect(body).toEqual(first)
    expect(ask(memo, ['gzip']).body()).toBe(body)
    expect(spy).not.toHaveBeenCalled()
  })

  test('is stored for each requested coding only', () => {
    const memo = new Memo(1e6)
    const held = () => [...memo.entries.values()].flatMap(({ bodies }) => Object.keys(bodies))
    for (let i = 0; i < 2; i++) expect(ask(memo, ['gzip']).body()).toBeDefined()
    expect(held()).toEqual(['gzip'])
    expect(ask(memo, ['identity']).body().equals(bytes)).toBe(true)
    expect(held()).toEqual(['gzip', 'identity'])

    const spy = jest.spyOn(Rendered.prototype, 'toBuffer')
    expect(ask(memo, ['identity']).body().equals(bytes)).toBe(true)
    expect(ask(memo, ['identity'], { etag: (page) => page.equals(bytes) ? '"own"' : 'wrong' }).tag).toBe('"own"')
    expect(spy).not.toHaveBeenCalled()
  })

  test('is not stored if it was never sent', () => {
    const memo = new Memo(1e6)
    for (let i = 0; i < 5; i++) expect(ask(memo, ['gzip']).tag).toBeDefined()
    expect(memo.entries.stats()).toMatchObject({ entries: 0, hits: 0 })
  })

  // Other responses and threads have their turn between the two.
  test('includes bodies added between lookup and sending', () => {
    const memo = memoWith(['gzip'])
    const early = ask(memo, ['identity'])
    expect(early.isHit).toBe(true)
    const key = entityTag(page(), 'weak')
    memo.addShorter(key, memo.entries.peek(key).progress, 'br', encoders.br(bytes), bytes.length)
    expect(ask(memo, ['br']).coding).toBe('br')

    expect(early.body().equals(bytes)).toBe(true)
    expect(ask(memo, ['br']).coding).toBe('br')
    expect(Object.keys(memo.entries.peek(key).bodies).sort()).toEqual(['br', 'gzip', 'identity'])
  })

  test('is gone if cleared between lookup and sending', () => {
    const memo = memoWith(['gzip'])
    const early = ask(memo, ['identity'])
    expect(early.isHit).toBe(true)
    memo.clear()
    expect(early.body().equals(bytes)).toBe(true)
    expect(memo.entries.stats().entries).toBe(0)
  })
})
