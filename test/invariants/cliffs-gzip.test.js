'use strict'

// Ten times beyond each bound of gzip and dcz: what is done for a page in steady state, what is kept, and the bytes beside those of zlib 6.

const zlib = require('node:zlib')
const { Rendered } = require('../..')
const matches = require('../../lib/codings/gzip/matches')
// `code.js` takes the function when it is loaded.
const parse = jest.spyOn(matches, 'tokensOf')
const { codes } = require('../../lib/codings/gzip/code')
const { Dictionary } = require('../../lib/codings/dcz/dictionary')
const { dczWith } = require('../../lib/codings/dcz')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { GzipMember } = require('../../lib/codings/gzip/gzip')
const { everything } = require('../support/level')
const { noise, prose } = require('../support/prose')
const { represent } = require('../support/represent')

const MOST_BYTES = 64 * 1024 * 1024

const fragment = (length, seed) => new StaticFragment(seed + prose(length, seed))
const cached = (length, seed) => new StaticFragment(undefined, Buffer.from(seed + prose(length, seed)))
const layout = [fragment(1000, 1), fragment(500, 2)]
const many = (count, make) => Array.from({ length: everything ? 3 * count : count }, (_, i) => make(i))

/** Pages are made anew, since one that was asked for its bytes knows more than a new one. */
const gzip = (chunks) => new GzipMember(new Rendered(chunks), { deflatesText: true }).toBuffer()
const zlib6 = (chunks) => zlib.gzipSync(new Rendered(chunks).toBuffer())

/** An entry that leaves so many bytes of the memory of all codes. It is touched before each page, so that others are dropped. */
function leave (bytes) {
  codes.clear()
  codes.set('others', { byteLength: MOST_BYTES - bytes })
}

function send (pages) {
  return pages.map((chunks) => {
    codes.get('others')
    return gzip(chunks)
  })
}

/** @returns {{ parsed: number, ratio: number }} how many fragments are parsed for a page, and the bytes by those of zlib 6 */
function measure (pages) {
  parse.mockClear()
  const members = send(pages)
  const parsed = parse.mock.calls.length / pages.length
  expect(codes.calculatedSize).toBeLessThanOrEqual(MOST_BYTES)
  for (const [i, bytes] of members.entries()) {
    if (!zlib.gunzipSync(bytes).equals(new Rendered(pages[i]).toBuffer())) throw new Error('A member has another page')
  }
  const bytesOf = (members) => members.reduce((sum, { length }) => sum + length, 0)
  return { parsed, ratio: bytesOf(members) / bytesOf(pages.map(zlib6)) }
}

/** Which 12 of `count` blocks are on each page of a CMS. */
const orders = (count) => Array.from({ length: Math.ceil(count / 12) }, (_, page) => Array.from({ length: 12 }, (_, i) => (page * 12 + i * 7) % count))

/** Memory for all bits of a case, and a tenth of it. */
const MUCH = 32 * 1024 * 1024
const LITTLE = 140 * 1024

const CASES = {
  'views of a layout': () => many(1300, (i) => [layout[0], fragment(400, i), `user ${i}`, layout[1]]),
  'templates without a layout': () => many(200, (i) => [fragment(2000, i), `user ${i}`, fragment(500, -i)]),
  'blocks of a layout': () => {
    const blocks = many(1300, (i) => fragment(400, i))
    return orders(blocks.length).map((order) => [layout[0], ...order.flatMap((i) => [blocks[i], `user ${i}`]), layout[1]])
  },
  'blocks without a layout': () => {
    const blocks = many(1300, (i) => fragment(400, i))
    return orders(blocks.length).map((order) => order.flatMap((i) => [blocks[i], `user ${i}`]))
  },
  'cached fragments': () => many(1300, (i) => [layout[0], cached(400, i), `user ${i}`, layout[1]])
}

