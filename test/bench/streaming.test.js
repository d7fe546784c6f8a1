'use strict'

const { createHash } = require('node:crypto')
const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const { text } = require('node:stream/consumers')
const zlib = require('node:zlib')
const progress = require('../../bin/measure/progress')
const { USAGE, parseOptions, parts } = require('../../bench/streaming')
const feed = require('../../bench/streaming/feed')
const filePage = require('../../bench/streaming/file-page')
const { measureFile, summarizeFile } = require('../../bench/streaming/file')
const { summarizeFirstByte, takeTurn } = require('../../bench/streaming/first-byte')
const { connectSlowly, measureReaders, summarizeReaders } = require('../../bench/streaming/readers')
const { summarizeThroughput, verify } = require('../../bench/streaming/throughput')
const { listen } = require('../support/platforms')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { download, hashOf, standStill } = filePage

const closing = []
beforeEach(() => { jest.spyOn(progress, 'show').mockReturnValue() })
afterEach(() => {
  jest.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

async function serve (listener) {
  const server = await listen(listener)
  closing.push(server.close)
  return server
}

function folder () {
  const made = viewFolder({})
  closing.push(made.remove)
  return made
}

describe('the options', () => {
  test('default to all parts', () => {
    expect(parseOptions([])).toEqual({
      only: Object.keys(parts), rounds: 5, seconds: 1, requests: 15, readers: 1000, megabytes: 200, help: false
    })
  })

  test('may select parts', () => {
    expect(parseOptions(['--only', 'file,first-byte', '--rounds', '2', '--megabytes', '3', '--out', 'a.json'])).toMatchObject({
      only: ['first-byte', 'file'], rounds: 2, megabytes: 3, out: 'a.json'
    })
  })

  test.each([
    [['--only', 'file,nope'], "--only takes first-byte, throughput, readers, file; got 'nope'"],
    [['--rounds', '0'], "--rounds takes a whole number above 0; got '0'"],
    [['--readers', '1e3'], "--readers takes a whole number above 0; got '1e3'"],
    [['--megabytes', '1'], "--megabytes takes a whole number above 1; got '1'"],
    [['--reader', '1'], "Unknown option '--reader'"]
  ])('%j are an error', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message)
  })

  test('are all listed by --help', () => {
    for (const name of Object.keys(parseOptions([]))) expect(USAGE).toContain(`--${name} `)
  })
})

