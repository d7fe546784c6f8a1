'use strict'

const { createHash, randomBytes } = require('node:crypto')
const http = require('node:http')
const net = require('node:net')
const { setTimeout: wait } = require('node:timers/promises')
const { createRenderer, fragment, html } = require('../..')
const { PageStream, flow, unencoded } = require('../../lib/response/page-stream')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { listen } = require('../support/platforms')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

/** More than the operating system takes off a server's hands. */
const MANY = 16 * 1024 * 1024

let server
afterEach(() => {
  jest.restoreAllMocks()
  server.close()
})

describe('the memory of files', () => {
  const files = Array.from({ length: 4 }, () => randomBytes(MANY / 2))
  const folder = viewFolder(Object.fromEntries(files.map((bytes, i) => [`file-${i}`, bytes])))
  afterAll(() => folder.remove())
  const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')
  const expected = files.map((bytes) => hashOf(Buffer.concat([Buffer.from('<pre>'), bytes, Buffer.from('</pre>')])))

  /** Reads a page, with a rest behind every piece. */
  function read (i, rest) {
    return new Promise((resolve, reject) => {
      http.get({ port: server.port, path: `/${i}`, agent: false }, async (response) => {
        const hash = createHash('sha256')
        for await (const piece of response) {
          hash.update(piece)
          if (rest > 0) await wait(rest)
        }
        resolve(hash.digest('hex'))
      }).on('error', reject)
    })
  }

  test.each(['stream', 'send'])('is that of one reader alone: %s', async (method) => {
    const renderer = createRenderer()
    server = await listen((req, res) => {
      renderer[method](req, res, html`<pre>${fragment.file(`file-${req.url.slice(1)}`, { roots: folder.file('.') })}</pre>`)
    })
    const slow = [0, 1].map((i) => read(i, 3))
    const quick = [2, 3, 2, 3].map(async (i) => {
      for (let n = 0; n < 3; n++) expect(await read(i, 0)).toBe(expected[i])
    })
    await Promise.all(quick)
    expect(await Promise.all(slow)).toEqual(expected.slice(0, 2))
  })
})

test('a body for a disconnected client is not begun', async () => {
  let isClosed = false
  const body = new PageStream(new StreamingRender(), unencoded)
  const begun = jest.spyOn(body, 'nextBytes')
  server = await listen((req, res) => {
    res.once('close', async () => {
      await flow(body, res, () => {})
      isClosed = true
    })
    res.destroy()
  })
  net.connect({ port: server.port, host: '127.0.0.1' }).on('error', () => {}).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until(() => isClosed)
  expect(begun).not.toHaveBeenCalled()
  expect(body.destroyed).toBe(true)
})
