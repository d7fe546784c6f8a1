'use strict'

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const zlib = require('node:zlib')
const fc = require('fast-check')
const fflate = require('fflate')
const pako = require('pako')
const { Rendered } = require('../../..')
const { withSites } = require('../../../bench/nginx')
const { WINDOW } = require('../../../lib/codings/gzip/alphabets')
const { loadPage } = require('../../../lib/codings/gzip/matches')
const { GzipMember } = require('../../../lib/codings/gzip/gzip')
const { Splicer } = require('../../../lib/page/splicer')
const { StaticFragment } = require('../../../lib/page/static-fragment')
const { freePort } = require('../../support/free-port')
const { readMember } = require('../../support/gzip-member')
const { everything, propertyRuns } = require('../../support/level')
const { listen } = require('../../support/listen')
const { describeWith } = require('../../support/programs')
const { noise, prose } = require('../../support/prose')
const { viewFolder } = require('../../support/view-folder')

const MEGABYTES = everything ? 10 : 1

/** What each stored block takes beside its bytes, and how many of those fit in. */
const BLOCK_BYTES = 5
const MOST_STORED = 65_535

const fragment = (text) => new StaticFragment(text)

/** Pages are made anew, since one that was asked for its bytes knows more than a new one. */
const pageOf = (chunks) => new Rendered(chunks)
const memberOf = (chunks, deflatesText = true) => new GzipMember(pageOf(chunks), { deflatesText })
const gzip = (chunks, deflatesText) => memberOf(chunks, deflatesText).toBuffer()

/** Repeats `chunks` with the index of each turn in its text. */
const loop = (turns, chunks) => Array.from({ length: turns }, (_, i) => (
  chunks.map((chunk) => typeof chunk === 'string' ? `${chunk} ${i} ${i * 7919 % 1000}` : chunk)
)).flat()

/** Those in JavaScript take seconds for longer pages. */
const decoders = [zlib.gunzipSync, fflate.gunzipSync, pako.ungzip]
const MOST_DECODED = everything ? 20e6 : 200e3

/** Compared as a whole: what differs in a page of megabytes is not worth printing. */
function expectPage (bytes, chunks) {
  const expected = pageOf(chunks).toBuffer()
  const { content, crc32, size } = readMember(bytes)
  expect(content.equals(expected)).toBe(true)
  for (const gunzip of expected.length > MOST_DECODED ? [zlib.gunzipSync] : decoders) expect(expected.equals(gunzip(bytes))).toBe(true)
  expect({ crc32, size }).toEqual({ crc32: zlib.crc32(expected), size: expected.length })
}

const short = fragment(prose(300, 2))
const long = fragment(prose(900, 3))
const longer = fragment(prose(20_000, 4))
const longerThanWindow = fragment(prose(45_000, 6))

/** Cached fragments that differ in a part of their text only. */
const rows = (count, length, kindOf = () => 'row') => Array.from({ length: count }, (_, i) => (
  Object.assign(new StaticFragment(undefined, Buffer.from(prose(length - 100, 5) + prose(100, i + 10))), { kind: kindOf(i) })
))

const pages = [
  { name: 'nothing', chunks: [] },
  { name: 'one fragment', chunks: [long] },
  { name: 'one fragment longer than the window', chunks: [longerThanWindow] },
  { name: 'text around fragments longer than the window', chunks: ['a', longerThanWindow, 'b'.repeat(999), longerThanWindow, prose(999, 8), long, longerThanWindow] },
  { name: 'the same fragment thousands of times', chunks: Array(1000 * MEGABYTES).fill(long) },
  { name: 'a loop of short fragments', chunks: loop(500, ['row', short, 'cell', fragment('</td>')]) },
  { name: 'cached rows', chunks: ['rows', ...rows(50, 600), 'end', ...rows(2, 5000)] },
  { name: 'a fragment at the end of the window and beyond', chunks: [long, noise(31_000).slice(0, 31_000), short, noise(900, 2), long, noise(3000), long] },
  { name: 'one fragment after another, in turn', chunks: loop(40, [long, 'a', short, 'b', longer, 'c']) },
  { name: 'text in a script that the templates do not have', chunks: [longer, '日本語の本文です。'.repeat(40), short, 'これは別の文です、繰り返しません。'] },
  { name: 'only such text', chunks: [Array.from({ length: 700 }, (_, i) => String.fromCharCode(0x4e00 + i * 29 % 20_000)).join('')] },
  { name: 'a loop of a fragment of half a window', chunks: loop(20, ['row', fragment(noise(17_000)), short]) },
  { name: 'a loop of a fragment that fills the window', chunks: loop(12, ['1234', fragment(noise(WINDOW - 8, 3))]) },
  { name: 'a loop of long fragments', chunks: loop(50 * MEGABYTES, ['row', long, 'cell', longer]) },
  { name: 'text between fragments, long enough to be deflated', chunks: [long, prose(10_000), longer, prose(5_000), fragment(prose(900, 5)), 'end'] },
  { name: 'data that does not compress', chunks: [noise(5000), fragment(noise(1000)), noise(100), fragment(noise(2000, 2))] },
  { name: 'a fragment longer than a stored block', chunks: [fragment(noise(200_000))] },
  { name: `${MEGABYTES} megabytes of text`, chunks: [prose(MEGABYTES * 1e6)] },
  { name: `${MEGABYTES} megabytes of one fragment`, chunks: ['a', fragment(prose(MEGABYTES * 1e6)), 'b'] },
  { name: `${MEGABYTES} megabytes of many fragments`, chunks: Array.from({ length: 50 * MEGABYTES }, (_, i) => [fragment(prose(20_000, i)), `text ${i}`]).flat() },
  ...[65_534, 65_535, 65_536, 131_070, 131_071].flatMap((length) => [
    { name: `${length} bytes of text`, chunks: ['x'.repeat(length)] },
    { name: `${length} bytes of text among fragments`, chunks: [long, noise(length), long] },
    { name: `${length} bytes of text, in characters that a block can split`, chunks: ['世'.repeat(length / 3) + 'x'.repeat(length % 3)] }
  ])
]
const ways = [{ deflatesText: true }, { deflatesText: false }]

