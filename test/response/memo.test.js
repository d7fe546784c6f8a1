'use strict'

const fc = require('fast-check')
const { Rendered } = require('../..')
const { entityTag } = require('../../lib/response/entity-tag')
const { Memo } = require('../../lib/response/memo')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { prose } = require('../support/prose')

const fragment = new StaticFragment(prose(1000))
const pageOf = (...chunks) => new Rendered(chunks)
const keyOf = (page) => entityTag(page, 'weak')

/** A body that is recognised by its filling. */
const bodyOf = (length, filling = 'x') => Buffer.alloc(length, filling)

/** As a response does that was not found. */
const admitAs = (memo, key, page, body, coding) => {
  if (memo.admitMiss(key)) memo.store(key, page, coding, body)
}
const admit = (memo, page, body = page.toBuffer(), coding = 'identity') => admitAs(memo, keyOf(page), page, body, coding)
const admitted = (memo, page, ...rest) => {
  admit(memo, page, ...rest)
  admit(memo, page, ...rest)
  return memo.find(keyOf(page), page)
}
const find = (memo, page) => memo.find(keyOf(page), page)

let memo
beforeEach(() => { memo = new Memo(1e6) })

describe('a page is admitted', () => {
  test('when it is seen for the second time', () => {
    const page = pageOf('a', fragment)
    expect(find(memo, page)).toBe(undefined)
    admit(memo, page)
    expect(find(memo, page)).toBe(undefined)
    expect(memo.entries.stats()).toMatchObject({ entries: 0, bytes: 0 })
    admit(memo, page)
    expect(find(memo, page).bodies.identity.equals(page.toBuffer())).toBe(true)
    expect(memo.entries.stats()).toMatchObject({ entries: 1, hits: 1, misses: 2 })
  })

  test('not instead of another one whose key ends in the same way', () => {
    const keys = Array.from({ length: 100 }, (_, i) => `"${i}-of-this-deploy"`)
    expect(keys.filter((key) => memo.admitMiss(key))).toEqual([])
    expect(keys.filter((key) => memo.admitMiss(key))).toEqual(keys)
  })

  test('once: its first body stays', () => {
    const page = pageOf('a')
    const entry = admitted(memo, page, bodyOf(10, 'a'))
    admit(memo, page, bodyOf(20, 'b'))
    expect(find(memo, page)).toBe(entry)
  })

  test('and is not evicted by pages that are seen once', () => {
    const kept = pageOf('kept')
    admitted(memo, kept)
    for (let i = 0; i < 20_000; i++) admit(memo, pageOf(`once ${i}`))
    expect(memo.entries.stats()).toMatchObject({ entries: 1, evictions: 0 })
    expect(find(memo, kept)).toBeDefined()
  })

  test('even if many others are seen in between', () => {
    const memo = new Memo(1e9)
    const pages = Array.from({ length: 4000 }, (_, i) => pageOf(`page ${i}`))
    for (const page of pages) admit(memo, page)
    for (const page of pages) admit(memo, page)
    // A few share the place in which they are noted with several others.
    expect(memo.entries.stats().entries).toBeGreaterThan(3600)
  })
})

describe('a page is found', () => {
  const page = pageOf('mine', fragment)
  const key = keyOf(page)
  const others = [
    { name: 'a different text', other: pageOf('your', fragment) },
    { name: 'a text that starts with the same text', other: pageOf('mine and yours', fragment) },
    { name: 'a different fragment', other: pageOf('mine', new StaticFragment('<p>')) },
    { name: 'the same chunks in a different order', other: pageOf(fragment, 'mine') },
    { name: 'an empty page', other: pageOf() },
    { name: 'its composition as text', other: pageOf(String(page.identityBytes)) }
  ]

  test.each(others)('by its key only if it is the same page, not $name', ({ other }) => {
    const entry = admitted(memo, page)
    expect(memo.find(key, other)).toBe(undefined)
    expect(memo.entries.stats()).toMatchObject({ hits: 1, misses: 1 })

    // The other one does not take its place either, however often it is seen.
    for (let i = 0; i < 3; i++) admitAs(memo, key, other, other.toBuffer(), 'identity')
    expect(memo.find(key, other)).toBe(undefined)
    expect(memo.find(key, page)).toBe(entry)
    expect(entry.bodies.identity.equals(page.toBuffer())).toBe(true)
    expect(memo.entries.stats()).toMatchObject({ entries: 1, hits: 2, misses: 2 })
  })
})

