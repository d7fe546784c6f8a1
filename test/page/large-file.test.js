'use strict'

const { execFileSync } = require('node:child_process')
const { randomBytes } = require('node:crypto')
const fs = require('node:fs')
const zlib = require('node:zlib')
const { LARGE, LargeFile } = require('../../lib/page/large-file')
const { timesOpen } = require('../support/open-files')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const content = randomBytes(LARGE + 12345)
const folder = viewFolder()

function fileOf (bytes) {
  const file = folder.file('file')
  fs.writeFileSync(file, bytes)
  return new LargeFile(file, fs.statSync(file))
}

async function read (file) {
  const parts = []
  for await (const part of file.read()) parts.push(part)
  return parts
}

describe('a large file', () => {
  const large = fileOf(content)

  test('is read part by part, every byte unchanged', async () => {
    const parts = await read(large)
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(content)).toBe(true)
    expect(parts.map(({ byteLength }) => byteLength)).toEqual(parts.map(({ bytes }) => bytes.length))
    expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(256 * 1024)
    expect(parts.length).toBeGreaterThan(4)
  })

  test('can be read several times', async () => {
    for (const parts of await Promise.all([read(large), read(large)])) {
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(content)).toBe(true)
    }
  })

  test('has parts that are deflated once', async () => {
    const deflate = jest.spyOn(zlib, 'deflateRawSync')
    const parts = await read(large)
    const inflated = parts.map((part) => zlib.inflateRawSync(part.deflated, { finishFlush: zlib.constants.Z_SYNC_FLUSH }))
    expect(Buffer.concat(inflated).equals(content)).toBe(true)
    expect(parts[0].deflated).toBe(parts[0].deflated)
    expect(deflate).toHaveBeenCalledTimes(parts.length)
  })

  test('is closed at its end, and when reading stops early', async () => {
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

  test('can be read as a whole', () => {
    expect(large.byteLength).toBe(content.length)
    expect(large.bytes.equals(content)).toBe(true)
    expect(large.text).toBe(content.toString())
  })
})

describe('the digest', () => {
  const stats = { size: LARGE, mtimeMs: 1, ino: 2 }
  const { digest } = new LargeFile('/a', stats)

  test('is the same for the same file', () => {
    expect(new LargeFile('/a', { ...stats }).digest).toBe(digest)
    expect(digest).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    { name: 'path', other: new LargeFile('/b', stats) },
    { name: 'size', other: new LargeFile('/a', { ...stats, size: LARGE + 1 }) },
    { name: 'time', other: new LargeFile('/a', { ...stats, mtimeMs: 1.5 }) },
    { name: 'place on the disk', other: new LargeFile('/a', { ...stats, ino: 3 }) }
  ])('differs with the $name', ({ other }) => {
    expect(other.digest).not.toBe(digest)
  })
})