describe.each(ways)('a member with deflatesText $deflatesText', ({ deflatesText }) => {
  test.each(pages)('contains a page of $name', ({ chunks }) => {
    const bytes = gzip(chunks, deflatesText)
    expectPage(bytes, chunks)
    expect(gzip(chunks, deflatesText).equals(bytes)).toBe(true)
  })

  test('contains a page of any chunks', () => {
    const repeated = [short, long, fragment(''), fragment('世'.repeat(300)), fragment('\ud83c')]
    const unit = fc.oneof(
      fc.constantFrom('a', '\0', 'é', '世', '🎉', '\ud83c', '\udf89', '\uffff'),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    )
    const text = fc.oneof(
      { weight: 4, arbitrary: fc.array(unit, { maxLength: 50 }).map((units) => units.join('')) },
      fc.tuple(fc.array(unit, { minLength: 1, maxLength: 9 }), fc.nat(700)).map(([units, times]) => units.join('').repeat(times)),
      fc.tuple(fc.nat(4000), fc.nat()).map(([length, seed]) => noise(length, seed))
    )
    const chunk = fc.oneof(text, fc.constantFrom(...repeated), text.map(fragment))
    fc.assert(fc.property(fc.array(chunk, { maxLength: 12 }), (list) => {
      const out = new Splicer()
      for (const chunk of list) {
        if (typeof chunk === 'string') out.text += chunk
        else out.fragment(chunk)
      }
      const { chunks } = out.end()
      expectPage(gzip(chunks, deflatesText), chunks)
    }), propertyRuns(500))
  })

  test('contains a page that repeats fragments of any length at any distance', () => {
    const length = fc.oneof(fc.integer({ min: 256, max: 40_000 }), fc.integer({ min: WINDOW - 300, max: WINDOW + 3 }), fc.integer({ min: 8190, max: 8194 }))
    const fragments = fc.array(fc.tuple(length, fc.nat(9), fc.boolean()), { minLength: 2, maxLength: 4 })
      .map((list) => list.map(([length, seed, isNoise]) => fragment((isNoise ? noise : prose)(length, seed))))
    const place = fc.tuple(fc.nat(3), fc.oneof(fc.nat(300), fc.integer({ min: 0, max: WINDOW })))
    fc.assert(fc.property(fragments, fc.array(place, { minLength: 2, maxLength: 25 }), (fragments, places) => {
      const chunks = places.flatMap(([index, textLength]) => [noise(textLength + 1, textLength), fragments[index % fragments.length]])
      expectPage(gzip(chunks, deflatesText), chunks)
    }), propertyRuns(500))
  })

  test('has its own memory', () => {
    const chunks = ['a', short, prose(3000)]
    gzip(chunks, deflatesText).fill(0)
    expectPage(gzip(chunks, deflatesText), chunks)
  })

  test('contains its own page even if others are encoded meanwhile', () => {
    const texts = ['<p>', 'b'.repeat(70_000), '世'.repeat(3000), prose(5000)]
    const members = texts.map((text) => memberOf([text, long, 'end'], deflatesText))
    expect(members.every(({ isSmaller }) => typeof isSmaller === 'boolean')).toBe(true)
    for (const [i, member] of members.entries()) expectPage(member.toBuffer(), [texts[i], long, 'end'])
  })

  // More fragments than a function call can have arguments.
  test('contains a page of very many fragments and a text that is worth deflating', () => {
    const one = fragment(prose(300))
    // Each of them has its deflated form.
    gzip([one])
    const chunks = Array.from({ length: 150_000 }, () => one).concat(prose(5000))
    expect(zlib.gunzipSync(gzip(chunks, deflatesText)).equals(pageOf(chunks).toBuffer())).toBe(true)
  })
})