describe.each(Object.entries(CASES))('%s', (_, pagesOf) => {
  const pages = pagesOf()

  test('are parsed once if their bits fit', () => {
    leave(MUCH)
    send(pages)
    expect(codes.calculatedSize - (MOST_BYTES - MUCH)).toBeGreaterThan(10 * LITTLE)
    const { parsed, ratio } = measure([...pages].reverse())
    expect(parsed).toBe(0)
    expect(ratio).toBeLessThan(1.3)
  })

  test('are hardly parsed if their bits take ten times the memory that there is', () => {
    leave(LITTLE)
    send(pages)
    const { parsed, ratio } = measure(pages)
    const most = Math.max(...pages.map((chunks) => 1 + chunks.filter((chunk) => typeof chunk !== 'string').length))
    expect(parsed).toBeLessThan(most / 30)
    expect(ratio).toBeLessThan(1.5)
  })
})

test('blocks of a layout are parsed once, in whatever order they come', () => {
  const blocks = many(650, (i) => fragment(400, i))
  const pageOf = (list) => [layout[0], ...list.flatMap((block, i) => [block, `user ${i}`]), layout[1]]
  const shuffled = (turn) => blocks.map((block, i) => ({ block, place: Math.imul(i + turn, 0x9e3779b1) })).sort((a, b) => a.place - b.place)
  const pagesOf = (turn) => Array.from({ length: blocks.length / 13 }, (_, page) => pageOf(shuffled(turn).slice(13 * page, 13 * page + 13).map(({ block }) => block)))
  leave(MUCH)
  for (let turn = 0; turn < 2; turn++) send(pagesOf(turn))
  expect(measure(pagesOf(99)).parsed).toBe(0)
})

test('what is dropped leaves nothing in its code', () => {
  leave(LITTLE)
  const pages = CASES['blocks of a layout']()
  for (let i = 0; i < 3; i++) send(pages)
  const strings = [...codes.values()].filter((entry) => entry.strings).flatMap(({ strings }) => [...strings.values()].map(({ size }) => size))
  expect(strings).not.toContain(0)
  expect(strings.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(codes.size)
  codes.clear()
  expect(codes.stats()).toMatchObject({ entries: 0, bytes: 0 })
})

test('a page whose validator is strong has the same bytes, whatever is kept', () => {
  const pages = CASES['blocks without a layout']().slice(0, 20)
  leave(MUCH)
  const bodyOf = (chunks, etag) => represent(new Rendered(chunks), { etag, deflatesText: true, accepted: ['gzip'] }).body()
  const first = pages.map((chunks) => bodyOf(chunks, 'strong'))
  leave(LITTLE)
  send(CASES['blocks of a layout']())
  for (const [i, chunks] of pages.entries()) {
    codes.get('others')
    expect(bodyOf(chunks, 'weak').equals(first[i])).toBe(false)
    expect(bodyOf(chunks, 'strong').equals(first[i])).toBe(true)
  }
})

/** Path data as in inline SVG, which hardly repeats itself. */
const svg = (length) => `<svg><path d="${noise(length).replace(/[^\d.LMC ]/g, (other) => other.charCodeAt(0) % 10)}"/></svg>`

beforeEach(() => codes.clear())

describe.each([1000, 4000, 8191, 8192, 12_000, 17_000, 24_000, 30_000, 32_700, 40_000])('rows with a fragment of %i bytes', (length) => {
  const parts = [new StaticFragment(svg(length)), new StaticFragment('</b></li>'.repeat(30))]
  const pageOf = (rows) => Array.from({ length: rows }, (_, i) => [parts[0], `row ${i}`, parts[1]]).flat()

  test.each([2, 6, 12, 20, 40, 200])('%i of them', (rows) => {
    const chunks = pageOf(rows)
    const bytes = gzip(chunks)
    const page = new Rendered(chunks).toBuffer()
    expect(zlib.gunzipSync(bytes).equals(page)).toBe(true)
    expect(bytes.length / zlib6(chunks).length).toBeLessThan(2.2)
  })

  test('as dcz', () => {
    const dictionary = new Dictionary(parts.map(({ bytes }) => bytes), 1 << 20)
    for (const rows of [12, 120]) {
      const frame = dczWith(dictionary).encoderOf(new Rendered(pageOf(rows)), { deflatesText: true })
      expect({ rows, pays: frame.isSmaller }).toEqual({ rows, pays: true })
      expect(frame.toBuffer().length).toBeLessThan(gzip(pageOf(rows)).length)
    }
  })
})
