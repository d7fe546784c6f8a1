'use strict'

const { createHash } = require('node:crypto')
const fc = require('fast-check')
const { Rendered } = require('../../..')
const { Dictionary } = require('../../../lib/codings/dcz/dictionary')
const { encodeDcz } = require('../../../lib/codings/dcz/zstd')
const { StaticFragment } = require('../../../lib/page/static-fragment')
const { GzipMember } = require('../../../lib/codings/gzip/gzip')
const { anyCharacter } = require('../../support/any-character')
const { propertyRuns } = require('../../support/level')
const { noise, prose } = require('../../support/prose')
const { HEADER_BYTES, describeUnzstd } = require('../../support/unzstd')

const SIZE = 1 << 20
const BLOCK = 128 << 10
const MOST_BYTES = 8 << 20

const fragment = (text) => new StaticFragment(text)
const fragmentsOf = (chunks) => chunks.filter((chunk) => typeof chunk !== 'string')
const dictionaryOf = (chunks, size = SIZE) => new Dictionary([Buffer.from('<td class="price">'), ...fragmentsOf(chunks).map(({ bytes }) => bytes)], size)

/** The same characters in another order at each place, so that they hardly match. */
const shuffled = (characters, length) => {
  const numbers = noise(length)
  return Array.from({ length }, (_, i) => characters[numbers.charCodeAt(i) % characters.length]).join('')
}

const layout = fragment(prose(3000))
const long = fragment(prose(3 * BLOCK, 2))
const other = fragment(prose(700, 3))
const short = fragment('<hr>')

/** Every code point's bytes in UTF-8, and those around the limits. */
const everyByte = Array.from({ length: 0x110 }, (_, i) => String.fromCodePoint(i * 0x1000 + (i * 7919 & 0xfff))).join('').toWellFormed()

/** A rare byte after a common one, in the proportions of a Fibonacci sequence: its code would be longer than 11 bits. */
const skewed = Array.from({ length: 20 }, (_, i) => String.fromCharCode(65 + i).repeat(Math.round(1.618 ** i))).join('')
const inDisorder = (text) => [...text].map((character, i) => [Math.imul(i + 1, 0x9e3779b1) >>> 0, character]).sort(([a], [b]) => a - b).map(([, character]) => character).join('')

/** Random bytes: one of them more often than others, and three hardly ever. */
const uneven = Buffer.concat(Array.from({ length: 1250 }, (_, i) => createHash('sha256').update(`${i}`).digest())).map((byte, i) => byte < 7 && i > 150 ? 65 : byte)

const PAGES = {
  'an empty page': [],
  'an empty text': [''],
  'one byte': ['a'],
  'two fragments': [layout, other],
  'text between fragments': [layout, 'Hello, ', other, prose(300, 4), layout],
  'text alone, in a code': [prose(2000)],
  'text alone, in a code of four streams and 18 bits': [shuffled('abcdefgh', 40_000)],
  'random text': [noise(300)],
  'random bytes': [new StaticFragment(undefined, Buffer.from(noise(3000)).map((byte, i) => byte * i))],
  'one character': ['a'.repeat(5000)],
  'two characters': [shuffled('ab', 2000)],
  'characters of one weight': [shuffled('\0\x01\x02\x03', 2000)],
  'one character, again and again between fragments': Array.from({ length: 700 }, () => ['a', short]).flat(),
  'two characters with the first codes, again and again between fragments': Array.from({ length: 700 }, (_, i) => [i % 3 ? '\0' : '\x01', short]).flat(),
  'bytes whose weights are too long for their description': [new StaticFragment(undefined, uneven)],
  'characters of codes with 11 bits': [inDisorder(skewed)],
  'all bytes of UTF-8': [everyByte, layout, everyByte.repeat(20)],
  'a literal run of 65,536 bytes before a match': [noise(65_536), layout],
  'a literal run of 100,000 bytes behind matches': [layout, 'a', other, noise(100_000)],
  'a fragment of three blocks': ['a', long, 'b', long],
  'text that is not matched, of three blocks': [noise(3 * BLOCK + 1)],
  'text of three blocks': [prose(3 * BLOCK), layout, prose(BLOCK, 5)],
  'more sequences than a block has': [noise(18_000).replace(/.../g, '<td class="price">$&')],
  'equal offsets': [Array.from({ length: 100 }, (_, i) => `<li>${String(i * 7919 % 1000).padStart(4)}</li>`).join(''), layout, layout, layout],
  ...Object.fromEntries([1, 2, 3, 4, 5].flatMap((bytes) => [
    [`a fragment of ${bytes} bytes`, [layout, new StaticFragment(undefined, Buffer.from('<br/>').subarray(0, bytes)), layout]],
    [`a fragment with ${bytes} bytes before the end of a block`, [noise(BLOCK - bytes), other, layout]],
    [`a fragment with ${bytes} bytes behind the end of a block`, [noise(BLOCK - other.byteLength + bytes), other, layout, prose(500, 6)]]
  ])),
  ...Object.fromEntries([-1, 0, 1].map((more) => [`text of a block and ${more} bytes`, [noise(BLOCK + more)]])),
  ...Object.fromEntries([255, 256, 65_791, 65_792].map((bytes) => [`a page of ${bytes} bytes`, ['a'.repeat(bytes)]]))
}

const WAYS = [{ matchesText: true }, { matchesText: false }]

