'use strict'

const zlib = require('node:zlib')
const fc = require('fast-check')
const { LONGEST_MATCH, SHORTEST_MATCH, WINDOW, distances, lengths } = require('../../../lib/codings/gzip/alphabets')
const { BitWriter } = require('../../../lib/codings/gzip/bit-writer')
const { huffmanCodeOf } = require('../../../lib/codings/gzip/code')
const { canonicalCodes, lengthsOf } = require('../../../lib/codings/gzip/huffman')
const { loadPage, tokensOf } = require('../../../lib/codings/gzip/matches')
const { Rendered } = require('../../../lib/page/rendered')
const { StaticFragment } = require('../../../lib/page/static-fragment')
const { anyCharacter } = require('../../support/any-character')
const { propertyRuns } = require('../../support/level')
const { noise, prose } = require('../../support/prose')

const code = huffmanCodeOf(new Rendered([new StaticFragment(prose(5000))]))
const NOTHING = Buffer.alloc(0)

/** The text of tokens, by their definition. A match in `before` has a distance to its end. */
function textOf (tokens, before = NOTHING) {
  const bytes = [...before]
  for (const token of tokens) {
    if (token >= 0 && token < 256) {
      bytes.push(token)
    } else {
      const start = bytes.length - (Math.abs(token) & 0xffff)
      const end = start + (Math.abs(token) >>> 16)
      // Each match is within one fragment: the other one may be elsewhere on the page.
      if (token < 0) expect([start >= 0, end <= before.length]).toEqual([true, true])
      else expect(start).toBeGreaterThanOrEqual(before.length)
      for (let i = start; i < end; i++) bytes.push(bytes[i])
    }
  }
  return Buffer.from(bytes.slice(before.length))
}

/** What zlib inflates from tokens in a block, behind a stored block of text that they may refer to. */
function inflated (tokens, before = NOTHING) {
  const writer = new BitWriter()
  if (before.length > 0) {
    writer.put(0, 8)
    writer.put(before.length | ~before.length << 16, 32)
    writer.bytes(before)
  }
  writer.string(code.header, code)
  writer.tokens(tokens, tokens.length, code)
  writer.put(code.end >>> 5, code.end & 31)
  writer.put(3, 10)
  return zlib.inflateRawSync(writer.toBuffer()).subarray(before.length)
}

describe('a writer of bits', () => {
  test.each(Array.from({ length: 32 }, (_, bit) => ({ bit })))('writes numbers and bytes at bit $bit', ({ bit }) => {
    for (let bits = 1; bits <= 32; bits++) {
      const value = 0xdeadbeef % 2 ** bits
      const writer = new BitWriter()
      writer.put(0, bit)
      writer.put(value | 0, bits)
      writer.bytes(Buffer.from('end'))
      const written = writer.toBuffer()
      const expected = BigInt(value) << BigInt(bit)
      const size = Math.ceil((bit + bits) / 8)
      expect(BigInt('0x' + Buffer.from(written.subarray(0, size)).reverse().toString('hex'))).toBe(expected)
      expect(written.subarray(size).toString()).toBe('end')
    }
  })

  test.each(Array.from({ length: 32 }, (_, bit) => ({ bit })))('writes static text at bit $bit', ({ bit }) => {
    const fragment = new StaticFragment(prose(700, bit))
    const direct = new BitWriter()
    const copied = new BitWriter()
    for (const writer of [direct, copied]) writer.put(0, bit)
    const tokens = tokensOf(fragment.bytes, NOTHING)
    direct.tokens(tokens, tokens.length, code)
    copied.string(code.stringOf(fragment), code, 0)
    for (const writer of [direct, copied]) writer.put(0b101, 3)
    expect(copied.toBuffer()).toEqual(direct.toBuffer())
  })

  test('has room for any size, and gives much of it back', () => {
    const writer = new BitWriter()
    const bytes = Buffer.from(noise(3_000_000))
    writer.bytes(bytes)
    expect(writer.toBuffer().equals(bytes)).toBe(true)
    expect(writer.memory.length).toBeGreaterThan(bytes.length)
    writer.clear()
    expect(writer.memory.length).toBeLessThan(1 << 20)
  })
})

test('the memory of a page grows with it, and is given back', () => {
  const load = (length) => loadPage(new Rendered([new StaticFragment(noise(length))]))
  expect(load(3_000_000).buffer.byteLength).toBeGreaterThanOrEqual(3_000_000)
  expect(load(1000).buffer.byteLength).toBeLessThan(1 << 20)
})

