'use strict'

const { Readable } = require('node:stream')
const { plain } = require('../codings/identity')
const { ignore } = require('../util/errors')
const { nodesNextTick } = require('../util/natives')
const { Rendered } = require('../page/rendered')
const { mayBeRewritten } = require('./interference')
const { isDisconnected, isHttp2, onDisconnect } = require('./disconnect')
const { removeBodyHeaders } = require('./headers')
const { readerOf } = require('./slots')

/** RFC 9113, section 7. */
const INTERNAL_ERROR = 2

/** The responses to which a page is being streamed. @type {WeakSet<import('node:http').ServerResponse>} */
const streamedTo = new WeakSet()

/** The body of a streaming render, which it owns: it is read at the pace of one consumer, and cancelled at the end. */
class PageStream extends Readable {
  /** @param {Rendered} [first] the first part, already read from the streaming render */
  constructor (streamingRender, encoder, first) {
    super()
    this.streamingRender = streamingRender
    this.encoder = encoder
    this.first = first
    /** What ended the stream early. The owner reports it, no event. @type {{ error: unknown } | undefined} */
    this.failure = undefined
  }

  async _read () {
    try {
      const { bytes, isLast } = await this.nextBytes()
      if (this.destroyed) return
      this.push(bytes)
      if (isLast) this.push(null)
    } catch (error) {
      if (this.destroyed) return
      this.failure = { error }
      this.destroy()
    }
  }

  /** @returns {Promise<{ bytes?: Buffer, isLast: boolean }>} the encoded next part; without bytes once destroyed */
  async nextBytes () {
    const { encoder, first, streamingRender } = this
    this.first = undefined
    const part = first ?? await streamingRender.next()
    const isLast = part === undefined || streamingRender.hasEnded
    if (isLast) streamingRender.cancel()
    if (this.destroyed) return { isLast }
    return { bytes: await encoder.encode(part ?? new Rendered([]), isLast), isLast }
  }

  _destroy (error, callback) {
    this.first = undefined
    this.streamingRender.cancel()
    callback(error)
  }
}

/**
 * Ends a response so that the client notices that it is incomplete. If the end of the
 * connection marks the end of the page, as in HTTP/1.0, the connection is reset.
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
    // Only TCP can reset. Over TLS or a Unix socket, such a page looks complete.
  }
}

/**
 * Sends a body at the pace of the client.
 *
 * @param {(error: unknown) => void} report is called with an error that `onError` has not received; the connection is
 *   cut then
 * @returns {Promise<void>} fulfilled when the body is sent, or the client disconnects
 * @throws an error of the head; nothing is sent then
 */
async function streamBody (body, res, report) {
  if (isDisconnected(res)) return body.destroy()
  writeHead(body, res)
  streamedTo.add(res)
  await new Promise((resolve) => {
    onDisconnect(res, () => resolve(body.destroy()))
    writeAll(body, res).catch((error) => {
      if (body.destroyed) return
      body.destroy()
      cut(res)
      if (!body.streamingRender.reports.has(error)) report(error)
    })
  })
  streamedTo.delete(res)
}

/**
 * Writes the head before the body, so that an invalid status or header is still an error of the request, which destroys
 * the body. Middleware that rewrites the body writes the head itself.
 */
function writeHead (body, res) {
  if (mayBeRewritten(readerOf(res))) return
  try {
    res.writeHead(res.statusCode)
  } catch (error) {
    body.destroy()
    removeBodyHeaders(res, body.encoder !== plain)
    throw error
  }
}

async function writeAll (body, res) {
  const { end, write } = res
  Object.assign(res, { end: endLate, write: writeLate })
  let resume = ignore
  // A single listener: middleware may add it to another object, from which `off` cannot remove it.
  res.on('drain', () => resume())

  for (;;) {
    const { bytes, isLast } = await body.nextBytes()
    if (body.destroyed || res.writableEnded) return
    // The `end` of HTTP/2 calls `write`.
    if (isLast) return end.call(Object.assign(res, { end, write }), bytes)
    const hasRoom = write.call(res, bytes)
    // Compressing middleware buffers its input until `flush`.
    res.flush?.()
    // Other middleware may return nothing.
    if (hasRoom === false) await new Promise((resolve) => { resume = resolve })
  }
}

/**
 * Ignores that the app ends a response whose page is being sent, as Node does after the end: a part would look whole.
 * With the framework alone the response has ended by now, and `res.send(page).end()` does nothing.
 */
function endLate (...args) {
  const callback = args.find((arg) => typeof arg === 'function')
  return callback === undefined ? this : this.once('finish', callback)
}

/** Refuses what the app writes after the page, as Node does. Without a listener, the error ends no process. */
function writeLate (chunk, encoding, callback = encoding) {
  const error = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' })
  nodesNextTick(() => {
    if (typeof callback === 'function') callback(error)
    // It would end the pipe that sends a page of Koa. Another pipe emits it again, unless there is a further listener.
    if (streamedTo.has(this)) this.once('error', ignore).emit('error', error)
  })
  return false
}

module.exports = { PageStream, cut, streamBody, streamedTo, writeHead }
