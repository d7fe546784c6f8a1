'use strict'

const assert = require('node:assert')
const { isDeepStrictEqual } = require('node:util')
const fc = require('fast-check')
const { answersIn } = require('../soak/pipeline')
const { textOf } = require('../../test/support/decode')
const { FRAMEWORKS, OPTIONS, WAYS, portsOf } = require('./apps')
const { converse } = require('./connection')

/** In a header, stands for the entity tag that the same request gets without conditions. */
const TAG = '{tag}'
const MADE_TAG = /"[\da-f]+-[\w+/]{27}"/

const DATES = ['Thu, 01 Jan 2026 00:00:00 GMT', 'Fri, 02 Jan 2026 00:00:00 GMT', 'Wed, 31 Dec 2025 23:59:59 GMT', 'yesterday', '0']
const either = (...values) => fc.constantFrom(...values)
const list = (item) => fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(', '))
const named = (name, value) => value.map((value) => [name, value])

const quality = either('', '', '', ';q=1', ';q=0', ';q=0.5', '; q=0.001', ';q=1.5', ';Q=0.8', ';q=', ';x=1')
const coding = fc.tuple(either('gzip', 'GZIP', 'x-gzip', 'br', 'deflate', 'identity', '*', 'zstd', ''), quality).map((parts) => parts.join(''))
const tag = either(TAG, TAG, `W/${TAG}`, '"other"', 'W/"own"', '"own"', '"a, b"', 'unquoted', '"', '*')

/** A header as it is sent; a name may come twice. */
const header = fc.oneof(
  { weight: 6, arbitrary: named('Accept-Encoding', list(coding)) },
  { weight: 4, arbitrary: named('If-None-Match', fc.oneof(tag, list(tag))) },
  { weight: 2, arbitrary: named('If-Modified-Since', either(...DATES)) },
  { weight: 2, arbitrary: named('Cache-Control', either('no-cache', 'max-age=0', 'no-store', 'No-Cache', 'max-age=0, no-cache', 'x="no-cache"')) },
  { weight: 2, arbitrary: named('Connection', either('close', 'keep-alive', 'Close', 'TE, close', 'Upgrade', 'x')) },
  { weight: 2, arbitrary: named('Range', either('bytes=0-', 'bytes=0-1, 3-4', 'bytes=-5', 'bytes=9999999-', 'lines=1')) },
  either(['Upgrade', 'h2c'], ['Upgrade', 'websocket'], ['X-No-Compression', '1'], ['TE', 'trailers'], ['Host', 'other'], ['If-Match', TAG], ['If-Range', TAG])
)
// Node sends an interim response in the middle of a later one of a pipeline.
const oddHeader = either(['Expect', '100-continue'], ['Expect', 'a page'], ['X', 'a\0b'], ['Bad name', 'x'], ['', 'x'], ['Content-Length', 'x'], ['X', 'é'], ['X', 'x'.repeat(20_000)], ['Transfer-Encoding', 'gzip'])

/** A header that the app sets. */
const set = either(
  ['ETag', '"own"'], ['ETag', 'W/"own"'], ['Last-Modified', DATES[0]], ['Cache-Control', 'no-transform'], ['Cache-Control', 'public, max-age=9'], ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/xhtml+xml; charset=utf-8'], ['Vary', 'Cookie'], ['Vary', '*'], ['Vary', 'accept-encoding'], ['Content-Length', '3']
)
const plan = fc.record({
  way: either(...WAYS),
  status: either(200, 200, 200, 200, 200, 201, 203, 204, 205, 206, 301, 304, 404, 410, 500, 503),
  n: either(0, 1, 3, 200),
  text: fc.oneof(either('<&>', '世界'), fc.string({ maxLength: 6 })),
  headers: fc.array(set, { maxLength: 2 })
})
const url = fc.oneof(
  { weight: 20, arbitrary: plan.map(({ way, headers, ...rest }) => `/${way}?${new URLSearchParams([...Object.entries(rest), ...headers])}`) },
  { weight: 1, arbitrary: either('/', '/none', '//', '/%', 'http://other/page', '/page#x', '/__proto__') }
)