describe('tokens in a block are those of zlib:', () => {
  test('each literal', () => {
    const tokens = Array.from({ length: 256 }, (_, byte) => byte)
    expect(inflated(tokens)).toEqual(Buffer.from(tokens))
  })

  const before = Buffer.from(noise(WINDOW))

  test('each length', () => {
    for (let length = SHORTEST_MATCH; length <= LONGEST_MATCH; length++) {
      const tokens = [length << 16 | 1000, 65]
      expect(inflated(tokens, before)).toEqual(Buffer.concat([before.subarray(-1000, length - 1000), Buffer.from('A')]))
    }
  })

  test('the first and the last distance of each symbol', () => {
    const all = distances.firsts.flatMap((first, symbol) => [first, first + 2 ** distances.extraBits[symbol] - 1])
    expect(all.at(-1)).toBe(WINDOW)
    for (const distance of all) {
      const length = Math.min(distance, LONGEST_MATCH)
      if (length < SHORTEST_MATCH) continue
      expect(inflated([length << 16 | distance], before).equals(before.subarray(WINDOW - distance, WINDOW - distance + length))).toBe(true)
    }
    // Shorter distances repeat themselves.
    expect(inflated([65, 258 << 16 | 1]).toString()).toBe('A'.repeat(259))
    expect(inflated([65, 66, 258 << 16 | 2]).toString()).toBe('AB'.repeat(130))
  })

  test('the symbols of RFC 1951, section 3.2.5', () => {
    expect(lengths.firsts).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258])
    expect(distances.firsts.slice(-4)).toEqual([8193, 12289, 16385, 24577])
  })
})

describe('the tokens of static text', () => {
  const text = fc.oneof(
    fc.tuple(fc.nat(3000), fc.nat(9)).map(([length, seed]) => prose(length, seed)),
    fc.nat(2000).map((length) => noise(length)),
    fc.tuple(fc.string({ unit: anyCharacter, maxLength: 8 }), fc.nat(300)).map(([unit, times]) => unit.repeat(times))
  ).map((text) => Buffer.from(text))

  test('give it again, by matches in itself and the text before', () => {
    fc.assert(fc.property(text, fc.oneof(fc.constant(NOTHING), text), (bytes, before) => {
      const tokens = tokensOf(bytes, before)
      expect(textOf(tokens, before).equals(bytes)).toBe(true)
      if (before.length === 0) expect(inflated(tokens).equals(bytes)).toBe(true)
    }), propertyRuns(300))
  })

  test('have no distance beyond the window', () => {
    const long = Buffer.from(prose(500, 1) + noise(WINDOW) + prose(500, 1))
    const tokens = tokensOf(long, NOTHING)
    expect(Math.max(...tokens.filter((token) => token > 255).map((token) => token & 0xffff))).toBeLessThanOrEqual(WINDOW)
    expect(inflated(tokens).equals(long)).toBe(true)
    const exact = Buffer.from('0123456789' + 'x'.repeat(WINDOW - 10) + '0123456789')
    expect(tokensOf(exact, NOTHING)).toContain(10 << 16 | WINDOW)
  })

  test('are nearly as short as those of zlib, in a code for HTML', () => {
    const bytes = Buffer.from(prose(20_000))
    const size = zlib.deflateRawSync(bytes, { level: 9 }).length
    const own = huffmanCodeOf(new Rendered([new StaticFragment(bytes.toString())]))
    const string = own.stringOf(new StaticFragment(bytes.toString()))
    expect(4 * string.words.length).toBeLessThan(1.08 * size)
  })

  // A megabyte of them would block the event loop for seconds.
  test.each([
    { name: 'equal bytes', bytes: Buffer.alloc(60_000, 'a') },
    { name: 'alternating bytes', bytes: Buffer.from('ab'.repeat(30_000)) },
    { name: 'texts that differ late', bytes: Buffer.from(Array.from({ length: 600 }, (_, i) => 'x'.repeat(95) + i).join('')) }
  ])('take linear time for $name', ({ bytes }) => {
    expect(textOf(tokensOf(bytes, NOTHING)).equals(bytes)).toBe(true)
  })
})

describe('the lengths of a Huffman code', () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true }), fc.nat(30).map((power) => 2 ** power)), { minLength: 2, maxLength: 286 })
    .filter((list) => list.filter((count) => count > 0).length > 1)

  test('fill the code exactly, within the limit, the more frequent the shorter', () => {
    fc.assert(fc.property(counts, fc.constantFrom(9, 12, 15), (list, limit) => {
      const codeLengths = [...lengthsOf(list, limit)]
      expect(codeLengths.map((length) => length > 0)).toEqual(list.map((count) => count > 0))
      expect(Math.max(...codeLengths)).toBeLessThanOrEqual(limit)
      expect(codeLengths.filter((length) => length > 0).reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1)
      const sorted = [...list.keys()].filter((symbol) => list[symbol] > 0).sort((a, b) => list[b] - list[a])
      for (let i = 1; i < sorted.length; i++) {
        if (list[sorted[i - 1]] > list[sorted[i]]) expect(codeLengths[sorted[i - 1]]).toBeLessThanOrEqual(codeLengths[sorted[i]])
      }
    }), propertyRuns(300))
  })

  test('give the codes of RFC 1951, section 3.2.2', () => {
    const codes = canonicalCodes([3, 3, 3, 3, 3, 2, 4, 4])
    expect([...codes].map((bits, i) => bits.toString(2).padStart([3, 3, 3, 3, 3, 2, 4, 4][i], '0').split('').reverse().join('')))
      .toEqual(['010', '011', '100', '101', '110', '00', '1110', '1111'])
  })
})
