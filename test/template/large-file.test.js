'use strict'

const { randomBytes } = require('node:crypto')
const fs = require('node:fs')
const zlib = require('node:zlib')
const { LARGE, LargeFile } = require('../../lib/template/large-file')
const { timesOpen } = require('../support/open-files')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const content = randomBytes(LARGE + 12345)
const folder = viewFolder({})
afterAll(() => folder.remove())

/** A file of some bytes, which are other ones by the time that it is read. */
function changed (before, after) {
  const file = folder.file('changed')
  fs.writeFileSync(file, before)
  const large = new LargeFile(file, fs.statSync(file))
  fs.writeFileSync(file, after)
  return large
}

async function read (file) {
  const parts = []
  for await (const part of file.read()) parts.push(part)
  return parts
}

describe('a large file', () => {
  const large = changed(content, content)

  test('is read bit by bit, every byte as it is', async () => {
    const parts = await read(large)
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(content)).toBe(true)
    expect(parts.map(({ byteLength }) => byteLength)).toEqual(parts.map(({ bytes }) => bytes.length))
    expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(256 * 1024)
    expect(parts.length).toBeGreaterThan(4)
  })

  test('is read anew each time', async () => {
    for (const parts of await Promise.all([read(large), read(large)])) {
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(content)).toBe(true)
    }
  })

  test('has parts that can be deflated, which is done once', async () => {
    const deflate = jest.spyOn(zlib, 'deflateRawSync')
    const parts = await read(large)
    const inflated = parts.map((part) => zlib.inflateRawSync(part.deflated.bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH }))
    expect(Buffer.concat(inflated).equals(content)).toBe(true)
    expect(parts[0].deflated).toBe(parts[0].deflated)
    expect(deflate).toHaveBeenCalledTimes(parts.length)
    deflate.mockRestore()
  })

  test('is closed at its end, and when nobody reads on', async () => {
    const { file } = large
    expect(timesOpen(file)).toBe(0)
    const iterator = large.read()
    expect(timesOpen(file)).toBe(0)
    await iterator.next()
    expect(timesOpen(file)).toBe(1)
    await iterator.return()
    expect(timesOpen(file)).toBe(0)
    await read(large)
    expect(timesOpen(file)).toBe(0)
  })

  test('can be had as a whole', () => {
    expect(large.byteLength).toBe(content.length)
    expect(large.bytes.equals(content)).toBe(true)
    expect(large.text).toBe(content.toString())
    expect(large.deflated.crc32).toBe(zlib.crc32(content))
  })
})

describe('the digest', () => {
  const stats = { size: LARGE, mtimeMs: 1 }
  const { digest } = new LargeFile('/a', stats)

  test('is that of the same file', () => {
    expect(new LargeFile('/a', { ...stats }).digest).toBe(digest)
    expect(digest).toMatch(/^[\w-]{43}$/)
  })

  test('is that of the same name in another folder', () => {
    const [one, other] = ['/one/a', '/other/a'].map((file) => new LargeFile(file, stats, 'a'))
    expect(other.digest).toBe(one.digest)
  })

  test.each([
    { name: 'path', other: new LargeFile('/b', stats) },
    { name: 'size', other: new LargeFile('/a', { ...stats, size: LARGE + 1 }) },
    { name: 'time', other: new LargeFile('/a', { ...stats, mtimeMs: 1.5 }) }
  ])('is another one if the $name is', ({ other }) => {
    expect(other.digest).not.toBe(digest)
  })
})

describe.each([
  { name: 'nothing', left: 0 },
  { name: 'less', left: content.length - 1 },
  { name: 'some whole parts of it', left: 512 * 1024 }
])('a file of which $name is left', ({ left }) => {
  const error = (file) => `File "${file.file}" has ${left} bytes, it had ${content.length} when its page was made`

  test('is an error when all was read', async () => {
    const file = changed(content, content.subarray(0, left))
    let given = 0
    await expect((async () => {
      for await (const { byteLength } of file.read()) given += byteLength
    })()).rejects.toThrow(error(file))
    expect(given).toBe(left)
    await until(() => timesOpen(file.file) === 0)
  })

  test('is an error as a whole', () => {
    const file = changed(content, content.subarray(0, left))
    for (const property of ['bytes', 'text', 'deflated']) expect(() => file[property]).toThrow(error(file))
  })
})

describe.each([
  { name: 'a byte', more: 1 },
  { name: 'more than is read at once', more: 2 ** 20 }
])('a file that has got $name more', ({ more }) => {
  const grown = (length) => changed(content.subarray(0, length), Buffer.concat([content.subarray(0, length), Buffer.alloc(more)]))
  const error = ({ file, byteLength }) => `File "${file}" has more than ${byteLength} bytes, it had ${byteLength} when its page was made`

  test.each([content.length, LARGE])('is an error, and never gives the %d bytes that were said', async (length) => {
    const file = grown(length)
    let given = 0
    await expect((async () => {
      for await (const { byteLength } of file.read()) given += byteLength
    })()).rejects.toThrow(error(file))
    expect(given).toBeLessThan(length)
    await until(() => timesOpen(file.file) === 0)
  })

  test('is an error as a whole', () => {
    const file = grown(LARGE)
    expect(() => file.bytes).toThrow(error(file))
  })
})

test('a file that is gone is an error', async () => {
  const file = changed(content, '')
  fs.rmSync(file.file)
  await expect(read(file)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(() => file.bytes).toThrow('ENOENT')
})