describe('the tables', () => {
  const check = (tables, expected) => {
    expect(tables.map(({ rows }) => rows)).toEqual(expected)
    for (const { header, rows } of tables) {
      for (const row of rows) expect(row).toHaveLength(header.length)
    }
    return tables.map(({ title }) => title)
  }

  test('of first bytes compare with the first way, request by request', () => {
    const [title] = check(summarizeFirstByte([
      { way: 'res.render', first: [200, 210, 220], last: [201, 211, 221] },
      { way: 'renderStream', first: [2, 42, 11], last: [202, 242, 212] }
    ]), [[
      ['res.render', '210.0 (200.0–220.0)', '1.000 (1.000–1.000)', '211.0 (201.0–221.0)'],
      ['renderStream', '11.0 (2.0–42.0)', '0.050 (0.010–0.200)', '212.0 (202.0–242.0)']
    ]])
    expect(title).toContain('3 requests')
  })

  test('of throughput compare with the page sent in one piece', () => {
    const turn = (requestsPerSecond, cpu) => ({ requestsPerSecond, cpu, utilization: 0.9 })
    check(summarizeThroughput([
      { title: 'EJS view, plain', turns: { 'res.render': [turn(1000, 20), turn(2000, 10)], 'res.renderStream': [turn(900, 22), turn(2200, 10)] } },
      { title: 'EJS view, gzip', turns: { 'res.render': [turn(500, 40)], 'res.renderStream': [turn(400, 50)] } }
    ]), [[
      ['EJS view, plain: res.render', '1,500 (1,000–2,000)', '1.00 (1.00–1.00)', '15.0 (10.0–20.0)', '1.00 (1.00–1.00)', '90 %'],
      ['EJS view, plain: res.renderStream', '1,550 (900–2,200)', '1.00 (0.90–1.10)', '16.0 (10.0–22.0)', '1.05 (1.00–1.10)', '90 %'],
      ['EJS view, gzip: res.render', '500 (500–500)', '1.00 (1.00–1.00)', '40.0 (40.0–40.0)', '1.00 (1.00–1.00)', '90 %'],
      ['EJS view, gzip: res.renderStream', '400 (400–400)', '0.80 (0.80–0.80)', '50.0 (50.0–50.0)', '1.25 (1.25–1.25)', '90 %']
    ]])
  })

  test('of readers show the memory for each, and the open resources', () => {
    const MB = 2 ** 20
    const open = (connections, iterators, resources, descriptors) => ({ connections, iterators, resources, descriptors })
    const [read, left] = check(summarizeReaders([
      {
        page: 'rows',
        readers: 1024,
        bytes: 1.5 * MB,
        wrong: 0,
        seconds: 2.345,
        before: { rss: 60 * MB, heapUsed: 5 * MB, arrayBuffers: 0 },
        peak: { rss: 160 * MB, heapUsed: 50 * MB, arrayBuffers: 7 * MB }
      },
      { page: 'a file', readers: 1024, before: open(0, 0, 2, 20), during: open(1024, 3, 2000, 1044), after: open(0, 0, 2, 20) },
      { page: 'a stream', readers: 1024, before: open(0, 0, 2), during: open(1024, 0, 9), after: open(0, 0, 2) }
    ]), [
      [['rows', '1,024', '0', '2.3', '60', '160', '50', '7', '100']],
      [
        ['a file', '0 → 1,024 → 0', '0 → 3 → 0', '2 → 2,000 → 2', '20 → 1,044 → 20'],
        ['a stream', '0 → 1,024 → 0', '0 → 0 → 0', '2 → 9 → 2', '– → – → –']
      ]
    ])
    expect(read).toMatch(/^1,024 simultaneous readers, .* 1\.5 MB/)
    expect(left).toMatch(/^1,024 readers/)
  })

  test('of files compare with the best stream, and parts with the smallest part', () => {
    const way = (way, megabytesPerSecond, cpu) => ({ way, megabytes: 200, megabytesPerSecond, cpu, rss: 80 * 2 ** 20, held: 256 * 1024 })
    const part = (kilobytes, pipe, fresh, again) => ({ kilobytes, megabytesPerSecond: { pipe, new: fresh, again }, held: 1024 * kilobytes })
    check(summarizeFile([
      way('res.renderStream', [1000, 500], [50, 60]),
      way('res.send', [2000, 500], [40, 40]),
      way('createReadStream().pipe(res), 64 KB', [400, 400], [90, 90]),
      way('createReadStream().pipe(res), 256 KB', [500, 1000], [80, 90]),
      way('createReadStream().pipe(res), 1 MB', [300, 300], [70, 70]),
      part(16, [100, 200], [50, 100], [100, 100]),
      part(1024, [400, 400], [500, 500], [1000, 3000])
    ]), [
      [
        ['res.renderStream', '750 (500–1,000)', '1.25 (0.50–2.00)', '55 (50–60)', '80', '256'],
        ['res.send', '1,250 (500–2,000)', '2.25 (0.50–4.00)', '40 (40–40)', '80', '256'],
        ['createReadStream().pipe(res), 64 KB', '400 (400–400)', '0.60 (0.40–0.80)', '90 (90–90)', '80', '256'],
        ['createReadStream().pipe(res), 256 KB (best)', '750 (500–1,000)', '1.00 (1.00–1.00)', '85 (80–90)', '80', '256'],
        ['createReadStream().pipe(res), 1 MB', '300 (300–300)', '0.45 (0.30–0.60)', '70 (70–70)', '80', '256']
      ],
      [
        ['16 KB', '150 (100–200)', '1.00 (1.00–1.00)', '75 (50–100)', '1.00 (1.00–1.00)', '100 (100–100)', '1.00 (1.00–1.00)', '16'],
        ['1 MB', '400 (400–400)', '3.00 (2.00–4.00)', '500 (500–500)', '7.50 (5.00–10.00)', '2,000 (1,000–3,000)', '20.00 (10.00–30.00)', '1,024']
      ]
    ])
  })
})

describe('a feed', () => {
  test('yields all rows of a page of 1 MB', async () => {
    const rows = []
    for await (const row of feed.feed((row) => row)) rows.push(row)
    expect(rows).toEqual(feed.allRows())
    expect(new Set(rows).size).toBe(rows.length)
    expect(Buffer.byteLength(rows.join(''))).toBe(2 ** 20)
  })

  test('counts open iterators', async () => {
    const open = () => feed.feeds.begun - feed.feeds.over
    const before = open()
    const endless = feed.feed((row) => row, Infinity)
    expect(open()).toBe(before)
    await endless.next()
    expect(open()).toBe(before + 1)
    await endless.return()
    expect(open()).toBe(before)
  })
})

