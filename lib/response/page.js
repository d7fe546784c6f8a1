'use strict'

const { debuglog } = require('node:util')
const etagOf = require('etag')
const { identity } = require('../codings/identity')
const { acceptedCodings } = require('../codings/negotiation')
const { LargeFile } = require('../page/large-file')
const { Rendered } = require('../page/rendered')
const { NODES_END, NODES_WRITE } = require('../util/natives')
const { addVary } = require('../util/add-vary')
const { isDisconnected } = require('./disconnect')
const { HTML, isFreshResponse, publish, responses, removeBodyHeaders, removeContentHeaders } = require('./head')
const { holdWrite } = require('./held-write')
const { forbidTransform, mayBeRewritten, whyUnencoded } = require('./interference')
const { PageStream, endLate, streamBody } = require('./page-stream')
const { countHit } = require('./recompression')
const { encodedTag, entityTag, weakened } = require('./validator')

const debug = debuglog('buffered-render')

const WITHOUT_DICTIONARY = 'Pages behind middleware that replaces response.write cannot use the dictionary. ' +
  'If that is compression, set the option "compress" to true'

/**
 * @typedef {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} Etag the kind of validator, or a
 *   function of the app
 */

/**
 * A request, and what its framework knows of it.
 *
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {Etag} [etag]
 * @property {{ fresh: boolean }} [framework] what says whether the client has the page, by the validators that `res`
 *   has; node:http has no such object
 */

/**
 * How a page is sent to one client: its representation (RFC 9110, section 3.2). All properties are always set.
 *
 * @typedef {object} Decision
 * @property {Rendered} rendered
 * @property {LargeFile[]} [files] the large files of the page, which are read while it is sent
 * @property {string} [unencoded] why the page must not be encoded
 * @property {boolean} isNegotiated whether the coding depends on the request
 * @property {import('../codings').Coding[]} accepted by the client, the best first
 * @property {import('../codings/dcz/served-dictionary').Offer} [offer] for a client with a dictionary, or that may
 *   fetch one
 * @property {import('../codings').How} how of its encoders
 * @property {string} key the entity tag of the unencoded page, its key in the memo; empty if nothing needs it
 * @property {import('./memo').Entry} [entry] of the memo
 * @property {import('../codings').Coding} coding
 * @property {import('../codings').Encoder} [encoder] of the page, which may have been encoded to decide
 * @property {boolean} isStreamed whether the page is encoded while it is sent, so that its length is unknown
 * @property {Buffer} [read] the page, if the app's function has read it for the tag
 * @property {string | false} [tag] the entity tag, if there is one
 *
 * @typedef {Buffer | Buffer[] | '' | undefined} Body several Buffers reach the system by one call, and none is copied
 */

/**
 * What happens to a page: `decide` without touching the response, then the `head`, for which `bytes` are made, then the
 * socket.
 */
class Responder {
  /**
   * @param {object} settings the options, see `types/index.d.ts`, and the memo if there is one; the threshold in bytes
   */
  constructor ({ compress, dictionary, threshold, holdWrites, memo, onError }) {
    this.compress = compress
    this.deflatesText = compress === true || compress === undefined
    this.threshold = compress === false ? Infinity : threshold
    this.holdWrites = holdWrites
    /** @type {import('../codings/dcz/served-dictionary').ServedDictionary | undefined} */
    this.dictionary = dictionary
    this.memo = memo
    // A substitute is ignored: the length of a page with a large file has been sent.
    this.report = onError && (async (error) => { await onError(error) })
    /** The number of pages sent without content coding, by reason. @type {Record<string, number>} */
    this.unencoded = Object.create(null)
  }