describe('the size', () => {
  test('includes composition and key', () => {
    for (const text of ['', 'a', 'long '.repeat(2000), '世'.repeat(5000)]) {
      const memo = new Memo(1e6)
      const page = pageOf(text, fragment)
      admitted(memo, page, bodyOf(100), 'gzip')
      const own = 100 + page.identityBytes.length + keyOf(page).length
      expect(memo.entries.stats().bytes).toBeGreaterThanOrEqual(own)
      // Objects take some as well, but no more than that.
      expect(memo.entries.stats().bytes).toBeLessThan(own + 4096)

      const longer = new Memo(1e6)
      for (let i = 0; i < 2; i++) admitAs(longer, keyOf(page).padStart(1000), page, bodyOf(100), 'gzip')
      expect(longer.entries.stats().bytes - memo.entries.stats().bytes).toBe(1000 - keyOf(page).length)
    }
  })

  test('is updated when a body is added or replaced', () => {
    const page = pageOf('a', fragment)
    const key = keyOf(page)
    admitted(memo, page, bodyOf(1000), 'identity')
    const { bytes } = memo.entries.stats()

    memo.addBody(key, find(memo, page), 'gzip', bodyOf(300))
    expect(memo.entries.stats()).toMatchObject({ entries: 1, evictions: 0, bytes: bytes + 300 })
    memo.addBody(key, find(memo, page), 'br', bodyOf(250))
    expect(memo.entries.stats()).toMatchObject({ entries: 1, evictions: 0, bytes: bytes + 550 })
    memo.addBody(key, find(memo, page), 'gzip', bodyOf(200))
    expect(memo.entries.stats()).toMatchObject({ entries: 1, evictions: 0, bytes: bytes + 450 })
    expect(find(memo, page).bodies).toEqual({ identity: bodyOf(1000), gzip: bodyOf(200), br: bodyOf(250) })
  })

  test('never exceeds the maximum', () => {
    const most = 50_000
    const steps = fc.array(fc.record({
      page: fc.nat(12),
      coding: fc.constantFrom('identity', 'gzip', 'br'),
      length: fc.oneof(fc.nat(2000), fc.nat(60_000))
    }), { maxLength: 60 })
    fc.assert(fc.property(steps, (steps) => {
      const memo = new Memo(most)
      for (const { page: index, coding, length } of steps) {
        const page = pageOf('text '.repeat(index * 50), fragment)
        const entry = find(memo, page)
        if (entry) memo.addBody(keyOf(page), entry, coding, bodyOf(length))
        else admitted(memo, page, bodyOf(length), coding)

        const { bytes } = memo.entries.stats()
        const held = [...memo.entries.values()].flatMap(({ composition, bodies }) => [composition, ...Object.values(bodies)])
        expect(bytes).toBeLessThanOrEqual(most)
        expect(bytes).toBeGreaterThanOrEqual(held.reduce((sum, { length }) => sum + length, 0))
      }
    }))
  })

  test('includes no surrounding memory: bodies are copied if needed', () => {
    const page = pageOf('a', fragment)
    const pooled = [Buffer.from('identity body'), Buffer.allocUnsafe(20).fill('g'), Buffer.alloc(1000, 'b').subarray(100, 200)]
    // Otherwise this shows nothing.
    for (const { buffer, length } of pooled) expect(buffer.byteLength).toBeGreaterThan(length)

    admitted(memo, page, pooled[0], 'identity')
    memo.addBody(keyOf(page), find(memo, page), 'gzip', pooled[1])
    memo.addShorter(keyOf(page), find(memo, page).progress, 'br', pooled[2].subarray(0, 15), 2000)

    const { composition, bodies } = find(memo, page)
    expect(Object.keys(bodies)).toEqual(['identity', 'gzip', 'br'])
    for (const { buffer, length } of [composition, ...Object.values(bodies)]) expect(buffer.byteLength).toBe(length)
    expect(Object.values(bodies).map(String)).toEqual(['identity body', 'g'.repeat(20), 'b'.repeat(15)])
    for (const body of pooled) body.fill(0)
    expect(Object.values(bodies).map(String)).toEqual(['identity body', 'g'.repeat(20), 'b'.repeat(15)])
  })
})

