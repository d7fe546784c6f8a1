'use strict'

const { debuglog } = require('node:util')
const { identity } = require('../codings/identity')
const { acceptedCodings } = require('../codings/negotiation')
const { LargeFile } = require('../page/large-file')
const { Rendered } = require('../page/rendered')
const { addVary } = require('../util/add-vary')
const { isDisconnected } = require('./disconnect')
const { end } = require('./end')
const { encodedTag, entityTag, fileTag, tagByApp, weakened } = require('./entity-tag')
const {
  HTML, addOffer, forbidTransform, isFreshResponse, publish, removeBodyHeaders, removeContentHeaders, responses
} = require('./headers')
const { mayBeRewritten, whyUnencoded } = require('./interference')
const { PageStream, streamBody } = require('./page-stream')
const { recompressAfterHits } = require('./recompression')

const debug = debuglog('buffered-render')

const WITHOUT_DICTIONARY = 'Pages behind middleware that replaces response.write cannot use the dictionary. ' +
  'If that is compression, set the option "compress" to true'
/** What the debug line says of a reason, if there is more to say. */
const DETAILS = {
  __proto__: null,
  compression: ', which encodes them. To splice them as gzip, set the option "compress" to true'
}

const AS_IS = [identity]
const BY_DICTIONARY = 'Accept-Encoding, Available-Dictionary'

/** @typedef {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} Etag a function is the app's */

/**
 * A request, and what its framework knows of it. All properties are always set.
 *
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {Etag} [etag]
 * @property {{ fresh: boolean }} [request] the framework's: tells by the validators whether the client has the page
 * @property {import('./slots').Reader} reader what may read the body on its way
 * @property {string} [type] the Content-Type; without it, the one that is set, or HTML
 */

/**
 * A page as one client gets it (RFC 9110, section 3.2).
 *
 * @typedef {object} Representation
 * @property {Rendered} rendered
 * @property {string} [unencoded] why the page must not be encoded
 * @property {import('../codings').Coding[]} [accepted] what the client accepts, the best first; `undefined` if the
 *   page is not encoded in any case
 * @property {import('../codings/dcz/served-dictionary').Offer} [offer] what the dictionary means for the client
 * @property {import('../codings').EncoderOptions} encoderOptions
 * @property {string} key the entity tag of the unencoded page, its key in the memo; empty if nothing needs it
 * @property {import('./memo').Entry} [entry] what the memo has of the page
 * @property {import('../codings').Coding} coding
 * @property {import('../codings').Encoder} [encoder] may have encoded the page, to choose the coding
 * @property {boolean} isStreamed whether the page is encoded while it is sent, so that its length is unknown
 * @property {Buffer} [whole] the whole page, if the app's function has made the tag of it
 * @property {string | false} [tag] the entity tag, if there is one
 */

/** @typedef {Buffer[] | PageStream | undefined} Body an empty list without content; `undefined` for HEAD */

/** Answers requests with pages: chooses a page's representation, prepares the headers and the body, and sends both. */
class Responder {
  /** @param {object} settings the options, see `types/index.d.ts`, the threshold in bytes; the memo if there is one */
  constructor ({ compress, dictionary, threshold, memo, onError }) {
    /** Whether the app has decided that pages are encoded, whoever else may read them, see `whyUnread`. */
    this.isDecided = Boolean(compress)
    this.encodes = compress !== false
    /** Whether no length may depend on how well the text of a page compresses. */
    this.isStatic = compress === 'static'
    this.deflatesText = !this.isStatic
    this.threshold = this.encodes ? threshold : Infinity
    /** @type {import('../codings/dcz/served-dictionary').ServedDictionary | undefined} */
    this.dictionary = dictionary
    this.memo = memo
    // A substitute is ignored: the length of a page with a large file has been sent.
    this.report = onError && (async (error) => { await onError(error) })
    /** The number of pages sent without content coding, by reason. @type {Record<string, number>} */
    this.unencoded = Object.create(null)
  }

  /**
   * Answers with a page: status and headers, then the body, or a 304.
   *
   * @returns {Promise<void> | undefined} a promise if the page has a large file or long text, fulfilled when it is sent
   *   or the client disconnects; it rejects before anything is sent if a file has changed
   * @throws as `represent` and `prepare`, and an error of the head; nothing is sent then
   */
  respond (exchange, page) {
    const { res, type } = exchange
    const representation = this.represent(exchange, page)
    // As in Express: after the app's function, which may throw, and before any wait.
    if (type !== undefined) res.setHeader('Content-Type', type)
    return page.isLarge ? this.sendLarge(exchange, representation) : this.send(exchange, representation)
  }

