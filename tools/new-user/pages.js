'use strict'

const assert = require('node:assert')
const { startServer } = require('./command')

/** The pages of every shop: a list, a list with what a user has typed, two teas, and what is not found. */
const PATHS = ['/', '/?search=%3Cb%3E%26%22caf%C3%A9', '/teas/assam', '/teas/sencha', '/missing?%3Cb%3E']

/** Fetch marks conditional requests with `no-cache`, which no 304 answers, unless they say something else. */
const CONDITIONAL = { 'Cache-Control': 'max-age=0' }

/** @typedef {{ status: number, type: string | null, body: string, etag: string | null, encoding: string | null }} Answer */

/**
 * @param {import('./command').How} how
 * @returns {Promise<Answer[]>} the pages without the library
 */
async function pagesAlone (how) {
  const { address, stop } = await startServer('alone', how)
  try {
    const pages = await Promise.all(PATHS.map((url) => ask(address + url)))
    assert.deepStrictEqual(pages.map(({ status }) => status), [200, 200, 200, 200, 404])
    return pages
  } finally {
    await stop()
  }
}

/**
 * Starts a server, and compares what it sends with the pages of the app alone.
 *
 * @param {string} script of package.json
 * @param {Answer[]} expected
 * @param {import('./command').How} how
 */
async function comparePages (script, expected, how) {
  const { address, output, stop } = await startServer(script, { ...how, env: { ...how.env, NODE_DEBUG: 'buffered-render' } })
  try {
    for (const [i, url] of PATHS.entries()) await comparePage(address + url, expected[i])
    const { engine, templates } = await (await fetch(`${address}/stats`)).json()
    assert.deepStrictEqual(engine, {})
    assert(templates.misses > 0, 'no view was compiled')
  } finally {
    await stop()
  }
  expectSpliced(output.stderr)
}

/** The page itself, its gzip and its 304. */
async function comparePage (url, { status, type, body, etag }) {
  const plain = await ask(url)
  assert.deepStrictEqual({ status: plain.status, type: plain.type, body: plain.body, encoding: plain.encoding }, { status, type, body, encoding: null })
  assert.match(plain.etag ?? '', /^(?:W\/)?"/, `${url} has no ETag`)
  assert.notStrictEqual(plain.etag, etag, `${url} has the ETag of the framework`)

  const zipped = await ask(url, { 'Accept-Encoding': 'gzip' })
  assert.deepStrictEqual({ body: zipped.body, encoding: zipped.encoding }, { body, encoding: 'gzip' }, url)

  const again = await ask(url, { ...CONDITIONAL, 'If-None-Match': plain.etag })
  assert.deepStrictEqual({ status: again.status, body: again.body }, status === 200 ? { status: 304, body: '' } : { status, body }, url)
}

/** @param {string} stderr what NODE_DEBUG has printed: a line for each view, and others */
function expectSpliced (stderr) {
  const lines = stderr.split('\n').filter((line) => /^BUFFERED-RENDER \d+: /.test(line))
  assert(lines.some((line) => line.endsWith(' is spliced')), `NODE_DEBUG has named no view that is spliced:\n${stderr}`)
  assert.deepStrictEqual(lines.filter((line) => /rendered by its engine|is left to/.test(line)), [])
}

/** @returns {Promise<Answer>} */
async function ask (url, headers) {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity', ...headers }, signal: AbortSignal.timeout(60_000) })
  const get = (name) => response.headers.get(name)
  return { status: response.status, type: get('Content-Type'), body: await response.text(), etag: get('ETag'), encoding: get('Content-Encoding') }
}

module.exports = { comparePages, pagesAlone }
