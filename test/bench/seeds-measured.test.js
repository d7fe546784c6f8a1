'use strict'

const http = require('node:http')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { measureBody } = require('../../bench/seeds/bodies')
const { createText, verify } = require('../../bench/seeds/data')
const { measureReads } = require('../../bench/seeds/reads')
const { measureWrites } = require('../../bench/seeds/writes')
const progress = require('../../bin/measure/progress')
const { withoutLoad } = require('./without-load')

let folder

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'seeds-'))
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder)
  jest.spyOn(progress, 'show').mockReturnValue()
})

afterEach(() => {
  jest.restoreAllMocks()
  // Fails unless the folder is empty.
  fs.rmdirSync(folder)
})

test('a body is served as a string and as a Buffer', async () => {
  const { title, turns } = await measureBody({ kilobytes: 10, script: 'Chinese' }, { rounds: 1, seconds: 1 })
  expect(title).toBe('10 KB, Chinese')
  expect(Object.keys(turns)).toEqual(['string', 'Buffer'])
  for (const [turn, ...others] of Object.values(turns)) {
    expect(others).toEqual([])
    expect(turn.requestsPerSecond).toBeGreaterThan(0)
    expect(turn.utilization).toBeGreaterThan(0)
    expect(turn.cpu).toBeGreaterThan(0)
  }
})

test.each([
  ['a body of the same length', (text) => Buffer.from(text).fill('b', 5000, 5001)],
  ['a shorter body', (text) => Buffer.from(text).subarray(1)],
  ['a body in another encoding', (text) => Buffer.from(text, 'latin1')]
])('%s is detected', async (_, change) => {
  const text = createText('Chinese', 10)
  const server = http.createServer((req, res) => res.end(req.url === '/' ? change(text) : text))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address()
    await expect(verify(port, Buffer.from(text), 'string')).rejects.toThrow(/^string: the body of \d+ bytes differs from the expected body of 10240 bytes$/)
  } finally {
    server.close()
  }
})

test.each([
  ['ASCII', 10, 10240], ['Chinese', 10, 3414], ['ASCII', 100, 102400], ['Chinese', 100, 34134], ['Chinese', 3, 1024]
])('a text in %s of %s KB has %s characters and the right length', (script, kilobytes, characters) => {
  const text = createText(script, kilobytes)
  expect(text).toHaveLength(characters)
  expect(Buffer.byteLength(text)).toBe(kilobytes * 1024)
  expect(Buffer.from(text).toString()).toBe(text)
})

test('a file is read in chunks of every size', async () => {
  const sizes = new Set()
  const { createReadStream } = fs
  jest.spyOn(fs, 'createReadStream').mockImplementation((file, options) => {
    expect(path.dirname(path.dirname(file))).toBe(folder)
    const stream = createReadStream(file, options)
    return stream.once('data', ({ length }) => sizes.add(length))
  })
  const reads = await measureReads({ rounds: 1 })
  expect(reads.map(({ kilobytes }) => kilobytes)).toEqual([1, 4, 16, 64, 256, 1024])
  expect([...sizes].sort((a, b) => a - b)).toEqual(reads.map(({ kilobytes }) => 1024 * kilobytes))
  for (const { megabytesPerSecond } of reads) expect(megabytesPerSecond).toEqual([expect.any(Number)])
})

test('a file that is read incorrectly is an error', async () => {
  const { createReadStream } = fs
  jest.spyOn(fs, 'createReadStream').mockImplementation((file, options) => {
    return createReadStream(file, options.highWaterMark === 16384 ? { ...options, start: 1 } : options)
  })
  await expect(measureReads({ rounds: 1 })).rejects.toThrow('Reading in chunks of 16 KB gives other bytes than were written')
})

test('messages and pages are written one by one and coalesced', async () => {
  withoutLoad()
  const writes = await measureWrites({ rounds: 1, seconds: 1 })
  expect(writes.map(({ what, kilobytes, writes }) => [what, kilobytes, writes])).toEqual([
    ['messages', 0, 200_000],
    // 1 KB holds 19 messages, each a header and 50 bytes, and one more header.
    ['messages', 1, expect.any(Number)],
    ['messages', 4, expect.any(Number)],
    ['messages', 64, expect.any(Number)],
    ['pages', 0, 201],
    // 100 short chunks on each side of the long chunk; 20 or 81 of them fit.
    ['pages', 1, 5 + 1 + 5],
    ['pages', 4, 2 + 1 + 2]
  ])
  const [, oneKilobyte, , most] = writes
  expect(oneKilobyte.writes).toBeGreaterThanOrEqual(Math.ceil(5_200_000 / 1024))
  expect(oneKilobyte.writes).toBeLessThanOrEqual(Math.ceil(5_200_000 / (1024 - 50)))
  expect(most.writes).toBe(Math.ceil(5_200_000 / 65_536))
  for (const { perSecond } of writes) {
    expect(perSecond).toHaveLength(1)
    expect(perSecond[0]).toBeGreaterThan(0)
  }
})

test('a file that is written incorrectly is an error', async () => {
  const { writeSync } = fs
  jest.spyOn(fs, 'writeSync').mockImplementation((descriptor, bytes) => {
    return writeSync(descriptor, bytes.length > 1024 && bytes.length <= 4096 ? bytes.subarray(1) : bytes)
  })
  await expect(measureWrites({ rounds: 1, seconds: 1 })).rejects.toThrow('messages to a file, coalesced to 4 KB: the file has wrong bytes')
})