// The beginning of the fragment, or of the text, is found again as long as it is within the window.
test.each([
  { name: 'a repeated fragment', repeated: fragment(noise(900, 7)) },
  { name: 'repeated text', repeated: noise(900, 7) }
])('a match of $name reaches back 32,768 bytes and no further', ({ repeated }) => {
  const chunksAt = (distance, last) => [longer, repeated, fragment(noise(distance - 900, 9)), last]
  const other = noise(900, 8)
  for (const distance of [WINDOW - 900, WINDOW - 899, WINDOW, WINDOW + 1]) {
    expectPage(gzip(chunksAt(distance, repeated)), chunksAt(distance, repeated))
    const saved = gzip(chunksAt(distance, other)).length - gzip(chunksAt(distance, repeated)).length
    expect({ distance, isFound: saved > 100 }).toEqual({ distance, isFound: distance <= WINDOW })
  }
})

test('pages are encoded alike after any others, even gigabytes of them', () => {
  const chunks = [long, prose(900, 8), short, prose(900, 9)]
  const bytes = gzip(chunks)
  // Places are counted on from page to page, until they exceed 31 bits.
  for (let i = 0; i < 2100; i++) {
    loadPage({ byteLength: 2 ** 20, copy () {} })
    if (i % 20 === 0) expect(gzip(chunks).equals(bytes)).toBe(true)
  }
  jest.isolateModules(() => {
    const another = require('../../../lib/codings/gzip/gzip')
    for (const others of [...pages.filter(({ chunks }) => pageOf(chunks).byteLength < 1e5).reverse(), { chunks }]) {
      const member = new another.GzipMember(pageOf(others.chunks), { deflatesText: true })
      expect(member.toBuffer().equals(gzip(others.chunks))).toBe(true)
    }
  })
})

describe('with deflatesText: false, the length of a member depends only on the lengths', () => {
  const ascii = (text) => text.replace(/[^\0-\x7f]/g, '?')

  /** Texts of `length` bytes, from what compresses best to what hardly does. */
  const textsOf = (length) => [
    'x'.repeat(length),
    noise(length),
    '世'.repeat(length / 3) + 'x'.repeat(length % 3),
    ascii(prose(length)),
    // What an attacker would send: text that is already on the page.
    ascii(long.text.repeat(length / long.text.length + 1)).slice(0, length)
  ]

  test('of the fragments and the text', () => {
    for (const length of [1, 100, 2047, 2048, 5000, 65_535, 65_536, 200_000]) {
      const texts = textsOf(length)
      expect(texts.map((text) => Buffer.byteLength(text))).toEqual(texts.map(() => length))
      const lengths = texts.map((text) => gzip([long, text, short], false).length)
      expect(new Set(lengths)).toEqual(new Set([gzip([long, short], false).length + length + BLOCK_BYTES * Math.ceil(length / MOST_STORED)]))
    }
  })

  test('of texts anywhere in a page, as does whether gzip pays', () => {
    const fragments = [short, long, longer]
    const place = fc.record({ before: fc.nat(2), length: fc.integer({ min: 1, max: 6000 }), choices: fc.tuple(fc.nat(4), fc.nat(4)) })
    fc.assert(fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), (places) => {
      const chunksOf = (which) => places.flatMap(({ before, length, choices }) => [fragments[before], textsOf(length)[choices[which]]])
      const members = [0, 1].map((which) => memberOf(chunksOf(which), false))
      expect(members[0].isSmaller).toBe(members[1].isSmaller)
      expect(members[0].toBuffer().length).toBe(members[1].toBuffer().length)
    }), propertyRuns(300))
  })

  test('of texts, unlike with deflatesText: true', () => {
    const [best, worst] = textsOf(5000).map((text) => gzip([long, text], true).length)
    expect(best).toBeLessThan(worst)
  })
})