describe('a file that has changed before it is read', () => {
  const cut = content.subarray(0, 512 * 1024)
  const secret = folder.file('secret')

  /** Puts what is there in the place of the file. */
  const replace = ({ file }, make) => {
    fs.rmSync(file)
    make(file)
  }
  /** Makes another file of the same length and time. */
  const copy = (file, path) => {
    fs.writeFileSync(path, Buffer.alloc(content.length, 'x'))
    fs.utimesSync(path, 1, file.mtimeMs / 1000)
  }

  const changes = [
    { name: 'to nothing', change: ({ file }) => fs.writeFileSync(file, ''), message: `has 0 bytes; it had ${content.length} when the page was rendered` },
    { name: 'to less', change: ({ file }) => fs.writeFileSync(file, cut), message: `has ${cut.length} bytes; it had ${content.length} when the page was rendered` },
    { name: 'to more', change: ({ file }) => fs.appendFileSync(file, '!'), message: `has more than ${content.length} bytes; it had ${content.length} when the page was rendered` },
    { name: 'to other bytes', change: ({ file }) => fs.writeFileSync(file, Buffer.alloc(content.length)), message: 'was replaced or modified after the page was rendered' },
    { name: 'to another of the same length and time', change: (file) => { copy(file, secret); fs.renameSync(secret, file.file) }, message: 'was replaced or modified after the page was rendered' },
    { name: 'to a folder', change: (file) => replace(file, fs.mkdirSync), message: 'is no longer a regular file, as it was when the page was rendered' },
    { name: 'to a pipe', change: (file) => replace(file, (path) => execFileSync('mkfifo', [path])), message: 'is no longer a regular file, as it was when the page was rendered' },
    { name: 'to a link to itself, renamed', change: ({ file }) => { fs.renameSync(file, secret); fs.symlinkSync(secret, file) }, message: 'is no longer a regular file, as it was when the page was rendered', isLink: true },
    { name: 'to a link to another', change: (file) => { copy(file, secret); replace(file, (path) => fs.symlinkSync(secret, path)) }, message: 'is no longer a regular file, as it was when the page was rendered', isLink: true },
    { name: 'to none', change: ({ file }) => fs.rmSync(file), message: 'ENOENT' }
  ]

  describe.each(changes)('$name', ({ change, message, isLink }) => {
    let file
    beforeEach(() => {
      file = fileOf(content)
      fs.utimesSync(file.file, 1, 1)
      file = new LargeFile(file.file, fs.statSync(file.file))
      change(file)
    })
    afterEach(() => {
      fs.rmSync(file.file, { recursive: true, force: true })
      fs.rmSync(secret, { force: true })
    })

    // A link is not opened at all.
    const whenOpened = isLink ? 'ELOOP' : message

    test('rejects before the first part', async () => {
      await expect(file.read().next()).rejects.toThrow(whenOpened)
      await until(() => timesOpen(file.file) + timesOpen(secret) === 0)
    })

    test('is detected by check()', async () => {
      await expect(file.check()).rejects.toThrow(message)
    })

    test('is detected when it is read as a whole', () => {
      for (const property of ['bytes', 'text']) expect(() => file[property]).toThrow(whenOpened)
      expect(timesOpen(file.file)).toBe(0)
    })
  })

  test('is not a file that was only read', async () => {
    const file = fileOf(content)
    fs.utimesSync(file.file, 5, file.mtimeMs / 1000)
    const same = new LargeFile(file.file, fs.statSync(file.file))
    await read(same)
    expect(same.bytes.equals(content)).toBe(true)
    await same.check()
  })
})

/** Reads a file, which is changed behind its first part, and gives the length of what came. */
async function readAround (file, change) {
  const reading = { given: 0, error: undefined }
  try {
    for await (const { byteLength } of file.read()) {
      if (reading.given === 0) change(file.file)
      reading.given += byteLength
    }
  } catch (error) {
    reading.error = error
  }
  await until(() => timesOpen(file.file) === 0)
  return reading
}

test.each([
  { name: 'less', remaining: content.length - 1 },
  { name: 'some whole parts of it', remaining: 512 * 1024 }
])('a file truncated to $name while it is read is an error at its end', async ({ remaining }) => {
  const file = fileOf(content)
  const { given, error } = await readAround(file, (path) => fs.truncateSync(path, remaining))
  expect(error).toEqual(new Error(`File "${file.file}" has ${remaining} bytes; it had ${content.length} when the page was rendered`))
  expect(given).toBe(remaining)
})

test.each([1, 2 ** 20].flatMap((more) => [content.length, LARGE].map((length) => ({ more, length }))))('a file of $length bytes that $more are added to while it is read is an error before its end', async ({ more, length }) => {
  const file = fileOf(content.subarray(0, length))
  const { given, error } = await readAround(file, (path) => fs.appendFileSync(path, Buffer.alloc(more)))
  expect(error).toEqual(new Error(`File "${file.file}" has more than ${length} bytes; it had ${length} when the page was rendered`))
  expect(given).toBeLessThan(length)
})
