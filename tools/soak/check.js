'use strict'

const path = require('node:path')
const ejs = require('ejs')
const { LRUCache } = require('lru-cache')
const { decode } = require('../../test/support/decode')
const { codingOf } = require('../../bench/answer')
const { difference } = require('../../bench/difference')
const { EJS_VIEWS, ejsPages } = require('../../bench/pages')

const TYPE = 'text/html; charset=utf-8'

/** Names of the pages that have been sent with a content coding. */
const negotiated = new Set()

/**
 * Checks a complete response. A streamed page has neither an entity tag nor a length.
 *
 * @returns {Promise<{ body?: string, faults: string[] }>} faults of the body, and all other faults
 */
async function check (asked, answer, requests) {
  const { status, headers, body } = answer
  const faults = asked.isStreamed ? [] : [wrongTag(asked, answer, requests), wrongVary(asked, answer)]
  if (status === 304 && !asked.isStreamed) {
    if (body.length > 0) faults.push(`a 304 has a body of ${body.length} bytes`)
    if (headers.etag !== asked.tag) faults.push(`a 304 for ${asked.tag}, which is not the ETag of the page`)
    return { faults: faults.filter(Boolean) }
  }
  if (status !== 200) return { faults: [`the status is ${status}`] }

  const page = await pageCache.fetch(`${asked.name}/${asked.n}`, { context: asked })
  if (headers['content-type'] !== TYPE) faults.push(`the Content-Type is ${headers['content-type']}`)
  const { allowed } = asked.encoding
  if (!allowed.includes(codingOf(answer))) faults.push(`the Content-Encoding is ${codingOf(answer)}, allowed are ${allowed.join(', ')}`)
  if (!asked.isStreamed) faults.push(wrongLength(asked, answer, page))
  return { body: asked.method === 'GET' ? wrongBody(answer, page) : unexpectedBody(answer), faults: faults.filter(Boolean) }
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

// The length of an encoded body is known only to the server.
function wrongLength ({ method }, { headers, body }, page) {
  const length = headers['content-length']
  if (method === 'HEAD' && codingOf({ headers }) !== 'identity') return undefined
  const right = method === 'HEAD' ? page.length : body.length
  if (length !== String(right)) return `the Content-Length is ${length}, expected ${right}`
}

function wrongBody (answer, page) {
  try {
    return difference(decode(answer), page)
  } catch (error) {
    return `cannot be decoded (${answer.body.length} bytes): ${error.message}`
  }
}

function unexpectedBody ({ body }) {
  if (body.length > 0) return `has ${body.length} bytes in response to HEAD`
}

/** Pages as rendered by EJS itself, with room for the counters that are requested repeatedly. */
const pageCache = new LRUCache({
  max: 2000,
  async fetchMethod (key, stale, { context: { name, n } }) {
    const { view, data } = ejsPages[name]
    return Buffer.from(await ejs.renderFile(path.join(EJS_VIEWS.views, `${view}.ejs`), data(n), { cache: true }))
  }
})

module.exports = { check }