describe('a slow connection', () => {
  test('reads everything in small chunks', async () => {
    const socket = folder().file('socket')
    const body = Buffer.alloc(50_000, 'The tide table, ')
    const server = http.createServer((req, res) => res.end(body))
    await new Promise((resolve) => server.listen(socket, resolve))
    closing.push(() => server.close())

    const connection = connectSlowly(socket)
    const sips = []
    connection.on('data', ({ length }) => sips.push(length))
    const [response] = await once(http.get({ createConnection: () => connection }), 'response')
    expect(await text(response)).toBe(String(body))
    expect(Math.max(...sips)).toBe(4096)
    expect(sips.length).toBeGreaterThan(body.length / 4096)
  })

  test('closes its socket when it is destroyed', async () => {
    const socket = folder().file('socket')
    let isClosed = false
    const server = net.createServer((client) => client.resume().on('close', () => { isClosed = true }))
    await new Promise((resolve) => server.listen(socket, resolve))
    closing.push(() => server.close())
    const connection = connectSlowly(socket)
    connection.write('hello')
    await once(server, 'connection')
    connection.destroy()
    await until(() => isClosed)
  })
})

describe('a download', () => {
  const body = Buffer.alloc(300_000, 'abc')
  const endings = { '/': (res) => res.end(), '/cut': (res) => res.destroy() }
  const serveBody = () => serve((req, res) => {
    res.write(body)
    setImmediate(() => endings[req.url](res))
  })

  test('has a hash and a time', async () => {
    const { port } = await serveBody()
    expect(await hashOf(port, '/')).toBe(createHash('sha256').update(body).digest('hex'))
    const { bytes, seconds } = await download(port, '/')
    expect(bytes).toBeGreaterThan(body.length)
    expect(bytes).toBeLessThan(body.length + 1000)
    expect(seconds).toBeGreaterThan(0)
  })

  test('fails if the response is cut off', async () => {
    const { port } = await serveBody()
    await expect(hashOf(port, '/cut')).rejects.toThrow('aborted')
  })

  test('may stall', async () => {
    let res
    const { port } = await serve((req, response) => { res = response.write(Buffer.alloc(2 ** 25)) ? undefined : response })
    const socket = standStill(port, '/')
    await until(() => res !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(res.writableLength).toBeGreaterThan(0)
    expect(socket.bytesRead).toBeLessThan(2 ** 20)
    socket.destroy()
  })
})

test('the file of a page has the given length, and the hash is that of the page', () => {
  const file = folder().file('file')
  const { bytes, hash } = filePage.writeFile(file, 2)
  const content = fs.readFileSync(file)
  expect(content.length).toBe(2 ** 21)
  const page = Buffer.concat([Buffer.from(filePage.HEAD), content, Buffer.from(filePage.FOOT)])
  expect(bytes).toBe(page.length)
  expect(hash).toBe(createHash('sha256').update(page).digest('hex'))
  expect(content.subarray(0, 2 ** 20).equals(content.subarray(2 ** 20))).toBe(false)
})

describe('a wrong page is an error', () => {
  const expected = Buffer.from('<p>the page</p>')

  test('in first-byte', async () => {
    const { port } = await serve((req, res) => res.end('<p>another page</p>'))
    await expect(takeTurn('renderStream', { port }, expected)).rejects.toThrow('The page of renderStream differs at byte 3')
  })

  test.each([
    ['another page', (res) => res.end('<p>another page</p>'), 'identity', 'The page of streamed differs at byte 3'],
    ['another coding', (res) => res.end(expected), 'gzip', 'streamed answers in identity, not in gzip']
  ])('in throughput: %s', async (_, answer, coding, message) => {
    const whole = await serve((req, res) => {
      if (coding === 'gzip') res.setHeader('Content-Encoding', 'gzip').end(zlib.gzipSync(expected))
      else res.end(expected)
    })
    const streamed = await serve((req, res) => answer(res))
    await expect(verify(['whole', 'whole'], coding, { whole })).resolves.toBeUndefined()
    await expect(verify(['whole', 'streamed'], coding, { whole, streamed })).rejects.toThrow(message)
  })

  test('in readers', async () => {
    const rows = feed.allRows()
    jest.spyOn(feed, 'allRows').mockReturnValue([...rows.slice(0, -1), rows.at(-1).replace('tide', 'time')])
    await expect(measureReaders({ readers: 3 })).rejects.toThrow('3 of 3 readers of rows of a feed did not get the page')
  })

  test('in file', async () => {
    const { writeFile } = filePage
    jest.spyOn(filePage, 'writeFile').mockImplementation((file, megabytes) => {
      const page = writeFile(file, megabytes)
      fs.appendFileSync(file, 'x')
      return page
    })
    await expect(measureFile({ rounds: 1, megabytes: 2 })).rejects.toThrow('res.renderStream does not send the expected page')
  })
})
