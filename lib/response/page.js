'use strict'

const { debuglog } = require('node:util')
const { acceptedCodings, mayBeRewritten, whyUnencoded } = require('./interference')
const { isDisconnected } = require('./disconnect')
const { forbidTransform, isFreshResponse, setHead } = require('./head')
const { holdWrite } = require('./held-write')
const { PageStream, endLate, streamBody } = require('./page-stream')
const { represent, representLarge } = require('./representation')
const { lengthOf, removeBodyHeaders, writeBody } = require('./write-body')

const debug = debuglog('buffered-render')

const WITHOUT_DICTIONARY = 'Pages behind middleware that replaces response.write cannot use the dictionary. ' +
  'If that is compression, set the option "compress" to true'

/** @typedef {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} Etag the kind of validator, or a function of the app */

/** Sends pages: `represent` decides how without touching the response, `send` does it. */
class Responder {
  /** @param {object} settings the options, see `types/index.d.ts`, and the memo if there is one; the threshold in bytes */
  constructor ({ compress, dictionary, threshold, holdWrites, memo, onError }) {
    this.compress = compress
    this.deflatesText = compress === true || compress === undefined
    this.threshold = compress === false ? Infinity : threshold
    this.holdWrites = holdWrites
    /** @type {import('../codings/dcz/served-dictionary').ServedDictionary | undefined} */
    this.dictionary = dictionary
    this.memo = memo
    this.onError = onError
    /** The number of pages sent without content coding, by reason. @type {Record<string, number>} */
    this.unencoded = Object.create(null)
  }

  /** Decides how a page is sent, without touching `res`. @returns {import('./representation').Representation} */
  represent (req, res, rendered, etag) {
    if (rendered.isLarge) return representLarge(rendered, { etag, onError: this.onError })

    const { compress, deflatesText, memo, threshold } = this
    const mayEncode = rendered.byteLength >= threshold
    const unencoded = mayEncode ? whyUnencoded(req, res, compress !== undefined) : undefined
    const accepted = mayEncode && !unencoded ? acceptedCodings(req.headers['accept-encoding']) : undefined
    // The function is not called for a page that the app has tagged.
    const isTagged = typeof etag === 'function' && res.getHeader('ETag')
    const offer = accepted && this.dictionary?.offerTo(req, res)
    const mayStream = () => !mayBeRewritten(res)
    return represent(rendered, { etag: isTagged ? false : etag, deflatesText, memo, accepted, offer, unencoded, mayStream })
  }

  /**
   * Sends a representation: status and headers, then the body, or a 304.
   *
   * @param {() => boolean} [isFresh] the framework's own freshness test
   * @returns {Promise<void> | undefined} a promise if the page is large or its text long, fulfilled when the page
   *   is sent or the client disconnects; it rejects before anything is sent if a file has changed
   */
  send (req, res, representation, isFresh) {
    if (representation.check !== undefined) return this.sendChecked(req, res, representation, isFresh)
    const body = this.setHead(req, res, representation, isFresh)
    if (body instanceof PageStream) return sendStreamed(body, res)
    this.hold(res, body)
    try {
      writeBody(res, body)
    } catch (error) {
      removeBodyHeaders(res, representation.coding !== 'identity')
      throw error
    }
  }

  async sendChecked (req, res, { check, ...representation }, isFresh) {
    await check()
    if (!isDisconnected(res)) await this.send(req, res, representation, isFresh)
  }

  /** Sets the status and the headers of a response whose body the caller sends: the one that is returned, as `setHead` of `head.js` does. */
  setHead (req, res, representation, isFresh = () => isFreshResponse(req, res)) {
    if (representation.unencoded) this.countUnencoded(representation.unencoded)
    const body = setHead(req, res, representation, isFresh)
    if (representation.coding === 'identity') this.forbidTransformIfStatic(res)
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
      if (reason === 'write' && this.dictionary !== undefined) process.emitWarning(WITHOUT_DICTIONARY, { code: 'BUFFERED_RENDER_DICTIONARY' })
    }
    this.unencoded[reason] = (this.unencoded[reason] ?? 0) + 1
  }
}

/** Sends a page that is encoded while it is sent. */
function sendStreamed (body, res) {
  const sent = streamBody(body, res, console.error)
  // With the framework alone the response has ended by now, and `res.send(page).end()` does nothing.
  if (res.headersSent) res.end = endLate
  return sent
}

module.exports = { Responder }
