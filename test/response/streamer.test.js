'use strict'

const { setImmediate: turn } = require('node:timers/promises')
const { Responder } = require('../../lib/response/respond')
const { Streamer } = require('../../lib/response/streamer')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { gate } = require('../support/gate')
const { prose } = require('../support/prose')
const { until } = require('../support/until')

const fragment = new StaticFragment(prose(2000))
const asyncChunk = (value) => AsyncChunk.of(value, (text) => ({ chunks: [text] }))
const late = () => ['<p>', fragment, asyncChunk(turn().then(() => turn('Zoë, 世界'))), '</p>']
const text = `<p>${fragment.text}Zoë, 世界</p>`

function underwayOf (chunks) {
  const streamingRender = new StreamingRender()
  streamingRender.push(chunks)
  streamingRender.complete()
  return streamingRender
}

/** What sends a page made of chunks to every request. */
function serve (chunksOf, { settings, prepare = () => {}, outcomes = [] } = {}) {
  const streamer = new Streamer(new Responder({ compress: true, threshold: 1024, ...settings }))
  return (req, res) => {
    prepare(res, req)
    const outcome = { req, res, reported: [] }
    outcomes.push(outcome)
    outcome.sent = streamer.send(req, res, underwayOf(chunksOf()), (error) => outcome.reported.push(error))
    outcome.sent.catch((error) => {
      outcome.error = error
      outcome.headers = res.getHeaders()
      res.statusCode = 500
      res.end('failed')
    })
  }
}

const set = (headers) => (res) => { for (const [name, value] of Object.entries(headers)) res.setHeader(name, value) }
const accepting = (coding, headers) => ({ headers: { ...coding && { 'accept-encoding': coding }, ...headers } })

describe('the content coding', () => {
  const codingOf = async (chunksOf, options, header) => {
    const answer = await exchange(serve(chunksOf, options), accepting(header))
    return { coding: answer.headers['content-encoding'] ?? 'identity', varies: 'vary' in answer.headers, text: textOf(answer) }
  }

  test.each([
    { header: undefined, coding: 'identity' },
    { header: 'gzip', coding: 'gzip' },
    { header: 'br', coding: 'identity' },
    { header: 'br;q=1, gzip;q=0.5', coding: 'gzip' },
    { header: 'br;q=1, identity;q=0.5, gzip;q=0.1', coding: 'identity' }
  ])('for a client that accepts $header is $coding', async ({ header, coding }) => {
    expect(await codingOf(late, {}, header)).toEqual({ coding, varies: true, text })
  })

  test.each([
    { name: 'compress: false', options: { settings: { compress: false } }, varies: false },
    { name: 'Cache-Control: no-transform', options: { prepare: set({ 'Cache-Control': 'private, no-transform' }) }, varies: false },
    { name: 'status 206', options: { prepare (res) { res.statusCode = 206 } }, varies: false },
    { name: 'a threshold', options: { settings: { threshold: 1e6 } }, chunksOf: () => [text], varies: false }
  ])('is none with $name', async ({ options, varies, chunksOf = late }) => {
    expect(await codingOf(chunksOf, options, 'gzip')).toEqual({ coding: 'identity', varies, text })
  })

  test('ignores the threshold while the length is unknown', async () => {
    expect(await codingOf(() => ['a', asyncChunk(turn().then(() => turn('b')))], {}, 'gzip')).toEqual({ coding: 'gzip', varies: true, text: 'ab' })
  })

  test('depends on the threshold if all chunks are ready', async () => {
    for (const [length, coding] of [[99, 'identity'], [100, 'gzip']]) {
      expect((await codingOf(() => ['x'.repeat(length)], { settings: { threshold: 100 } }, 'gzip')).coding).toBe(coding)
    }
  })
})

test.each([
  { coding: 'identity', tag: '"mine"' },
  { coding: 'gzip', tag: 'W/"mine"' }
])('a strong validator of the app is $tag as $coding', async ({ coding, tag }) => {
  const { headers } = await exchange(serve(late, { prepare: set({ etag: '"mine"' }) }), accepting(coding))
  expect(headers.etag).toBe(tag)
})

test('a response that has already been sent and is over is an error as well', async () => {
  const outcomes = []
  const { promise, open } = gate()
  const listener = serve(() => [asyncChunk(promise)], {
    outcomes,
    prepare (res) {
      res.once('close', open)
      setImmediate(() => res.end('mine'))
    }
  })
  expect((await exchange(listener)).body.toString()).toBe('mine')
  await until(() => outcomes[0].error !== undefined)
  expect(outcomes[0].error.code).toBe('ERR_HTTP_HEADERS_SENT')
})