  /**
   * Chooses the representation, without touching the response. A page with a large file is never encoded, and never in
   * the memo.
   *
   * @returns {Representation}
   * @throws an error of the app's function
   */
  represent ({ req, res, etag, reader }, rendered) {
    const { deflatesText, memo } = this
    const { isLarge } = rendered
    const mayEncode = !isLarge && rendered.byteLength >= this.threshold
    const unencoded = mayEncode ? whyUnencoded(req, res, reader, this.isDecided) : undefined
    const isNegotiable = mayEncode && unencoded === undefined
    const accepted = isNegotiable ? acceptedCodings(req.headers['accept-encoding'], deflatesText) : undefined
    const offer = isNegotiable ? this.dictionary?.offerTo(req, res) : undefined

    const isStrong = etag === 'strong'
    const hasKey = !isLarge && (memo !== undefined || typeof etag === 'string')
    const key = hasKey ? entityTag(rendered, isStrong ? 'strong' : 'weak') : ''
    const entry = isLarge ? undefined : memo?.find(key, rendered)
    const encoderOptions = { deflatesText, isStrong }
    const preferred = offer?.coding === undefined ? accepted ?? AS_IS : [offer.coding, ...accepted]
    const { coding, encoder } = choose(rendered, preferred, entry, encoderOptions)
    const isStreamed = encoder?.prefersStream === true && !mayBeRewritten(reader)

    // The app's function takes the whole body. It is not called for a page that the app has tagged.
    const isTaggedByApp = !isLarge && typeof etag === 'function' && !res.getHeader('ETag')
    const whole = isTaggedByApp ? entry?.bodies.identity ?? rendered.toBuffer() : undefined
    let tag
    if (isLarge) tag = etag && fileTag(rendered)
    else if (isTaggedByApp) tag = tagByApp(etag, whole, coding !== identity)
    else tag = isStrong ? encodedTag(key, coding) : etag && key
    return { rendered, unencoded, accepted, offer, encoderOptions, key, entry, coding, encoder, isStreamed, tag, whole }
  }

  async sendLarge (exchange, representation) {
    await checkFiles(representation.rendered)
    if (!isDisconnected(exchange.res)) await this.send(exchange, representation)
  }

  send (exchange, representation) {
    const { res, reader } = exchange
    const body = this.prepare(exchange, representation)
    if (body instanceof PageStream) return streamBody(body, res, console.error)
    try {
      end(res, body, reader)
    } catch (error) {
      removeBodyHeaders(res, representation.coding !== identity, representation.tag)
      throw error
    }
  }

  /**
   * Sets the status and the headers, and makes the body. The app's type, entity tag and Cache-Control stay; the tag of
   * an encoded page becomes weak.
   *
   * @returns {Body}
   * @throws {RangeError} if there is no memory for the body; the response has no entity tag of the page then
   */
  prepare ({ req, res, request }, representation) {
    const { accepted, coding, offer, tag, unencoded } = representation
    if (unencoded !== undefined) this.countUnencoded(unencoded)
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
    if (accepted !== undefined) addVary(res, offer?.varies ? BY_DICTIONARY : 'Accept-Encoding')
    const given = res.getHeader('ETag')
    // One that the app has set stays, but becomes weak if the page is encoded (RFC 9110, section 8.8.3.3).
    if (given && coding !== identity) res.setHeader('ETag', weakened(given))
    else if (!given && tag) res.setHeader('ETag', tag)
    if (request === undefined ? isFreshResponse(req, res) : request.fresh) res.statusCode = 304

    let body
    try {
      body = this.prepareContent(req, res, representation)
    } catch (error) {
      if (!given) res.removeHeader('ETag')
      throw error
    }
    if (offer !== undefined) addOffer(res, representation, body)
    if (responses.hasSubscribers) publish(res, representation, sentBytes(body, representation))
    if (representation.coding === identity) this.forbidTransformIfStatic(res)
    return body
  }

  /** Sets the headers of the content, if there is any. HEAD makes no body whose length is known or does not matter. */
  prepareContent ({ method }, res, representation) {
    const isHead = method === 'HEAD'
    if (removeContentHeaders(res)) return isHead ? undefined : []

    const { coding, isStreamed, rendered } = representation
    const body = isHead && (coding === identity || isStreamed) ? undefined : this.makeBody(representation)
    if (coding !== identity) {
      res.setHeader('Content-Encoding', coding.name)
      // A `setHeader` of the app may allow certain headers only.
      if (!res.hasHeader('Content-Encoding')) {
        Object.assign(representation, { coding: identity, encoder: undefined, isStreamed: false })
        return this.prepareContent({ method }, res, representation)
      }
    }
    if (res.getHeader('Transfer-Encoding')) {
      // Koa has set the length of the text.
      if (coding !== identity) res.removeHeader('Content-Length')
    } else if (isStreamed) {
      res.removeHeader('Content-Length')
    } else {
      res.setHeader('Content-Length', String(coding === identity ? rendered.byteLength : body[0].length))
    }
    return isHead ? undefined : body
  }