describe('a member is nearly as short as that of zlib:', () => {
  const ratio = (chunks, level) => gzip(chunks).length / zlib.gzipSync(pageOf(chunks).toBuffer(), { level }).length

  test.each([
    { name: 'long text', chunks: [prose(100_000)] },
    { name: 'a long fragment with some text', chunks: ['a', longer, 'b'] },
    { name: 'a loop of a short fragment', chunks: loop(30, ['row', short]) },
    { name: 'a loop of a long fragment', chunks: loop(100, ['row', long]) },
    { name: 'a loop of several fragments', chunks: loop(100, ['row', short, 'cell', long, 'cell', fragment(prose(600, 6))]) },
    { name: 'a loop in the middle of a page', chunks: [longer, ...loop(100, ['row', short]), fragment(prose(5000, 7))] },
    { name: 'cached rows with text between them', chunks: rows(50, 1000).flatMap((row) => ['row', row]) },
    { name: 'data that does not compress', chunks: [noise(100_000)] }
  ])('$name', ({ chunks }) => expect(ratio(chunks, 6)).toBeLessThan(1.5))

  // Level 1 finds no more than the nearest repetition; a page of one fragment
  // and nothing else is a few times longer, at a hundredth of its own length.
  test('the same fragment and nothing else, a thousand times', () => {
    const chunks = Array(1000).fill(long)
    expect(ratio(chunks, 1)).toBeLessThan(1.5)
    expect(gzip(chunks).length).toBeLessThan(pageOf(chunks).byteLength / 25)
  })

  test('and much shorter than without matching repetitions', () => {
    for (const chunks of [loop(100, ['row', short]), loop(100, ['row', long])]) {
      expect(gzip(chunks, true).length).toBeLessThan(gzip(chunks, false).length / 4)
    }
  })
})

describe('whether gzip pays', () => {
  test.each(pages)('is known, and a member is hardly longer than the page: $name', ({ chunks }) => {
    const { byteLength } = pageOf(chunks)
    for (const { deflatesText } of ways) {
      const member = memberOf(chunks, deflatesText)
      const { length } = member.toBuffer()
      if (!deflatesText || byteLength < 1024) expect(member.isSmaller).toBe(length < byteLength)
      else expect([member.isSmaller, length < 1.001 * byteLength + 40]).toEqual([true, true])
    }
  })

  test('is known without assembling a member of 1 KB or more', () => {
    const load = jest.spyOn(Rendered.prototype, 'copy')
    expect(memberOf([prose(1024)]).isSmaller).toBe(true)
    expect(load).not.toHaveBeenCalled()
    expect(typeof memberOf([prose(500)]).isSmaller).toBe('boolean')
    expect(load).toHaveBeenCalledTimes(1)
  })
})

/** Members of all pages in all ways. */
const membersOfAll = () => pages.flatMap(({ chunks }) => ways.map(({ deflatesText }) => ({ page: pageOf(chunks).toBuffer(), bytes: gzip(chunks, deflatesText) })))

/** Reads files as exactly one member each. */
const PYTHON = `
import sys, zlib
for name in sys.argv[1:]:
    with open(name, 'rb') as file:
        decoder = zlib.decompressobj(31)
        sys.stdout.buffer.write(decoder.decompress(file.read()))
        assert decoder.eof and not decoder.unused_data, name`

describe.each([
  // The first call warns, with a status, of anything behind a member.
  { name: 'gzip', names: ['gzip'], calls: [['-t'], ['-dc']] },
  { name: 'Python', names: ['python3', 'python'], calls: [['-c', PYTHON]] }
])('members', ({ name, names, calls }) => {
  describeWith(name, names, (program) => {
    const folder = viewFolder()

    test('finds no error and gives the pages', () => {
      const members = membersOfAll()
      const files = members.map(({ bytes }, i) => {
        const file = folder.file(`${i}.gz`)
        fs.writeFileSync(file, bytes)
        return file
      })
      const [given] = calls.map((args) => execFileSync(program, [...args, ...files], { stdio: 'pipe', maxBuffer: 2 ** 30 })).slice(-1)
      expect(given.equals(Buffer.concat(members.map(({ page }) => page)))).toBe(true)
    })
  })
})

describeWith('nginx', ['nginx'], (nginx) => {
  const canGunzip = nginx !== '' && spawnSync(nginx, ['-V'], { encoding: 'utf8' }).stderr.includes('gunzip')
  if (!canGunzip && nginx !== '') process.stderr.write('nginx: skipped, since it is built without gunzip\n')

  ;(canGunzip ? test : test.skip)('decodes the pages for clients that do not accept gzip', async () => {
    const members = membersOfAll()
    const { url } = await listen(({ url }, res) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(members[url.slice(1)].bytes))
    const port = await freePort()
    const site = `server { listen 127.0.0.1:${port}; gunzip on; location / { proxy_pass ${url}; } }`
    await withSites(site, [port], async () => {
      for (const [i, { page }] of members.entries()) {
        const response = await fetch(`http://127.0.0.1:${port}/${i}`, { headers: { 'Accept-Encoding': 'identity' } })
        expect(response.headers.get('content-encoding')).toBe(null)
        expect(page.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
      }
    })
  })
})