function defineTests (decode) {
  function expectPage (chunks, dictionary, how) {
    const page = new Rendered(chunks).toBuffer()
    const bytes = encodeDcz(new Rendered(chunks), dictionary, how)
    expect(decode(bytes, dictionary.bytes).equals(page)).toBe(true)
    // A block has three bytes of its own.
    expect(bytes.length).toBeLessThanOrEqual(HEADER_BYTES + 9 + page.length + 3 * (Math.floor(page.length / BLOCK) + 1))
  }

  test.each(Object.entries(PAGES))('decodes %s', (name, chunks) => {
    for (const how of WAYS) {
      expectPage(chunks, dictionaryOf(chunks), how)
      expectPage(chunks, dictionaryOf([layout]), how)
    }
  })

  test('decodes an offset that is that of a match in a block that is sent as it is', () => {
    const [short, between] = [Buffer.from('<p>'), noise(2 * BLOCK, 2)]
    const dictionary = new Dictionary([short, Buffer.from(between), layout.bytes], SIZE)
    for (const how of WAYS) expectPage([noise(100), new StaticFragment(undefined, short), noise(2 * BLOCK, 3), layout, layout], dictionary, how)
  })

  test('decodes pages of any fragments and text', () => {
    const text = fc.oneof(
      { weight: 8, arbitrary: fc.string({ unit: anyCharacter, maxLength: 300 }).map((text) => text.toWellFormed()) },
      { weight: 8, arbitrary: fc.tuple(fc.nat(5000), fc.nat()).map(([length, seed]) => prose(length, seed)) },
      { weight: 4, arbitrary: fc.tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.nat(2000)).map(([text, count]) => text.repeat(count)) },
      fc.tuple(fc.nat(200_000), fc.nat(), fc.constantFrom(noise, prose)).map(([length, seed, make]) => make(length, seed))
    )
    const chunk = fc.oneof(text, text.map(fragment))
    fc.assert(fc.property(fc.array(chunk, { maxLength: 8 }), fc.array(chunk, { maxLength: 3 }), fc.nat(SIZE), fc.constantFrom(...WAYS), (chunks, more, size, how) => {
      const fragments = fragmentsOf(chunks)
      const dictionary = dictionaryOf([...fragments, ...fragmentsOf(more)], size + 18)
      expectPage([...chunks, ...fragments], dictionary, how)
    }), propertyRuns(2000))
  })
}

describeUnzstd('a page as dcz', defineTests)

test('the header of dcz has the hash of the dictionary', () => {
  const dictionary = dictionaryOf([layout])
  const bytes = encodeDcz(new Rendered(['a']), dictionary)
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]))
  expect(bytes.subarray(8, HEADER_BYTES)).toEqual(createHash('sha256').update(dictionary.bytes).digest())
})

describe('the size of a page as dcz', () => {
  test('is that of its dynamic text', () => {
    const dictionary = dictionaryOf([layout, long, other])
    expect(encodeDcz(new Rendered([layout, 'Hello', other]), dictionary).length).toBeLessThan(HEADER_BYTES + 50)
    expect(encodeDcz(new Rendered([layout, 'Hello', long, other]), dictionary).length).toBeLessThan(HEADER_BYTES + 120)
  })

  test('is less than that of gzip', () => {
    const chunks = [layout, prose(1000, 9), other, noise(200, 9)]
    const gzip = new GzipMember(new Rendered(chunks), { deflatesText: true }).toBuffer()
    expect(encodeDcz(new Rendered(chunks), dictionaryOf(chunks)).length).toBeLessThan(0.65 * gzip.length)
  })

  test('is that of other text where there are more sequences than a block has', () => {
    const page = new Rendered(PAGES['more sequences than a block has'])
    expect(encodeDcz(page, dictionaryOf([])).length).toBeLessThan(0.3 * page.byteLength)
  })

  test('is less with short static text in the dictionary', () => {
    const text = Array.from({ length: 10 }, (_, i) => `<section data-part="${i}" class="wide">`)
    const [without, having] = [[], text].map((texts) => encodeDcz(new Rendered([text.join('')]), new Dictionary([layout.bytes, ...texts.map((text) => Buffer.from(text))], SIZE)).length)
    expect(having).toBeLessThan(without - 20)
  })

  test('is undefined for a page that browsers do not decode', () => {
    const dictionary = dictionaryOf([layout])
    expect(encodeDcz(new Rendered(['a'.repeat(MOST_BYTES + 1)]), dictionary)).toBeUndefined()
    expect(encodeDcz(new Rendered(['a'.repeat(MOST_BYTES)]), dictionary).length).toBeLessThan(10_000)
  })
})

describe('text that is not matched', () => {
  const texts = [prose(4000, 4), noise(4000), layout.text.slice(0, 4000).padEnd(4000), 'a'.repeat(4000)]

  test('has a part in the size by its length alone', () => {
    const dictionary = dictionaryOf([layout, other])
    for (const count of [1, 30]) {
      const sizes = texts.map((text) => {
        const bytes = Buffer.from(text).subarray(0, 3000).toString('latin1').replace(/[^\0-\x7f]/g, '?')
        return encodeDcz(new Rendered(Array.from({ length: count }, () => [bytes, layout, bytes, other]).flat()), dictionary, { matchesText: false }).length
      })
      expect(new Set(sizes).size).toBe(1)
    }
  })

  test('stands in the page as it is', () => {
    const bytes = encodeDcz(new Rendered([layout, texts[0], other]), dictionaryOf([layout, other]), { matchesText: false })
    expect(bytes.includes(texts[0])).toBe(true)
  })
})