  /**
   * Decides how a page is sent: the client's preferred coding that the memo has or that makes the page shorter, and the
   * tag.
   *
   * @returns {Decision}
   * @throws an error of the app's function
   */
  decide ({ req, res, etag }, rendered) {
    if (rendered.isLarge) return decideLarge(rendered, etag)

    const { compress, deflatesText, dictionary, memo } = this
    const mayEncode = rendered.byteLength >= this.threshold
    const unencoded = mayEncode ? whyUnencoded(req, res, compress !== undefined) : undefined
    const isNegotiated = mayEncode && !unencoded
    const accepted = isNegotiated ? acceptedCodings(req.headers['accept-encoding'], deflatesText) : [identity]
    const offer = isNegotiated ? dictionary?.offerTo(req, res) : undefined
    const preferred = offer?.coding === undefined ? accepted : [offer.coding, ...accepted]

    const how = { deflatesText, isStrong: etag === 'strong' }
    const key = memo || typeof etag === 'string' ? entityTag(rendered, how.isStrong ? 'strong' : 'weak') : ''
    const entry = memo?.find(key, rendered)
    const { coding, encoder } = choose(rendered, preferred, entry, how)
    const isStreamed = encoder?.inParts === true && !mayBeRewritten(res)
    // The app's function is not called for a page that the app has tagged.
    const isRead = typeof etag === 'function' && !res.getHeader('ETag')
    const read = isRead ? entry?.bodies.identity ?? rendered.toBuffer() : undefined
    const tag = isRead ? tagByApp(etag, read, coding) : how.isStrong ? encodedTag(key, coding) : etag && key
    return {
      rendered,
      files: undefined,
      unencoded,
      isNegotiated,
      accepted,
      offer,
      how,
      key,
      entry,
      coding,
      encoder,
      isStreamed,
      read,
      tag
    }
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

  async sendLarge (exchange, decision) {
    await checkFiles(decision)
    if (!isDisconnected(exchange.res)) await this.sendChecked(exchange, decision)
  }

  sendChecked (exchange, decision) {
    const { res } = exchange
    const body = this.head(exchange, decision)
    if (body instanceof PageStream) {
      const sent = streamBody(body, res, console.error)
      // With the framework alone the response has ended by now, and `res.send(page).end()` does nothing.
      if (res.headersSent) res.end = endLate
      return sent
    }
    this.hold(res, body)
    try {
      end(res, body)
    } catch (error) {
      removeBodyHeaders(res, decision.coding !== identity)
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
    if (given && coding !== identity) res.setHeader('ETag', weakened(String(given)))
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

  /**
   * Sets the headers of the content, if the status has any. For HEAD, no body is made whose length is known, or does
   * not matter.
   */
  content ({ method }, res, decision) {
    const isHead = method === 'HEAD'
    if (removeContentHeaders(res)) return isHead ? undefined : ''

    const { coding, isStreamed, rendered } = decision
    const body = isHead && (coding === identity || isStreamed) ? undefined : this.bytes(decision)
    if (coding !== identity) res.setHeader('Content-Encoding', coding.name)
    if (!res.hasHeader('Transfer-Encoding')) {
      if (isStreamed) res.removeHeader('Content-Length')
      else res.setHeader('Content-Length', String(coding === identity ? rendered.byteLength : body.length))
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

  /** Holds the write of a response, which ends with this body next, if the option allows it. */
  hold (res, body) {
    if (this.holdWrites) holdWrite(res, lengthOf(body))
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

/**
 * Decides how a page with a large file is sent: never encoded, and never in the memo.
 *
 * The tag is weak, since a change of a file is detected by its length and time only. A function of the app is not
 * called: it takes the whole body. Express does not call it for `res.sendFile` either.
 */
function decideLarge (rendered, etag) {
  const files = rendered.chunks.filter((chunk) => chunk instanceof LargeFile)
  const tag = etag ? etagOf(rendered.composition, { weak: true }) : undefined
  return {
    rendered,
    files,
    unencoded: undefined,
    isNegotiated: false,
    accepted: [identity],
    offer: undefined,
    how: undefined,
    key: '',
    entry: undefined,
    coding: identity,
    encoder: undefined,
    isStreamed: false,
    read: undefined,
    tag
  }
}

/** @throws {Error} if a file has changed since the page was rendered */
async function checkFiles ({ files }) {
  await Promise.all(files.map((file) => file.check()))
}

/**
 * Chooses the first coding that the memo has or that makes the page shorter; else the first one that this request can
 * get, since a client may refuse the page as it is.
 *
 * @returns {{ coding: import('../codings').Coding, encoder?: import('../codings').Encoder }}
 */
function choose (rendered, preferred, entry, how) {
  let choice
  for (const coding of preferred) {
    if (coding === identity || entry?.bodies[coding.name] !== undefined) return { coding, encoder: undefined }
    const encoder = coding.encoderOf?.(rendered, how)
    if (encoder?.pays) return { coding, encoder }
    if (encoder !== undefined && coding.isNegotiated) choice ??= { coding, encoder }
  }
  return choice ?? { coding: identity, encoder: undefined }
}

/**
 * @returns {string | undefined} the tag that the app's function gives; weak for encoded bytes (RFC 9110, section
 *   8.8.3.3)
 */
function tagByApp (etag, page, coding) {
  const tag = etag(page)
  return tag && coding !== identity ? weakened(String(tag)) : tag
}

/**
 * RFC 9842, sections 2.2 and 3. No shared cache may keep what is sent to clients with a dictionary: many ignore `Vary`.
 */
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
  if (!(body instanceof PageStream)) return lengthOf(body)
  return coding === identity ? rendered.byteLength : undefined
}

function lengthOf (body) {
  return Array.isArray(body) ? body.reduce((sum, { length }) => sum + length, 0) : body?.length ?? 0
}

/**
 * Ends a response, whose `Content-Length` is set. One whose `write` or `end` is not Node's gets its body by one `end`.
 */
function end (res, body) {
  if (body === undefined) return res.end()
  if (!Array.isArray(body)) return res.end(body)
  if (res.write !== NODES_WRITE || res.end !== NODES_END) return res.end(Buffer.concat(body))

  const last = body.length - 1
  for (let i = 0; i < last; i++) res.write(body[i])
  res.end(body[last])
}

module.exports = { Responder, checkFiles, end, lengthOf }
