'use strict'

const { debuglog } = require('node:util')
const { acceptedCodings, whyUnencoded } = require('./coding')
const { isDisconnected } = require('./disconnect')
const { hasContent, isConditional, isFreshResponse, prepareHead } = require('./head')
const { holdWrite } = require('./held-write')
const { LargeRepresentation } = require('./large-representation')
const { flow } = require('./page-stream')
const { Representation } = require('./representation')

const debug = debuglog('buffered-render')

/**
 * How pages get their validator: by themselves, or by a function of the app's that is given the page.
 *
 * @typedef {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} Etag
 */

/**
 * The one way from a page to a response: `represent` builds what the client gets without
 * touching the response, `send` sends it.
 */
class Responder {
  /**
   * @param {boolean | 'static'} [settings.compress] true where it is not given
   * @param {number} settings.threshold bytes below which nothing is compressed
   * @param {boolean} settings.serverTiming whether responses say how long they took
   * @param {boolean} [settings.holdWrites] see `holdWrite`
   * @param {(error: unknown) => unknown} [settings.onError] is told what fails after the
   *   first byte, in place of the console or Koa
   */
  constructor ({ compress, threshold, serverTiming, holdWrites = true, memo, onError }) {
    this.compress = compress
    this.deflatesText = compress === true || compress === undefined
    this.threshold = compress === false ? Infinity : threshold
    this.serverTiming = serverTiming
    this.holdWrites = holdWrites
    this.memo = memo
    this.onError = onError
    /** How many pages went out unencoded, by reason. @type {Record<string, number>} */
    this.unencoded = Object.create(null)
  }

  /**
   * Builds the representation of a page without touching `res`.
   *
   * @param {import('node:http').ServerResponse} res with the headers that the app sets
   * @returns {Representation | LargeRepresentation}
   */
  represent (req, res, rendered, etag) {
    if (rendered.isLarge) return new LargeRepresentation(rendered, { etag, onError: this.onError })

    const start = this.serverTiming ? performance.now() : 0
    const { compress, deflatesText, memo, threshold } = this
    const mayEncode = rendered.byteLength >= threshold
    const unencoded = mayEncode ? whyUnencoded(req, res, compress !== undefined) : undefined
    const accepted = mayEncode && !unencoded ? acceptedCodings(req.headers['accept-encoding']) : undefined
    const representation = new Representation(rendered, { etag, deflatesText, memo, accepted, unencoded })
    // A page is looked up once for each response, also for those that turn out to have no body.
    if (!representation.isHit && hasContent(req, res) && !isConditional(req)) representation.assemble()
    if (this.serverTiming) representation.duration = performance.now() - start
    return representation
  }

  /**
   * Sends a representation: status and headers, then a 304 or the body.
   *
   * @param {() => boolean} [isFresh] the framework's own test of freshness
   * @returns {Promise<void> | undefined} a promise if the page is large, fulfilled when all
   *   was sent, or the client has gone; rejects if a file of the page has changed, and nothing
   *   is sent then
   */
  send (req, res, representation, isFresh) {
    if (representation instanceof LargeRepresentation) return this.sendLarge(req, res, representation, isFresh)
    const body = this.prepare(req, res, representation, isFresh)
    this.hold(res, body)
    if (body === undefined) res.end()
    else res.end(body)
  }

  async sendLarge (req, res, representation, isFresh) {
    await representation.check()
    if (isDisconnected(res)) return
    const body = this.prepare(req, res, representation, isFresh)
    if (body) await flow(body, res, console.error)
    else res.end(body)
  }

  /**
   * Sets the status and the headers of a response, for those who send the body themselves.
   *
   * @param {() => boolean} [isFresh] the framework's own test of freshness
   * @returns {Buffer | import('./page-stream').PageStream | '' | undefined} the body, see `prepareHead`
   */
  prepare (req, res, representation, isFresh = () => isFreshResponse(req, res)) {
    if (representation.unencoded) this.countUnencoded(representation.unencoded)
    return prepareHead(req, res, representation, { isFresh, serverTiming: this.serverTiming })
  }

  /**
   * @param {import('node:http').ServerResponse} res about to be ended with this body
   * @param {Buffer | '' | undefined} body
   */
  hold (res, body) {
    if (this.holdWrites) holdWrite(res, body?.length ?? 0)
  }

  countUnencoded (reason) {
    if (this.unencoded[reason] === undefined) debug('Pages are sent unencoded: %s', reason)
    this.unencoded[reason] = (this.unencoded[reason] ?? 0) + 1
  }
}

module.exports = { Responder }
