'use strict'

const fs = require('node:fs')
const http = require('node:http')
const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const compression = require('compression')
const bufferedRender = require('../..')
const { collectGarbage } = require('../support/collect-garbage')
const { LARGE } = require('../../lib/page/large-file')
const { CountedValues } = require('../support/counted-values')
const { expressVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { everything } = require('../support/level')
const { listen } = require('../support/listen')
const { openFiles, timesOpen } = require('../support/open-files')
const { platforms } = require('../support/platforms')
const { noise } = require('../support/prose')
const { RawClient, clientOf } = require('../support/raw-client')
const { stalled } = require('../support/stalled')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { fragment, html } = bufferedRender

const folder = viewFolder({ small: 'a small file', large: '' })
const small = folder.file('small')
const large = folder.file('large')
// More than the kernel keeps for a connection.
fs.truncateSync(large, 64 * LARGE)
/** The number of clients that disconnect in the middle of their pages, a hundred at a time. */
const CLIENTS = everything ? 1000 : 200
const never = () => new Promise(() => {})

beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })

/** What Koa 3 says of every client that goes. */
const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']
const ownErrors = (errors) => errors.filter(({ code }) => !GONE.includes(code))

describe.each(platforms)('$platform', ({ serve }) => {
  let server
  let served

  async function start (make, { how, options } = {}) {
    served = serve(options ?? {}, ({ stream }) => stream(make(), how))
    server = await listen(served.listener)
  }

  /** @returns {Promise<void>} fulfilled when nothing more is going to come of what was started */
  async function settle () {
    for (let i = 0; i < 20; i++) await turn()
  }

  test.each([
    { name: 'before the first byte', begun: '' },
    { name: 'in the middle of the page', begun: '<p>' }
  ])('a disconnect $name releases all async chunks', async ({ begun }) => {
    const onError = jest.fn()
    const current = new CountedValues([never()])
    const next = new CountedValues('abc')
    const nested = new CountedValues('abc')
    const stream = new PassThrough()
    await start(() => html`${html.raw(begun)}${current}${stream}${[next, html`<b>${nested}</b>`]}${fs.createReadStream(small)}${Promise.reject(new Error('never got to'))}`, { how: { onError } })

    const client = new RawClient(server.port)
    await until(() => current.pulled === 1)
    if (begun) await client.receive(1)
    client.close()
    await until(() => current.returned === 1)
    expect(stream.destroyed).toBe(true)
    for (const values of [next, nested]) expect(values).toMatchObject({ pulled: 0, returned: 1 })
    await until(() => timesOpen(small) === 0)

    await settle()
    expect(current).toMatchObject({ pulled: 1, returned: 1 })
    expect(ownErrors(served.errors)).toEqual([])
    expect(onError).not.toHaveBeenCalled()
    expect(console.error).not.toHaveBeenCalled()
  })

  test(`${CLIENTS} clients that disconnect in the middle of their pages leave no resources open`, async () => {
    const before = openFiles().length
    const pages = []
    const made = []
    await start(() => {
      const values = new CountedValues(['a', never()])
      const stream = new PassThrough()
      const file = fs.createReadStream(small)
      const page = html`<p>${values}${stream}${file}${fragment.file(large, { roots: folder.file('.') })}`
      pages.push(new WeakRef(page))
      made.push({ values, stream, file })
      return page
    })

    for (let disconnected = 0; disconnected < CLIENTS; disconnected += 100) {
      const clients = Array.from({ length: 100 }, () => new RawClient(server.port))
      await Promise.all(clients.map((client) => client.receive(1)))
      clients.forEach((client) => client.close())
      await until(() => made.every(({ values, stream, file }) => values.returned === 1 && stream.destroyed && file.closed))
    }

    expect(made).toHaveLength(CLIENTS)
    expect(timesOpen(small) + timesOpen(large)).toBe(0)
    await until(() => openFiles().length <= before + 1)
    expect(ownErrors(served.errors)).toEqual([])
    served.errors.length = 0
    made.length = 0
    await until(() => { collectGarbage(); return pages.filter((page) => page.deref()).length <= 10 })
  })

  test.each([
    { name: 'before their first bytes', pageOf: (values) => html`${never()}${values}`, pulled: 0 },
    { name: 'in the middle of their pages', pageOf: (values) => html`<p>${values}`, pulled: 2 },
    { name: 'while much output is buffered for it', pageOf: (values) => html`${'x'.repeat(100_000)}${values}`, pulled: 2 }
  ])('a disconnect with many requests, queued behind one that is never answered, $name, releases all async chunks', async ({ pageOf, pulled }) => {
    const warned = jest.spyOn(process, 'emitWarning')
    const made = []
    served = serve({}, ({ req, stream }) => {
      if (req.url === '/first') return stream(html`${never()}`)
      made.push(new CountedValues(['a', never()]))
      return stream(pageOf(made.at(-1)))
    })
    const client = await clientOf(served.listener, { path: '/first' })
    client.socket.write('GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30))
    await until(() => made.length === 30)
    await settle()
    client.close()
    await until(() => made.every(({ returned }) => returned === 1))
    await settle()
    for (const values of made) expect(values.pulled).toBeLessThanOrEqual(pulled)
    expect(ownErrors(served.errors)).toEqual([])
    expect(console.error).not.toHaveBeenCalled()
    expect(warned).not.toHaveBeenCalled()
  })

  test('all pipelined requests are answered, and no listener remains', async () => {
    const sockets = []
    const first = gate()
    const { listener } = serve({}, ({ req, stream }) => {
      sockets.push(req.socket)
      return stream(html`<p>${req.url === '/0' && first.promise.then(turn)}${req.url}</p>`)
    })
    const client = await clientOf(listener, { path: '/before' })
    const listeners = () => sockets[0].listenerCount('close')
    await until(() => client.isWhole)
    await settle()
    const before = listeners()
    for (let i = 0; i < 20; i++) client.socket.write(`GET /${i} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await until(() => sockets.length === 21)
    await settle()
    first.open()
    await until(() => client.received.includes('/19</p>'))
    await settle()
    expect(client.received.toString().match(/\/\d+(?=<\/p>)/g)).toEqual(Array.from({ length: 20 }, (_, i) => `/${i}`))
    expect(new Set(sockets).size).toBe(1)
    expect(listeners()).toBe(before)
    client.close()
  })

  test('a slow reader sets the pace of its page, and receives all of it', async () => {
    const piece = 'x'.repeat(16_000)
    const count = 1500
    const values = new CountedValues(Array.from({ length: count }, (_, i) => `${i}:${piece}`))
    await start(() => html`<p>${values}</p>`)
    const res = await new Promise((resolve, reject) => http.get({ port: server.port, host: '127.0.0.1', agent: false }, resolve).on('error', reject))
    await stalled(() => values.pulled)
    // What the kernel and Node keep for a connection is some megabytes.
    expect(values.pulled).toBeLessThan(count / 2)
    expect(values.returned).toBe(0)

    const text = Buffer.concat(await res.toArray()).toString()
    expect(values.pulled).toBe(count + 1)
    expect(text.replaceAll(piece, '')).toBe(`<p>${Array.from({ length: count }, (_, i) => `${i}:`).join('')}</p>`)
  })
})

test.each(expressVersions)('a disconnect while other middleware encodes the page releases all async chunks in Express $version', async ({ express }) => {
  const values = new CountedValues([noise(100_000), never()])
  const stream = new PassThrough()
  const app = express().use(compression({ threshold: 0 }), bufferedRender({ compress: false }), (req, res) => res.renderStream(html`<p>${values}${stream}</p>`))
  const client = await clientOf(app, { headers: { 'Accept-Encoding': 'gzip' } })
  await until(() => client.rest.length > 0 && values.pulled === 2)
  client.close()
  await until(() => values.returned === 1)
  expect(stream.destroyed).toBe(true)
})
