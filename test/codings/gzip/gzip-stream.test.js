'use strict'

const fs = require('node:fs')
const zlib = require('node:zlib')
const fc = require('fast-check')
const { Rendered } = require('../../..')
const { codes } = require('../../../lib/codings/gzip/code')
const { LargeFile } = require('../../../lib/page/large-file')
const { GzipStream } = require('../../../lib/codings/gzip/gzip')
const { StaticFragment } = require('../../../lib/page/static-fragment')
const { anyCharacter } = require('../../support/any-character')
const { readMember } = require('../../support/gzip-member')
const { inflateSoFar } = require('../../support/inflate-so-far')
const { everything, propertyRuns } = require('../../support/level')
const { noise, prose } = require('../../support/prose')
const { viewFolder } = require('../../support/view-folder')

const fragment = (text) => new StaticFragment(text)
const short = fragment(prose(300, 2))
const long = fragment(prose(900, 3))
const longer = fragment(noise(100_000, 4))

/** Sends parts of a page, and reads each as soon as it is there. */
async function expectParts (parts, deflatesText) {
  const stream = new GzipStream({ deflatesText })
  const pages = parts.map((chunks) => new Rendered(chunks))
  let sent = Buffer.alloc(0)
  let expected = Buffer.alloc(0)
  for (const [i, page] of pages.entries()) {
    sent = Buffer.concat([sent, await stream.encode(page, i === parts.length - 1)])
    expected = Buffer.concat([expected, page.toBuffer()])
    expect(inflateSoFar(sent).equals(expected)).toBe(true)
  }
  const { content, crc32, size } = readMember(sent)
  expect(content.equals(expected)).toBe(true)
  expect({ crc32, size }).toEqual({ crc32: zlib.crc32(expected), size: expected.length })
}

describe.each([true, false])('a stream with deflatesText %p', (deflatesText) => {
  test.each([
    { name: 'an empty page', parts: [[]] },
    { name: 'text and fragments', parts: [['a', long, 'b', short], ['c'], [longer, 'd'], [prose(10_000), short, 'e']] },
    { name: 'text that is worth deflating', parts: [[prose(5000)], [prose(5000, 2), short, prose(5000, 3)], [prose(5000)]] },
    { name: 'text of several blocks', parts: [[noise(200_000)], [noise(65_535)], [noise(65_536)]] },
    { name: 'long text', parts: [['a', prose(300_000), long], ['b'], [prose(400_000, 2)]] },
    { name: 'a character that is split between parts', parts: [['\ud83c'], ['\udf89']] },
    { name: 'many parts', parts: Array.from({ length: 300 }, (_, i) => [`<li>${i}</li>`]) }
  ])('can be decoded part by part: $name', ({ parts }) => expectParts(parts, deflatesText))

  test('can be decoded part by part: any parts', () => {
    const chunk = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.nat(everything ? 200_000 : 20_000).map((length) => noise(length)),
      fc.nat(20_000).map((length) => prose(length)),
      fc.constantFrom(short, long, longer, fragment(''))
    )
    return fc.assert(fc.asyncProperty(fc.array(fc.array(chunk, { maxLength: 4 }), { minLength: 1, maxLength: 6 }), (parts) => expectParts(parts, deflatesText)), propertyRuns(150))
  })
})

test('repetitions are deflated if text is deflated', () => {
  const page = () => new Rendered([short, prose(20_000)])
  const { length } = page().toBuffer()
  expect(new GzipStream({ deflatesText: true }).encode(page(), true).length).toBeLessThan(length / 2)
  expect(new GzipStream({ deflatesText: false }).encode(page(), true).length).toBeGreaterThan(20_000)
})

test('the lengths of parts reveal nothing about text that is not deflated', () => {
  const lengths = ['x'.repeat(5000), noise(5000)].map((secret) => {
    const stream = new GzipStream({ deflatesText: false })
    return [stream.encode(new Rendered([long, secret])).length, stream.encode(new Rendered([secret, short]), true).length]
  })
  expect(lengths[0]).toEqual(lengths[1])
})

test('other pages may be encoded while a long part is deflated', async () => {
  const stream = new GzipStream({ deflatesText: true })
  const page = () => new Rendered([short, 'Zoë', prose(300_000)])
  const member = stream.encode(page(), true)
  expect(new Rendered(['overwritten '.repeat(30_000)]).text.isValid).toBe(true)
  expect(readMember(await member).content.equals(page().toBuffer())).toBe(true)
})

test('bytes that were written are not changed later', async () => {
  const stream = new GzipStream({ deflatesText: true })
  const parts = [['a', long], ['b'.repeat(3000)], ['c', short]].map((chunks) => new Rendered(chunks))
  const written = parts.map((part, i) => stream.encode(part, i === 2))
  const copies = written.map((bytes) => Buffer.from(bytes))
  await expectParts([[prose(5000)], ['d', longer]], true)
  expect(written).toEqual(copies)
})

test('parts of a file, which are read for one page, are kept in no code', async () => {
  const folder = viewFolder({ file: prose(1_010_000) })
  const file = folder.file('file')
  const stream = new GzipStream({ deflatesText: true })
  const sent = [stream.encode(new Rendered([long, 'file: ']))]
  const { bytes } = codes.stats()
  const lengths = []
  for await (const part of new LargeFile(file, fs.statSync(file)).read()) {
    lengths.push(part.byteLength)
    sent.push(stream.encode(new Rendered([part])))
  }
  // Fragments of its length are kept. The code itself takes 8 KB.
  expect(lengths.at(-1)).toBeLessThan(64 * 1024)
  expect(codes.stats().bytes - bytes).toBeLessThan(10_000)
  sent.push(stream.encode(new Rendered([]), true))
  expect(zlib.gunzipSync(Buffer.concat(sent)).toString() === `${long.text}file: ${fs.readFileSync(file, 'utf8')}`).toBe(true)
})