  /** Makes the body of a page, and fills the memo. @returns {Buffer[] | PageStream} */
  makeBody (representation) {
    const { coding, encoder, encoderOptions, entry, isStreamed, key, rendered, whole } = representation
    const { memo } = this
    if (rendered.isLarge) return streamOf(rendered, this.report, identity.streamEncoderOf(encoderOptions))
    if (entry !== undefined) recompressAfterHits(memo, representation)
    const kept = entry?.bodies[coding.name]
    if (kept !== undefined) return [kept]

    const isAdmitted = entry === undefined && memo?.admitMiss(key)
    if (isStreamed) {
      // The memo has no body of it until `recompressAfterHits` encodes one.
      if (isAdmitted) memo.store(key, rendered)
      // The first, empty part sends the head at once.
      return streamOf(rendered, undefined, coding.streamEncoderOf(encoderOptions), new Rendered([]))
    }
    const isLast = entry === undefined && !isAdmitted && whole === undefined
    if (coding === identity && isLast && rendered.hasUncopiedFragment) return rendered.toBuffers()

    const body = encoder === undefined ? whole ?? rendered.toBuffer() : encoder.toBuffer()
    if (entry !== undefined) memo.addBody(key, entry, coding.name, body)
    else if (isAdmitted) memo.store(key, rendered, coding.name, body)
    return [body]
  }

  /** Keeps others from compressing a page that is sent unencoded, if its length must not depend on its text. */
  forbidTransformIfStatic (res) {
    if (this.isStatic) forbidTransform(res)
  }

  countUnencoded (reason) {
    if (this.unencoded[reason] === undefined) {
      debug('Pages are sent unencoded: %s%s', reason, DETAILS[reason] ?? '')
      const isUseless = (reason === 'write' || reason === 'compression') && this.dictionary !== undefined
      if (isUseless) process.emitWarning(WITHOUT_DICTIONARY, { code: 'BUFFERED_RENDER_DICTIONARY' })
    }
    this.unencoded[reason] = (this.unencoded[reason] ?? 0) + 1
  }
}

/**
 * Chooses the first coding that the memo has or that makes the page shorter; else the first one that this request can
 * get, since a client may refuse the page as it is.
 *
 * @returns {{ coding: import('../codings').Coding, encoder?: import('../codings').Encoder }}
 */
function choose (rendered, preferred, entry, encoderOptions) {
  let choice
  for (const coding of preferred) {
    if (coding === identity || entry?.bodies[coding.name] !== undefined) return { coding, encoder: undefined }
    const encoder = coding.encoderOf?.(rendered, encoderOptions)
    if (encoder?.isSmaller) return { coding, encoder }
    if (encoder !== undefined && !coding.needsDictionary) choice ??= { coding, encoder }
  }
  return choice ?? { coding: identity, encoder: undefined }
}

/** @returns {PageStream} the page in parts */
function streamOf (rendered, report, encoder, first) {
  const { StreamingRender } = require('../streaming/streaming-render')
  return new PageStream(StreamingRender.of(rendered, report), encoder, first)
}

/** @throws {Error} if a file has changed since the page was rendered */
async function checkFiles ({ chunks }) {
  await Promise.all(chunks.map((chunk) => chunk instanceof LargeFile && chunk.check()))
}

/** Encodes a page that would be encoded while it is sent, in zlib's threads. */
async function encodeWhole (representation) {
  const { coding, encoderOptions, rendered } = representation
  const bytes = await coding.streamEncoderOf(encoderOptions).encode(rendered, true)
  representation.encoder = { toBuffer: () => bytes }
  representation.isStreamed = false
}

/** @returns {number | undefined} the bytes that are sent; `undefined` while they are not known */
function sentBytes (body, { coding, rendered }) {
  if (body === undefined) return 0
  if (!(body instanceof PageStream)) return body.reduce((sum, { length }) => sum + length, 0)
  return coding === identity ? rendered.byteLength : undefined
}

module.exports = { Responder, checkFiles, encodeWhole }
