'use strict'

const { Readable } = require('node:stream')
const { Rendered } = require('../page/rendered')
const { mayBeRewritten } = require('./coding')
const { isDisconnected, isHttp2, onDisconnect } = require('./disconnect')

/** RFC 9113, section 7. */
const INTERNAL_ERROR = 2

/** The responses that a page is being streamed to. @type {WeakSet<import('node:http').ServerResponse>} */
const flowing = new WeakSet()

const ignore = () => {}

/** The bytes of a page that is still under way, as a body. Whoever reads it sets the pace. */
class PageStream extends Readable {
  /**
   * @param {import('../streaming/streaming-render').StreamingRender} streamingRender
   * @param {Encoder} encoder
   * @param {Rendered} [first] what came first
   *
   * @typedef {object} Encoder
   * @property {(rendered: Rendered) => Buffer} encode gives the bytes of the next part
   * @property {(rendered: Rendered) => Buffer} end gives those of the last one
   */
  constructor (streamingRender, encoder, first) {
    super()
    this.streamingRender = streamingRender
    this.encoder = encoder
    this.first = first
    /** What has ended it before its time, for its owner to tell: to others it has just ended. @type {{ error: unknown } | undefined} */
    this.failure = undefined
  }

  async _read () {
    try {
      const part = await this.nextPart()
      if (!this.destroyed) this.give(part)
    } catch (error) {
      if (this.destroyed) return
      this.failure = { error }
      this.destroy()
    }
  }

  async nextPart () {
    const { first } = this
    this.first = undefined
    return first ?? this.streamingRender.next()
  }

  /** @param {Rendered | undefined} part nothing at the end */
  give (part) {
    if (part !== undefined && !this.streamingRender.hasEnded) return this.push(this.encoder.encode(part))
    this.push(this.encoder.end(part ?? new Rendered([])))
    this.push(null)
  }

  _destroy (error, callback) {
    this.first = undefined
    if (!this.streamingRender.hasEnded) this.streamingRender.cancel()
    callback(error)
  }
}

/** Leaves a page as it is. @type {Encoder} */
const unencoded = { encode: bytesOf, end: bytesOf }

/** @returns {Buffer} its bytes; those of a file as they were read */
function bytesOf (rendered) {
  const { chunks } = rendered
  return chunks.length === 1 && typeof chunks[0] !== 'string' ? chunks[0].bytes : rendered.toBuffer()
}

/**
 * Ends a response so that the client knows that it has not got all. Where the end of the
 * connection is that of the page, as by HTTP/1.0, the connection is reset.
 */
function cut (res) {
  if (isHttp2(res)) return res.stream.close(INTERNAL_ERROR)
  if (!res.chunkedEncoding && !res.hasHeader('Content-Length')) reset(res.socket)
  res.destroy()
}

function reset (socket) {
  try {
    socket?.resetAndDestroy()
  } catch {
    // Only TCP has a reset: by TLS, or a socket of Unix, such a page looks whole.
  }
}

/**
 * Sends a body at the pace of the client.
 *
 * @param {PageStream} body
 * @param {(error: unknown) => void} report hears of what has failed, if nobody else has; the
 *   connection is cut then
 * @returns {Promise<void>} fulfilled when all was sent, or the client has gone
 * @throws what is wrong with the head; nothing is sent then
 */
async function flow (body, res, report) {
  if (isDisconnected(res)) return body.destroy()
  writeHead(body, res)
  flowing.add(res)
  await new Promise((resolve) => {
    onDisconnect(res, () => {
      body.destroy()
      resolve()
    })
    writeAll(body, res).catch((error) => {
      if (body.destroyed) return
      body.destroy()
      cut(res)
      if (!body.streamingRender.isReported(error)) report(error)
    })
  })
  flowing.delete(res)
}

/**
 * Writes the head of a response by itself: what is wrong with it is an error of the request
 * still. Middleware that rewrites the body does it when it knows what it sends.
 *
 * @param {PageStream} body is freed if that fails
 * @throws what is wrong with the status or a header, or what hears of the head throws
 */
function writeHead (body, res) {
  if (mayBeRewritten(res)) return
  try {
    res.writeHead(res.statusCode)
  } catch (error) {
    body.destroy()
    // What is sent instead is encoded by nobody.
    if (body.encoder !== unencoded && !res.headersSent) res.removeHeader('Content-Encoding')
    throw error
  }
}

/** @returns {boolean} whether a page is flowing to it */
function isFlowing (res) {
  return flowing.has(res)
}

/**
 * @param {PageStream} body
 * @throws what the body fails with
 */
async function writeAll (body, res) {
  const { encoder, streamingRender } = body
  let resume = ignore
  // One listener for all: middleware may put it elsewhere, where it cannot be taken away.
  res.on('drain', () => resume())

  for (;;) {
    const part = await body.nextPart()
    if (body.destroyed || res.writableEnded) return
    if (part === undefined || streamingRender.hasEnded) return res.end(encoder.end(part ?? new Rendered([])))
    const isTaken = res.write(encoder.encode(part))
    // Middleware that compresses keeps what it gets until it is asked.
    res.flush?.()
    // Other middleware may say nothing.
    if (isTaken === false) await new Promise((resolve) => { resume = resolve })
  }
}

module.exports = { PageStream, cut, flow, isFlowing, unencoded, writeHead }
