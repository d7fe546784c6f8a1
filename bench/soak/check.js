'use strict'

const path = require('node:path')
const zlib = require('node:zlib')
const ejs = require('ejs')
const { LRUCache } = require('lru-cache')
const { codingOf } = require('../answer')
const { difference } = require('../difference')
const { EJS_VIEWS, ejsPages } = require('../pages')
const { expectedOf } = require('./reloading')

const TYPE = 'text/html; charset=utf-8'

/** Names of the pages that have been sent with a content coding. */
const negotiated = new Set()

/**
 * Checks a complete response.
 *
 * @returns {Promise<{ body?: string, faults: string[] }>} faults of the body,
 *   and all other faults
 */
async function check (asked, answer, requests) {
  const { status } = answer
  if (asked.isStreamed) return checkStreamed(asked, answer)
  const faults = [wrongTag(asked, answer, requests), wrongVary(asked, answer)]
  if (status === 304) return outcome(undefined, [...faults, wrongNotModified(asked, answer)])
  if (status !== 200) return outcome(undefined, [`the status is ${status}`])

  const page = await expected(asked.name, asked.n)
  faults.push(wrongType(answer), wrongCoding(asked, answer), wrongLength(asked, answer, page))
  return outcome(asked.method === 'GET' ? wrongBody(answer, page) : unexpectedBody(answer), faults)
}

/** Checks a streamed page, which has neither an entity tag nor a length. */
async function checkStreamed (asked, answer) {
  if (answer.status !== 200) return outcome(undefined, [`the status is ${answer.status}`])
  return outcome(wrongBody(answer, await expected(asked.name, asked.n)), [wrongType(answer), wrongCoding(asked, answer)])
}

/**
 * Checks a complete response for the view that changes: the page must be that of one version, and not older than the
 * one that was written when it was rendered.
 *
 * @returns {{ body?: string, faults: string[] }}
 */
function checkReloading (asked, answer) {
  if (answer.status !== 200) return outcome(undefined, [`the status is ${answer.status}`])
  const { version, page } = expectedOf(String(decode(answer.body, codingOf(answer))), asked.n)
  const written = Number(answer.headers['x-version'])
  const old = version >= written ? undefined : `version ${version} of the view is rendered, after ${written} was written`
  return outcome(wrongBody(answer, page), [wrongType(answer), wrongCoding(asked, answer), wrongLength(asked, answer, page), old])
}

function outcome (body, faults) {
  return { body, faults: faults.filter((fault) => fault !== undefined) }
}

function wrongTag (asked, { headers: { etag } }, requests) {
  if (etag === undefined) return 'there is no ETag'
  const first = requests.remember(asked, etag)
  if (etag !== first) return `the ETag is ${etag}, but was ${first}`
}

// Caches need Vary on every response for a page, also on responses without a coding.
function wrongVary ({ name }, { headers }) {
  if (codingOf({ headers }) !== 'identity') negotiated.add(name)
  if (negotiated.has(name) && !/(^|,)\s*accept-encoding\s*(,|$)/i.test(headers.vary)) {
    return `Vary is ${headers.vary}, although the page is also sent with a content coding`
  }
}

function wrongNotModified ({ tag }, { headers, body }) {
  if (body.length > 0) return `a 304 has a body of ${body.length} bytes`
  if (headers.etag !== tag) return `a 304 for ${tag}, which is not the ETag of the page`
}

function wrongType ({ headers }) {
  if (headers['content-type'] !== TYPE) return `the Content-Type is ${headers['content-type']}`
}

function wrongCoding ({ encoding: { allowed } }, { headers }) {
  const coding = codingOf({ headers })
  if (!allowed.includes(coding)) return `the Content-Encoding is ${coding}, allowed are ${allowed.join(', ')}`
}

// The length of an encoded body is known only to the server.
function wrongLength ({ method }, { headers, body }, page) {
  const length = headers['content-length']
  if (method === 'HEAD' && codingOf({ headers }) !== 'identity') return undefined
  const right = method === 'HEAD' ? page.length : body.length
  if (length !== String(right)) return `the Content-Length is ${length}, expected ${right}`
}

function wrongBody ({ headers, body }, page) {
  try {
    return difference(decode(body, codingOf({ headers })), page)
  } catch (error) {
    return `cannot be decoded (${body.length} bytes): ${error.message}`
  }
}

function unexpectedBody ({ body }) {
  if (body.length > 0) return `has ${body.length} bytes in response to HEAD`
}

/** Room for the counters that are requested repeatedly. */
const pageCache = new LRUCache({ max: 2000 })

/** Returns the page as rendered by EJS itself. */
async function expected (name, n) {
  const key = `${name}/${n}`
  const cached = pageCache.get(key)
  if (cached !== undefined) return cached

  const { view, data } = ejsPages[name]
  const body = Buffer.from(await ejs.renderFile(path.join(EJS_VIEWS.views, `${view}.ejs`), data(n), { cache: true }))
  pageCache.set(key, body)
  return body
}

const DECODERS = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync }

/**
 * @param {string} coding value of Content-Encoding
 * @throws {Error} if the body is incomplete, or bytes follow the end of its coding
 */
function decode (body, coding) {
  if (coding === 'identity') return body
  const { buffer, engine } = DECODERS[coding](body, { info: true })
  const rest = body.length - engine.bytesWritten
  if (rest !== 0) throw new Error(`${rest} bytes follow the end of the ${coding} data`)
  return buffer
}

module.exports = { check, checkReloading }
