'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const { html } = require('../..')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { gate } = require('../support/gate')
const { listen } = require('../support/listen')
const { platforms } = require('../support/platforms')
const { RawClient, clientOf } = require('../support/raw-client')
const { until } = require('../support/until')

/** Values that never end, with a turn of the event loop between them. */
const endless = () => new CountedValues((function * () { for (;;) yield turn('<b>') })())
const error = new Error('not the page')

const rejections = []
const onRejection = (reason) => rejections.push(reason)
beforeAll(() => process.on('unhandledRejection', onRejection))
afterAll(() => process.off('unhandledRejection', onRejection))
beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })
afterEach(async () => {
  await turn()
  expect(rejections.splice(0)).toEqual([])
})

/** Ways to answer without the page, by `send` or `stream`; `code` is that of the error that the app gets, if not in Koa. */
const CASES = [
  { name: 'sent after another response', way: 'send', handle: ({ res, send }, page) => { res.writeHead(200).end('own'); return send(page) }, code: 'ERR_HTTP_HEADERS_SENT' },
  { name: 'sent before another response', way: 'send', handle: ({ res, send }, page) => { setImmediate(() => res.writeHead(200).end('own')); return send(page) }, code: 'ERR_HTTP_HEADERS_SENT' },
  { name: 'streamed after another response', way: 'stream', handle: ({ res, stream }, page) => { res.writeHead(200).end('own'); return stream(page) }, code: 'ERR_HTTP_HEADERS_SENT' },
  { name: 'streamed for HEAD', way: 'stream', method: 'HEAD', handle: ({ stream }, page) => stream(page) },
  ...[204, 304].map((status) => ({ name: `streamed with status ${status}`, handle: ({ status: set, stream }, page) => { set(status); return stream(page) }, status })),
  { name: 'streamed behind a failed value', way: 'stream', handle: ({ stream }, page) => stream(html`${Promise.reject(error)}${page}`), status: 500 }
]

describe.each(platforms)('$platform: an endless page releases its values', ({ platform, serve }) => {
  test.each(CASES)('$name', async ({ handle, method, code, status = 200 }) => {
    const values = endless()
    // With node:http, the error is the caller's.
    const thrown = []
    const served = serve({}, async (exchange) => {
      try {
        await handle(exchange, html`<p>${values}</p>`)
      } catch (error) {
        if (error.code === undefined) throw error
        thrown.push(error)
      }
    })
    expect((await exchange(served.listener, { method })).status).toBe(status)
    await until(() => values.returned === 1)
    const { pulled } = values
    for (let i = 0; i < 10; i++) await turn()
    expect(values.pulled).toBe(pulled)
    const errors = [...served.errors, ...thrown]
    if (status === 500) expect(errors).toEqual([error])
    else if (code && !platform.startsWith('Koa')) expect(errors).toEqual([expect.objectContaining({ code })])
    else expect(errors.filter((each) => each.code !== code)).toEqual([])
  })

  test.each(['send', 'stream'])('by %s, if the client has left before', async (way) => {
    const values = endless()
    const served = serve({}, async (exchange) => {
      client.close()
      await until(() => exchange.res.destroyed)
      return exchange[way](html`<p>${values}</p>`)
    })
    const client = await clientOf(served.listener)
    await until(() => values.returned === 1)
    expect(served.errors.filter(({ code }) => !['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code))).toEqual([])
  })

  test('by send, once the client has left', async () => {
    const { promise, open } = gate()
    const stream = new PassThrough()
    const values = new CountedValues((function * () {
      yield 'a'
      yield promise
      for (;;) yield turn('b')
    })())
    const served = serve({}, ({ send }) => send(html`<p>${values}${stream}${html`<b>${Promise.resolve('c')}</b>`}</p>`))
    const client = await clientOf(served.listener)
    await until(() => values.pulled === 2)
    client.close()
    await until(() => values.returned === 1)
    expect(stream.destroyed).toBe(true)

    open('late')
    for (let i = 0; i < 20; i++) await turn()
    expect(values).toMatchObject({ pulled: 2, returned: 1 })
    expect(served.errors).toEqual([])
    expect(console.error).not.toHaveBeenCalled()
  })

  test('but not for a client that has left, as long as another one waits', async () => {
    const { promise, open } = gate()
    const page = html`<p>${new CountedValues(['a', promise, 'c'])}</p>`
    const responses = []
    const server = await listen(serve({}, ({ res, send }) => {
      responses.push(res)
      return send(page)
    }).listener)
    const [client, other] = [new RawClient(server.port), new RawClient(server.port)]
    await until(() => responses.length === 2)
    client.close()
    await until(() => responses.some(({ destroyed }) => destroyed))
    for (let i = 0; i < 20; i++) await turn()
    open('b')
    await until(() => other.rest.length > 0)
    expect([other.head.status, other.rest.toString()]).toEqual([200, '<p>abc</p>'])
    other.close()
  })

  test('two responses that stream one generator: one is an error, and the other does not look complete', async () => {
    const { promise, open } = gate()
    const values = (async function * () { yield 'a'; await promise; yield 'b'; yield 'c' })()
    const page = html`<p>${values}</p>`
    const served = serve({}, ({ stream }) => stream(page))
    const server = await listen(served.listener)
    const first = new RawClient(server.port)
    await until(() => first.body.toString() === '<p>a')
    const second = new RawClient(server.port)
    await until(() => second.rest.length > 0)
    expect(second.head.status).toBe(500)
    open()
    await first.end()
    expect([first.isWhole, first.body.includes('</p>')]).toEqual([false, false])
    expect(served.errors[0].message).toContain('can be read only once')
    second.close()
  })
})