describe('eviction', () => {
  const SIZE = 10_000
  const ROOM = 3.5 * SIZE
  const pages = ['a', 'b', 'c', 'd', 'e'].map((text) => pageOf(text))
  const [a, b, c, d, e] = pages
  const put = (memo, page) => admitted(memo, page, bodyOf(SIZE - 1500))
  const held = (memo) => pages.filter((page) => memo.entries.has(keyOf(page))).map(String).join('')
  beforeEach(() => {
    memo = new Memo(ROOM)
    for (const page of [a, b, c]) put(memo, page)
  })

  test('removes the least recently used page', () => {
    expect(held(memo)).toBe('abc')
    expect(memo.entries.stats()).toMatchObject({ entries: 3, evictions: 0 })

    find(memo, a)
    put(memo, d)
    expect(held(memo)).toBe('acd')
    expect(memo.entries.stats()).toMatchObject({ entries: 3, evictions: 1 })

    put(memo, e)
    expect(held(memo)).toBe('ade')
    expect(memo.entries.stats()).toMatchObject({ entries: 3, evictions: 2 })
  })

  test('also happens when a page grows', () => {
    memo.addBody(keyOf(a), find(memo, a), 'gzip', bodyOf(SIZE))
    expect(held(memo)).toBe('ac')
    expect(memo.entries.stats()).toMatchObject({ entries: 2, evictions: 1 })
  })

  test('does not happen for a page larger than the memo, which is not stored', () => {
    for (const [page, body] of [[d, bodyOf(ROOM)], [pageOf('x'.repeat(ROOM)), bodyOf(10)], [e, bodyOf(100 * ROOM)]]) {
      for (let i = 0; i < 3; i++) {
        admit(memo, page, body)
        expect(find(memo, page)).toBe(undefined)
      }
    }
    expect(held(memo)).toBe('abc')
    expect(memo.entries.stats()).toMatchObject({ entries: 3, evictions: 0 })
  })

  test('keeps the page without a body that makes it larger than the memo', () => {
    memo.addBody(keyOf(a), find(memo, a), 'gzip', bodyOf(ROOM))
    expect(Object.keys(find(memo, a).bodies)).toEqual(['identity'])
  })
})

describe('a Brotli body', () => {
  const page = pageOf('a', fragment)
  const key = keyOf(page)
  const memoWith = (bodies) => {
    const [first, ...others] = Object.entries(bodies)
    admitted(memo, page, first[1], first[0])
    for (const [coding, body] of others) memo.addBody(key, find(memo, page), coding, body)
    return memo
  }

  test.each([
    { name: 'shorter than Brotli', bodies: { identity: 1000, br: 400 }, length: 399, taken: true },
    { name: 'as long as Brotli', bodies: { identity: 1000, br: 400 }, length: 400, taken: false },
    { name: 'shorter than gzip', bodies: { gzip: 500 }, length: 499, taken: true },
    { name: 'as long as gzip', bodies: { gzip: 500 }, length: 500, taken: false },
    { name: 'shorter than the page', bodies: { identity: 1000 }, length: 999, taken: true }
  ])('$name: stored $taken', ({ bodies, length, taken }) => {
    const memo = memoWith(Object.fromEntries(Object.entries(bodies).map(([coding, length]) => [coding, bodyOf(length)])))
    const before = find(memo, page)
    memo.addShorter(key, before.progress, 'br', bodyOf(length, 'y'), 1000)
    expect(find(memo, page).bodies).toEqual(taken ? { ...before.bodies, br: bodyOf(length, 'y') } : before.bodies)
    expect(find(memo, page).progress).toBe(before.progress)
  })

  test.each([
    { name: 'cleared', leave: (memo) => memo.clear() },
    { name: 'evicted', leave: (memo) => memo.entries.delete(key) },
    { name: 'evicted and admitted anew', leave: (memo) => { memo.entries.delete(key); admitted(memo, page, bodyOf(500, 'z'), 'gzip') } }
  ])('is not stored for a page that was $name meanwhile', ({ leave }) => {
    const memo = memoWith({ gzip: bodyOf(500) })
    const entry = find(memo, page)
    leave(memo)
    const { entries, bytes } = memo.entries.stats()
    memo.addShorter(key, entry.progress, 'br', bodyOf(10), 1000)
    memo.addBody(key, entry, 'gzip', bodyOf(10))
    expect(memo.entries.stats()).toMatchObject({ entries, bytes })
    expect(find(memo, page)?.bodies.gzip).toEqual(entries ? bodyOf(500, 'z') : undefined)
  })
})

describe('the counts', () => {
  test('of a new memo are zero', () => {
    expect(new Memo(1).entries.stats()).toEqual({ hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 })
  })

  test('continue after clear(), and every page is new again', () => {
    const [one, two] = [pageOf('one'), pageOf('two')]
    admitted(memo, one)
    admit(memo, two)
    memo.clear()
    // To be cleared is not to be evicted.
    expect(memo.entries.stats()).toEqual({ hits: 1, misses: 0, evictions: 0, entries: 0, bytes: 0 })

    for (const page of [one, two]) {
      admit(memo, page)
      expect(find(memo, page)).toBe(undefined)
      admit(memo, page)
      expect(find(memo, page)).toBeDefined()
    }
    expect(memo.entries.stats()).toMatchObject({ hits: 3, misses: 2, evictions: 0, entries: 2 })
  })
})
