'use strict'

const vary = require('vary')
const { Rendered } = require('../page/rendered')
const { acceptedCodings, whyUnencoded } = require('./coding')
const { weakened } = require('./validator')
const { expectUnsent, isDisconnected, unlessDisconnected } = require('./disconnect')
const { LONG } = require('./gzip-parts')
const { GzipStream } = require('./gzip')
const { HTML, hasContent, publish, withoutContent } = require('./head')
const { PageStream, flow, unencoded, writeHead } = require('./page-stream')

/** The content codings of streamed pages: those that can be spliced. */
const STREAMED = ['gzip', 'identity']

/** Sends streaming renders. Their responses have no validator and no length, since neither is known at the start. */
class Streamer {
  /** @param {import('./responder').Responder} responder provides the settings */
  constructor (responder) {
    this.responder = responder
  }

  /**
   * Sends a page while it is being produced.
   *
   * @param {(error: unknown) => void} [report] is called with an error after the first byte that
   *   `onError` has not received; the connection is cut then
   * @returns {Promise<void>} fulfilled when the page is sent, or the client disconnects
   * @throws an error before the first byte, and as `firstOf`; nothing is sent then
   */
  async send (req, res, streamingRender, report = console.error) {
    const body = await this.open(req, res, streamingRender)
    if (body === undefined) return
    publish(res, { __proto__: null }, hasContent(req, res) ? body : undefined)
    if (!hasContent(req, res)) {
      body.destroy()
      res.end()
    } else if (streamingRender.hasEnded && body.first.byteLength < LONG) {
      // Once the head is written, Node adds no Content-Length to a complete body.
      writeHead(body, res)
      const bytes = body.encoder.end(body.first)
      this.responder.hold(res, bytes)
      res.end(bytes)
    } else {
      await flow(body, res, report)
    }
  }

  /**
   * Waits for the first part of a page, and sets the headers of its response. Cancels the page on an error.
   *
   * @returns {Promise<PageStream | undefined>} the body; `undefined` if the client disconnects first
   * @throws an error before the first byte, and as `firstOf`
   */
  async open (req, res, streamingRender) {
    try {
      const first = await firstOf(streamingRender, res)
      if (first === undefined) return streamingRender.cancel()
      return withoutContent(res) ? new PageStream(streamingRender, unencoded, first) : this.begin(req, res, streamingRender, first)
    } catch (error) {
      streamingRender.cancel()
      throw error
    }
  }

  /**
   * Sets the headers of a streaming response. Headers that are already set stay unchanged,
   * except the length.
   *
   * @param {Rendered} first the first part of the page
   * @returns {PageStream} the body
   */
  begin (req, res, streamingRender, first) {
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
    res.removeHeader('Content-Length')
    const { responder } = this
    const isShort = streamingRender.hasEnded && first.byteLength < responder.threshold
    const encoder = isShort || responder.compress === false ? unencoded : this.negotiate(req, res)
    if (encoder === unencoded) responder.protect(res)
    return new PageStream(streamingRender, encoder, first)
  }

  /**
   * @returns {import('./page-stream').Encoder} the encoder for the client's preferred coding among
   *   those that can be spliced
   */
  negotiate (req, res) {
    const { responder } = this
    const reason = whyUnencoded(req, res, responder.compress !== undefined)
    if (reason) {
      responder.countUnencoded(reason)
      return unencoded
    }
    vary(res, 'Accept-Encoding')
    const coding = acceptedCodings(req.headers['accept-encoding']).find((coding) => STREAMED.includes(coding))
    if (coding !== 'gzip') return unencoded
    res.setHeader('Content-Encoding', 'gzip')
    if (res.hasHeader('ETag')) res.setHeader('ETag', weakened(String(res.getHeader('ETag'))))
    return new GzipStream(responder)
  }
}

/**
 * @returns {Promise<Rendered | undefined>} the first part of the page; `undefined` if the client disconnects first
 * @throws errors of the render before its first part
 * @throws {Error} with code `ERR_HTTP_HEADERS_SENT` if another response has been sent
 */
async function firstOf (streamingRender, res) {
  // Check before waiting: the first part may never arrive.
  expectUnsent(res, 'streamed')
  const first = await unlessDisconnected(res, () => begin(streamingRender))
  expectUnsent(res, 'streamed')
  return isDisconnected(res) ? undefined : first
}

async function begin (streamingRender) {
  return await streamingRender.next() ?? new Rendered([])
}

module.exports = { Streamer }