const NO_BODY = { headers: [], text: '' }
const body = either(NO_BODY, NO_BODY, NO_BODY, ...['', 'a', 'x'.repeat(70_000)].flatMap((text) => [
  { headers: [['Content-Length', `${text.length}`]], text },
  { headers: [['Transfer-Encoding', 'chunked']], text: `${text && `${text.length.toString(16)}\r\n${text}\r\n`}0\r\n\r\n` }
]))
const request = fc.record({
  method: either('GET', 'GET', 'GET', 'GET', 'HEAD', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'),
  url,
  version: either('1.1', '1.1', '1.1', '1.1', '1.0'),
  headers: fc.array(header, { maxLength: 4 }),
  body
})

/** A request that the server may refuse, whatever is behind it. */
const oddRequest = fc.record({
  method: either('GET', 'GET', 'HEAD', 'CONNECT', 'get', 'NONE', ''),
  url: fc.oneof(url, either('*', '/é', '', 'page', ' /page')),
  version: either('1.1', '1.1', '1.2', '2.0', '0.9', 'x'),
  headers: fc.array(fc.oneof(header, oddHeader), { maxLength: 3 }),
  body: fc.constant(NO_BODY)
}).map(closing)

/** The server closes the connection after it, and would reset it while a body still comes. */
function closing ({ headers, ...request }) {
  return { ...request, headers: [...headers.filter(([name]) => name !== 'Connection'), ['Connection', 'close']], body: NO_BODY }
}

const LAST = closing({ method: 'GET', url: '/json', version: '1.1', headers: [] })

/** Ends with the first request that closes the connection: Node may or may not answer what follows. */
function inOrder (requests) {
  const end = requests.findIndex(({ version, headers }) => version !== '1.1' || headers.some(([name, value]) => name === 'Connection' && /close/i.test(value)))
  return end === -1 ? [...requests, LAST] : [...requests.slice(0, end), closing(requests[end])]
}

/** Clients leave at any of so many parts of what they send or read. */
const LENGTH = 2 ** 20

const connection = fc.record({
  requests: fc.oneof({ weight: 9, arbitrary: fc.array(request, { minLength: 1, maxLength: 4 }).map(inOrder) }, { weight: 1, arbitrary: fc.tuple(oddRequest) }),
  cuts: fc.array(fc.nat(2000), { maxLength: 3 }),
  leaving: fc.option(fc.record({ at: fc.nat(LENGTH), of: either('written', 'read'), how: either('destroy', 'resetAndDestroy', 'end') }), { freq: 2, nil: undefined })
})

/** @returns {string} a request with the entity tag in its place */
function write ({ method, url, version, headers, body }, tag = '"none"') {
  const lines = [['Host', 'localhost'], ...headers, ...body.headers].map(([name, value]) => `${name}: ${value.replaceAll(TAG, tag)}`)
  return [`${method} ${url} HTTP/${version}`, ...lines, '', body.text].join('\r\n')
}

async function tagOf (port, { url, headers }) {
  if (!headers.some(([, value]) => value.includes(TAG))) return undefined
  const encodings = headers.filter(([name]) => name === 'Accept-Encoding')
  const bytes = await converse(port, [Buffer.from(write(closing({ ...LAST, url, headers: encodings })), 'latin1')])
  return answersIn(bytes)[0].headers.etag?.replace(/^W\//, '')
}

async function exchange (port, { requests, cuts }, leaving) {
  const tags = await Promise.all(requests.map((request) => tagOf(port, request)))
  const bytes = Buffer.from(requests.map((request, i) => write(request, tags[i])).join(''), 'latin1')
  // Node resets a connection that it has closed if more comes.
  const inside = requests.at(-1) === LAST ? cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b) : []
  const ends = [0, ...inside, bytes.length]
  return { sent: bytes.length, received: await converse(port, ends.slice(1).map((end, i) => bytes.subarray(ends[i], end)), leaving) }
}

async function answersOf (port, connection) {
  const { received } = await exchange(port, connection)
  return answersIn(received, connection.requests.map(({ method }) => method))
}

/** Leaves out what differs by design: the value of the entity tag, and the content coding with `Vary`. */
function comparable ({ status, headers: { date, etag, vary = '', 'content-encoding': coding, 'content-length': length, ...headers }, body }, isEncoded) {
  return {
    status,
    ...headers,
    // The app's strong tag becomes a weak one on an encoded page.
    etag: etag?.replace(MADE_TAG, 'made').replace(isEncoded || [204, 205, 304].includes(status) ? 'W/' : '', ''),
    vary: vary.split(/, */).filter((name) => !/^accept-encoding$/i.test(name)).join(),
    length: isEncoded ? undefined : length,
    body: body.length === 0 ? '' : textOf({ headers: { ...(coding && { 'content-encoding': coding }) }, body })
  }
}

/** @returns {import('../../bench/answer').Answer} with `compress: 'static'`, an unencoded page forbids that others encode it */
function forbidding (answer) {
  const given = answer.headers['cache-control']
  if (answer.headers['x-page'] === undefined || /no-transform/i.test(given)) return answer
  return { ...answer, headers: { ...answer.headers, 'cache-control': given ? `${given}, no-transform` : 'no-transform' } }
}

/** Without content, an answer does not show whether the page would have been encoded: then both heads are right. */
const mayForbid = ({ status, headers }) => ![204, 205, 304].includes(status) || /no-transform/i.test(headers['cache-control'])

async function compareConnection ({ stock, ours }, options, connection, counts) {
  counts.requests += connection.requests.length
  const [expected, actual] = await Promise.all([stock, ours].map((port) => answersOf(port, connection)))
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const isEncoded = actual[i]?.headers['content-encoding'] !== undefined
    const isUnencodedPage = options.compress === 'static' && expected[i] && actual[i] && !isEncoded && mayForbid(actual[i])
    const wanted = isUnencodedPage ? forbidding(expected[i]) : expected[i]
    const [ours, theirs] = [actual[i], wanted].map((answer) => answer && comparable(answer, isEncoded))
    const differing = Object.keys({ ...ours, ...theirs }).filter((name) => !isDeepStrictEqual(ours?.[name], theirs?.[name]))
    const difference = [ours, theirs].map((answer) => answer && Object.fromEntries(differing.map((name) => [name, answer[name]])))
    assert.deepStrictEqual(...difference)
  }
}

