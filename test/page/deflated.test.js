'use strict'

const { createCipheriv } = require('node:crypto')
const zlib = require('node:zlib')
const fc = require('fast-check')
const { deflate, deflateInThread } = require('../../lib/page/deflated')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { noise, prose } = require('../support/prose')

/** A final block of fixed codes with nothing in it: it can only begin where a byte begins. */
const END = Buffer.from([3, 0])

/** Inflates joined deflated forms. All bytes must be consumed. */
function inflate (...forms) {
  const stream = Buffer.concat([...forms, END])
  const { buffer, engine } = zlib.inflateRawSync(stream, { info: true })
  expect(engine.bytesWritten).toBe(stream.length)
  return buffer
}

/** The same at every call, and nothing that repeats. */
const random = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(70_000))

const contents = [
  { name: 'nothing', bytes: Buffer.alloc(0) },
  { name: 'a byte', bytes: Buffer.from('a') },
  { name: 'the same byte', bytes: Buffer.alloc(100_000, 'a') },
  { name: 'markup', bytes: Buffer.from(prose(20_000)) },
  { name: 'what does not compress', bytes: random },
  { name: 'a megabyte', bytes: Buffer.from(prose(500_000)) }
]

describe('deflated bytes', () => {
  test.each(contents.flatMap((content) => [1, 6, 9].map((level) => ({ ...content, level }))))('inflate to the original: $name, level $level', async ({ bytes, level }) => {
    const form = deflate(bytes, level)
    expect(inflate(form).equals(bytes)).toBe(true)
    expect((await deflateInThread(bytes, level)).equals(form)).toBe(true)
  })

  // The end of a block is then the end of a byte, and not that of the stream.
  test.each(contents)('end with an empty block that is not final: $name', ({ bytes }) => {
    expect(deflate(bytes, 9).subarray(-4)).toEqual(Buffer.from([0, 0, 0xff, 0xff]))
    expect(() => zlib.inflateRawSync(deflate(bytes, 9))).toThrow('unexpected end of file')
  })

  test('can be joined in any order, and repeated', () => {
    const forms = contents.slice(0, 5).map(({ bytes }) => ({ bytes, form: deflate(bytes, 9) }))
    fc.assert(fc.property(fc.array(fc.constantFrom(...forms), { maxLength: 8 }), (list) => {
      expect(inflate(...list.map(({ form }) => form)).equals(Buffer.concat(list.map(({ bytes }) => bytes)))).toBe(true)
    }))
  })

  // zlib hands its output out in pieces of 16 KiB; where a flush ends with one
  // it may be asked to flush again.
  test('end correctly when the output buffer of zlib is full', () => {
    const lengths = []
    for (let length = 16_330; length < 16_390; length++) {
      const bytes = random.subarray(0, length)
      const form = deflate(bytes, 9)
      lengths.push(form.length)
      expect(inflate(form, form).equals(Buffer.concat([bytes, bytes]))).toBe(true)
    }
    expect(Math.min(...lengths)).toBeLessThan(16_384)
    expect(Math.max(...lengths)).toBeGreaterThan(16_384)
  })

  test.each([1, 9])('are smaller than the original, at level %d', (level) => {
    const bytes = Buffer.from(prose(20_000))
    const whole = zlib.deflateRawSync(bytes, { level }).length
    expect(deflate(bytes, level).length).toBeLessThanOrEqual(whole + 8)
  })
})

describe('the deflated form of a fragment', () => {
  test('holds its bytes, compressed as well as by zlib', () => {
    const fragment = new StaticFragment(prose(5000))
    expect(inflate(fragment.deflated)).toEqual(fragment.bytes)
    expect(fragment.deflated).toEqual(deflate(fragment.bytes, 9))
    expect(fragment.deflated.length).toBeLessThan(deflate(fragment.bytes, 1).length)
  })

  test('is made once, on first use', () => {
    const deflating = jest.spyOn(zlib, 'deflateRawSync')
    const fragment = StaticFragment.from(noise(1000))
    expect([fragment.text.length, fragment.bytes.length, fragment.digest.length]).toEqual([1000, 1000, 43])
    expect(deflating).toHaveBeenCalledTimes(0)

    const { deflated } = fragment
    expect(fragment.deflated).toBe(deflated)
    // zlib returns a part of 16 KB.
    expect(deflated.buffer.byteLength).toBe(deflated.length)
    expect(deflating).toHaveBeenCalledTimes(1)
  })

  test('holds a replacement character for a lone surrogate', () => {
    expect(inflate(new StaticFragment('a\ud83c').deflated).toString()).toBe('a\ufffd')
  })
})
