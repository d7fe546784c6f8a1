'use strict'

const { debuglog } = require('node:util')
const { identity } = require('../codings/identity')
const { Rendered } = require('../page/rendered')
const { addVary } = require('../util/add-vary')
const { decide } = require('./decision')
const { isDisconnected } = require('./disconnect')
const { HTML, isFreshResponse, publish, responses, removeBodyHeaders, removeContentHeaders } = require('./head')
const { forbidTransform } = require('./interference')
const { PageStream, streamBody } = require('./page-stream')
const { countHit } = require('./recompression')
const { weakened } = require('./validator')

const debug = debuglog('buffered-render')

const WITHOUT_DICTIONARY = 'Pages behind middleware that replaces response.write cannot use the dictionary. ' +
  'If that is compression, set the option "compress" to true'

/** @typedef {Buffer | Buffer[] | '' | undefined} Body several Buffers reach the system by one call, uncopied */

/** Sends pages as `decide` has decided: sets the `head`, for which `bytes` are made, then writes to the socket. */
class Responder {
  /** @param {object} settings the options, see `types/index.d.ts`, the threshold in bytes; the memo if there is one */
  constructor ({ compress, dictionary, threshold, memo, onError }) {
    this.compress = compress
    /** Whether the app has decided that pages are encoded, whoever else may read them, see `whyUnread`. */
    this.isDecided = Boolean(compress)
    this.deflatesText = compress === true || compress === undefined
    this.threshold = compress === false ? Infinity : threshold
    /** @type {import('../codings/dcz/served-dictionary').ServedDictionary | undefined} */
    this.dictionary = dictionary
    this.memo = memo
    // A substitute is ignored: the length of a page with a large file has been sent.
    this.report = onError && (async (error) => { await onError(error) })
    /** The number of pages sent without content coding, by reason. @type {Record<string, number>} */
    this.unencoded = Object.create(null)
  }

  /**
   * Sends a page: status and headers, then the body, or a 304.
   *
   * @returns {Promise<void> | undefined} a promise if the page has a large file or long text, fulfilled when it is sent
   *   or the client disconnects; it rejects before anything is sent if a file has changed
   * @throws {RangeError} if there is no memory for the body. @throws an error of the head. Nothing is sent then
   */
  send (exchange, decision) {
    return decision.files === undefined ? this.sendChecked(exchange, decision) : this.sendLarge(exchange, decision)
  }

  /** Sends a page as `decide` decides. @throws as `decide` and `send` */
  sendPage (exchange, page) {
    return this.send(exchange, decide(this, exchange, page))
  }

  async sendLarge (exchange, decision) {
    await checkFiles(decision)
    if (!isDisconnected(exchange.res)) await this.sendChecked(exchange, decision)
  }

  sendChecked (exchange, decision) {
    const { res } = exchange
    const body = this.head(exchange, decision)
    if (body instanceof PageStream) return streamBody(body, res, console.error)
    try {
      end(res, body, exchange.reader)
    } catch (error) {
      removeBodyHeaders(res, decision.coding !== identity, decision.tag)
      throw error
    }
  }