async function abort (port, connection, counts) {
  counts.aborts++
  const { at, of, how } = connection.leaving
  const { sent, received } = await exchange(port, connection)
  await exchange(port, connection, { [of]: Math.round(at / LENGTH * (of === 'read' ? received.length : sent)), how })
}

/** @type {import('./worker').Subject} */
module.exports = {
  cases: fc.record({ framework: either(...FRAMEWORKS), options: either(...OPTIONS), connections: fc.array(connection, { minLength: 1, maxLength: 3 }) }),
  async compare ({ framework, options, connections }, counts) {
    const ports = await portsOf(framework, options)
    const compareAll = () => Promise.all(connections.map((connection) => compareConnection(ports, options, connection, counts)))
    await compareAll()
    const leaving = connections.filter(({ leaving }) => leaving !== undefined)
    if (leaving.length === 0) return
    await Promise.all(leaving.map((connection) => abort(ports.ours, connection, counts)))
    await compareAll()
  },
  show: ({ framework, options, connections }) => [
    `${framework}, bufferedRender(${fc.stringify(options)}); \`+\` is ours, \`-\` is ${framework} alone`,
    ...connections.map(({ requests, ...rest }) => `${JSON.stringify(requests.map((request) => write(request, TAG)).join('')).replace(/(\w)\1{999,}/g, (run) => `(${run.length} × ${run[0]})`)} ${fc.stringify(rest)}`)
  ].join('\n')
}
