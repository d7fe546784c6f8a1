'use strict'

const { Rendered } = require('../page/rendered')
const { identity, plain } = require('../codings/identity')
const { acceptedCodings } = require('../codings/negotiation')
const { whyUnencoded } = require('./interference')
const { weakened } = require('./entity-tag')
const { expectUnsent, isDisconnected, unlessDisconnected } = require('./disconnect')
const { THREAD_THRESHOLD } = require('../codings/gzip/blocks')
const { addVary } = require('../util/add-vary')
const { HTML, hasContent, publish, removeContentHeaders } = require('./headers')
const { PageStream, streamBody, writeHead } = require('./page-stream')
const { readerOf } = require('./slots')

/** Sends streaming renders. Their responses have no validator and no length, since neither is known at the start. */
class Streamer {
  constructor (responder) {
    this.responder = responder
  }

  /**
   * Sends a page while it is being produced.
   *
   * @param {(error: unknown) => void} [report] is called with an error after the first byte that
   *   `onError` has not received; the connection is cut then
   * @returns {Promise<void>} fulfilled when the page is sent, or the client disconnects
   * @throws as `open`, and an error of the head; nothing is sent then
   */
  async send (req, res, streamingRender, report = console.error) {
    const body = await this.open(req, res, streamingRender)
    if (body === undefined) return
    publish(res, { __proto__: null }, hasContent(req, res) ? undefined : 0)
    if (!hasContent(req, res)) {
      body.destroy()
      res.end()
    } else if (streamingRender.hasEnded && body.first.byteLength < THREAD_THRESHOLD) {
      // Once the head is written, Node adds no Content-Length to a complete body.
      writeHead(body, res)
      const { bytes } = await body.nextBytes()
      res.end(bytes)
    } else {
      await streamBody(body, res, report)
    }
  }

  /**
   * Waits for the first part of a page, and sets the headers of its response. Cancels the page on an error.
   *
   * @returns {Promise<PageStream | undefined>} the body; `undefined` if the client disconnects first
   * @throws errors of the render before its first part
   * @throws {Error} with code `ERR_HTTP_HEADERS_SENT` if another response has been sent
   */
  async open (req, res, streamingRender) {
    try {
      // Check before waiting: the first part may never arrive.
      expectUnsent(res, 'streamed')
      const first = await unlessDisconnected(res, async () => await streamingRender.next() ?? new Rendered([]))
      expectUnsent(res, 'streamed')
      if (first === undefined || isDisconnected(res)) return streamingRender.cancel()
      const isShort = streamingRender.hasEnded && first.byteLength < this.responder.threshold
      const encoder = removeContentHeaders(res) ? plain : this.encoderFor(req, res, isShort)
      return new PageStream(streamingRender, encoder, first)
    } catch (error) {
      streamingRender.cancel()
      throw error
    }
  }

  /** Sets headers, but none that is set, except the length. A short body is complete, and below the threshold. */
  encoderFor (req, res, isShort) {
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
    res.removeHeader('Content-Length')
    const { responder } = this
    const coding = isShort || !responder.encodes ? identity : this.codingFor(req, res)
    if (coding === identity) {
      responder.forbidTransformIfStatic(res)
    } else {
      res.setHeader('Content-Encoding', coding.name)
      if (res.hasHeader('ETag')) res.setHeader('ETag', weakened(res.getHeader('ETag')))
    }
    return coding.streamEncoderOf(responder)
  }

  /** @returns {import('../codings').Coding} the one that the client prefers among those that encode a page in parts */
  codingFor (req, res) {
    const reason = whyUnencoded(req, res, readerOf(res), this.responder.isDecided)
    if (reason) {
      this.responder.countUnencoded(reason)
      return identity
    }
    addVary(res, 'Accept-Encoding')
    const accepted = acceptedCodings(req.headers['accept-encoding'], this.responder.deflatesText)
    return accepted.find(({ streamEncoderOf }) => streamEncoderOf !== undefined) ?? identity
  }
}

module.exports = { Streamer }