  /**
   * Sets the status and the headers. Headers that are already set stay unchanged.
   *
   * @returns {Body | PageStream} what follows: empty text for a status without content, `undefined` for HEAD, as
   *   Express ends them
   * @throws {RangeError} if there is no memory for the body; the response has no entity tag of the page then
   */
  head ({ req, res, framework }, decision) {
    const { coding, isNegotiated, offer, tag, unencoded } = decision
    if (unencoded) this.countUnencoded(unencoded)
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
    if (isNegotiated) addVary(res, offer?.varies ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding')
    const given = res.getHeader('ETag')
    // One that the app has set stays, but becomes weak if the page is encoded (RFC 9110, section 8.8.3.3).
    if (given && coding !== identity) res.setHeader('ETag', weakened(given))
    else if (!given && tag) res.setHeader('ETag', tag)
    if (framework === undefined ? isFreshResponse(req, res) : framework.fresh) res.statusCode = 304
    let body
    try {
      body = this.content(req, res, decision)
    } catch (error) {
      if (!given) res.removeHeader('ETag')
      throw error
    }
    if (offer !== undefined) addOffer(res, decision, body)
    if (responses.hasSubscribers) publish(res, decision, sentBytes(body, decision))
    if (coding === identity) this.forbidTransformIfStatic(res)
    return body
  }

  /** Sets the headers of the content, if there is any. HEAD makes no body whose length is known or does not matter. */
  content ({ method }, res, decision) {
    const isHead = method === 'HEAD'
    if (removeContentHeaders(res)) return isHead ? undefined : ''

    const { coding, isStreamed, rendered } = decision
    const body = isHead && (coding === identity || isStreamed) ? undefined : this.bytes(decision)
    if (coding !== identity) {
      res.setHeader('Content-Encoding', coding.name)
      // A `setHeader` of the app may allow certain headers only.
      if (!res.hasHeader('Content-Encoding')) return this.content({ method }, res, unencoded(decision))
    }
    if (res.getHeader('Transfer-Encoding')) {
      // Koa has set the length of the text.
      if (coding !== identity) res.removeHeader('Content-Length')
    } else if (isStreamed) {
      res.removeHeader('Content-Length')
    } else {
      res.setHeader('Content-Length', String(coding === identity ? rendered.byteLength : body.length))
    }
    return isHead ? undefined : body
  }

  /** Makes the body of a page, and fills the memo. @returns {Body | PageStream} */
  bytes (decision) {
    const { coding, encoder, entry, files, how, isStreamed, key, read, rendered } = decision
    const { memo } = this
    if (files !== undefined) return streamOf(rendered, this.report, identity.streamEncoderOf(how))
    if (entry !== undefined) countHit(memo, decision)
    const existing = entry?.bodies[coding.name]
    if (existing !== undefined) return existing

    const isAdmitted = entry === undefined && memo?.admits(key)
    if (isStreamed) {
      // The memo has no body of it until `countHit` encodes one.
      if (isAdmitted) memo.store(key, rendered)
      // The first, empty part sends the head at once.
      return streamOf(rendered, undefined, coding.streamEncoderOf(how), new Rendered([]))
    }
    const isLast = entry === undefined && !isAdmitted && read === undefined
    if (coding === identity && isLast && rendered.hasUncopiedFragment) return rendered.toBuffers()

    const body = encoder === undefined ? read ?? rendered.toBuffer() : encoder.toBuffer()
    if (entry !== undefined) memo.addBody(key, entry, coding.name, body)
    else if (isAdmitted) memo.store(key, rendered, coding.name, body)
    return body
  }

  /** Keeps others from compressing a page that is sent unencoded, if its length must not depend on its text. */
  forbidTransformIfStatic (res) {
    if (this.compress === 'static') forbidTransform(res)
  }

  countUnencoded (reason) {
    if (this.unencoded[reason] === undefined) {
      debug('Pages are sent unencoded: %s', reason)
      const isUseless = reason === 'write' && this.dictionary !== undefined
      if (isUseless) process.emitWarning(WITHOUT_DICTIONARY, { code: 'BUFFERED_RENDER_DICTIONARY' })
    }
    this.unencoded[reason] = (this.unencoded[reason] ?? 0) + 1
  }
}

/** @returns {PageStream} the page in parts, see there */
function streamOf (rendered, report, encoder, first) {
  const { StreamingRender } = require('../streaming/streaming-render')
  return new PageStream(StreamingRender.of(rendered, report), encoder, first)
}

/** @throws {Error} if a file has changed since the page was rendered */
async function checkFiles ({ files }) {
  await Promise.all(files.map((file) => file.check()))
}

/** @returns {Decision} for the page as it is */
function unencoded (decision) {
  return { ...decision, coding: identity, encoder: undefined, isStreamed: false }
}

/** Encodes a page that would be encoded while it is sent, in zlib's threads. */
async function encodeWhole (decision) {
  const { coding, how, rendered } = decision
  const bytes = await coding.streamEncoderOf(how).encode(rendered, true)
  decision.encoder = { toBuffer: () => bytes }
  decision.isStreamed = false
}

/** RFC 9842, sections 2.2 and 3. No shared cache may keep what is for a dictionary: many ignore `Vary`. */
function addOffer (res, { coding, offer: { counts, link }, rendered }, body) {
  if (link !== undefined) res.appendHeader('Link', link)
  if (coding.isNegotiated) return
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private')
  if (!body) return
  counts.pages++
  counts.savedBytes += rendered.byteLength - body.length
}

/** @returns {number | undefined} the bytes that are sent; `undefined` while they are not known */
function sentBytes (body, { coding, rendered }) {
  if (coding === identity && body) return rendered.byteLength
  return body instanceof PageStream ? undefined : body?.length ?? 0
}

/** Ends a response, which has a `Content-Length`. A `write` or `end` that is not Node's gets the body at once. */
function end (res, body, reader) {
  if (body === undefined) return res.end()
  if (!Array.isArray(body)) return res.end(body)
  if (reader !== undefined) return res.end(Buffer.concat(body))

  const last = body.length - 1
  for (let i = 0; i < last; i++) res.write(body[i])
  res.end(body[last])
}

module.exports = { Responder, checkFiles, encodeWhole, end }
