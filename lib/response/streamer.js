'use strict'

const vary = require('vary')
const { Rendered } = require('../page/rendered')
const { acceptedCodings, whyUnencoded } = require('./coding')
const { weakened } = require('./validator')
const { isDisconnected, unlessDisconnected } = require('./disconnect')
const { GzipStream } = require('./gzip-stream')
const { HTML, hasContent, publish, withoutContent } = require('./head')
const { PageStream, flow, unencoded, writeHead } = require('./page-stream')

/**
 * The one way from a page that is under way to a response. It has no validator and no
 * length: neither is known when it begins.
 */
class Streamer {
  /** @param {import('./responder').Responder} responder whose settings it shares */
  constructor (responder) {
    this.responder = responder
  }

  /**
   * Sends a page while it is made.
   *
   * @param {(error: unknown) => void} [report] hears of what has failed after the first
   *   byte, when the connection is cut, if nobody else has
   * @returns {Promise<void>} fulfilled when all was sent, or the client has gone
   * @throws what has failed before the first byte, and as `firstOf`; nothing is sent then
   */
  async send (req, res, streamingRender, report = console.error) {
    const body = await this.open(req, res, streamingRender)
    if (body === undefined) return
    publish(res, {}, hasContent(req, res) ? body : undefined)
    if (!hasContent(req, res)) {
      body.destroy()
      res.end()
    } else if (streamingRender.hasEnded) {
      // With its header written, Node no longer adds the length of a body that is all there.
      writeHead(body, res)
      const bytes = body.encoder.end(body.first)
      this.responder.hold(res, bytes)
      res.end(bytes)
    } else {
      await flow(body, res, report)
    }
  }

  /**
   * Waits for the first part of a page, and sets the headers of its response.
   *
   * @returns {Promise<PageStream | undefined>} the body; nothing if the client goes before
   * @throws what has failed before the first byte, and as `firstOf`
   */
  async open (req, res, streamingRender) {
    const first = await firstOf(streamingRender, res)
    if (first === undefined) return streamingRender.cancel()
    return withoutContent(res) ? new PageStream(streamingRender, unencoded, first) : this.begin(req, res, streamingRender, first)
  }

  /**
   * Sets the headers of a response that holds a page under way. Those that are set stay
   * as they are, but for the length.
   *
   * @param {Rendered} first what of the page comes first
   * @returns {PageStream} the body
   */
  begin (req, res, streamingRender, first) {
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
    res.removeHeader('Content-Length')
    const { compress, threshold } = this.responder
    const isShort = streamingRender.hasEnded && first.byteLength < threshold
    const encoder = isShort || compress === false ? unencoded : this.negotiate(req, res)
    return new PageStream(streamingRender, encoder, first)
  }

  /**
   * @returns {import('./page-stream').Encoder} for the content coding that the client likes
   *   best, of those that can be spliced
   */
  negotiate (req, res) {
    const { responder } = this
    const reason = whyUnencoded(req, res, responder.compress !== undefined)
    if (reason) {
      responder.countUnencoded(reason)
      return unencoded
    }
    vary(res, 'Accept-Encoding')
    const coding = acceptedCodings(req.headers['accept-encoding']).find((coding) => coding !== 'br')
    if (coding !== 'gzip') return unencoded
    res.setHeader('Content-Encoding', 'gzip')
    if (res.hasHeader('ETag')) res.setHeader('ETag', weakened(String(res.getHeader('ETag'))))
    return new GzipStream(responder)
  }
}

/**
 * @param {import('../streaming/streaming-render').StreamingRender} streamingRender is cancelled if this fails
 * @returns {Promise<Rendered | undefined>} what of the page comes first; nothing if the
 *   client goes before
 * @throws what fails before
 * @throws {Error} with code `ERR_HTTP_HEADERS_SENT` if something else has been sent
 */
async function firstOf (streamingRender, res) {
  try {
    // What is awaited may never come.
    expectUnsent(res)
    const first = await unlessDisconnected(res, () => begin(streamingRender))
    expectUnsent(res)
    return isDisconnected(res) ? undefined : first
  } catch (error) {
    streamingRender.cancel()
    throw error
  }
}

async function begin (streamingRender) {
  return await streamingRender.next() ?? new Rendered([])
}

/** @throws {Error} if its head has been sent, and the client has not gone */
function expectUnsent (res) {
  if (!res.headersSent || isDisconnected(res)) return
  throw Object.assign(new Error('A page was streamed when the response had been sent already'), { code: 'ERR_HTTP_HEADERS_SENT' })
}

module.exports = { Streamer }
