'use strict'

const zlib = require('node:zlib')
const fc = require('fast-check')
const { combine, shiftOf } = require('../../lib/page/crc32')
const { propertyRuns } = require('../support/level')

/** What comes behind other bytes, as `combine` takes it. */
const part = (bytes) => ({ crc32: zlib.crc32(bytes), shift: shiftOf(bytes.length) })
const joined = (before, after) => zlib.crc32(after, zlib.crc32(before))

/** The product of two shifts: the CRC of nothing more, that far behind. */
const product = (one, two) => combine(one, { crc32: 0, shift: two })

describe('the CRC of joined bytes', () => {
  test('for lengths around each power of two up to 2²⁴', () => {
    const before = Buffer.from('<p>')
    const longest = Buffer.alloc(2 ** 24 + 1, '<li>世界</li>')
    for (let power = 0; power <= 24; power++) {
      for (const length of [2 ** power - 1, 2 ** power, 2 ** power + 1]) {
        const bytes = longest.subarray(0, length)
        expect(combine(zlib.crc32(before), part(bytes))).toBe(joined(before, bytes))
      }
    }
  })

  test('of many parts, combined in any order', () => {
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 20 }), (list) => {
      const whole = zlib.crc32(Buffer.concat(list))
      const fromLeft = list.map(part).reduce((crc, after) => combine(crc, after), 0)
      const fromRight = list.map(part).reduceRight((after, before) => ({
        crc32: combine(before.crc32, after),
        shift: product(before.shift, after.shift)
      }), part(Buffer.alloc(0)))
      expect([fromLeft, fromRight.crc32]).toEqual([whole, whole])
    }), propertyRuns(500))
  })

  test('is never negative, as in zlib', () => {
    const crcs = Array.from({ length: 1000 }, (_, i) => combine(i, part(Buffer.from(String(i)))))
    expect(crcs.every((crc) => Number.isInteger(crc) && crc >= 0 && crc <= 0xffffffff)).toBe(true)
    expect(crcs.some((crc) => crc > 0x7fffffff)).toBe(true)
  })
})

// Bytes that many are not made here; the shifts of two lengths multiply to that
// of their sum, and those of short lengths were compared with zlib above.
describe('the shift of a length', () => {
  const lengths = [0, 1, 255, 2 ** 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 5e9, 2 ** 40 + 3, 2 ** 52 - 1]

  test.each(lengths)('of %d bytes, multiplied by another shift, is that of the sum', (one) => {
    for (const two of lengths) expect(shiftOf(one + two)).toBe(product(shiftOf(one), shiftOf(two)))
  })

  test('of twice as many bytes is the square, up to the longest', () => {
    let shift = shiftOf(1)
    for (let power = 1; power <= 52; power++) {
      shift = product(shift, shift)
      expect(shiftOf(2 ** power)).toBe(shift)
    }
    expect(shiftOf(Number.MAX_SAFE_INTEGER)).toBe(product(shiftOf(2 ** 52), shiftOf(2 ** 52 - 1)))
  })

  test.each(lengths)('of %d bytes equals that of 2³² − 1 more, since the polynomial is primitive', (length) => {
    expect(shiftOf(length + 2 ** 32 - 1)).toBe(shiftOf(length))
  })

  test('of no bytes is the identity', () => {
    for (const crc of [0, 1, 0x80000000, 0xffffffff]) expect(product(crc, shiftOf(0))).toBe(crc)
  })
})
