'use strict'

const { Readable } = require('node:stream')
const { WITHOUT_EXPRESS } = require('../options')
const { VERSION, refuseOtherCopy, version } = require('../page/other-copy')
const { Rendered } = require('../page/rendered')
const { isPage } = require('../page/pending-rendered')
const { StreamingRender } = require('../streaming/streaming-render')
const { completePage, isDisconnected, onDisconnect } = require('../response/disconnect')
const { WITHOUT_CONTENT, hasContent, isConditional, publish, removePageHeaders } = require('../response/head')
const { PageStream, cut, guardPipe, unencoded } = require('../response/page-stream')
const { joined } = require('../response/write-body')
const { ignoreRejections } = require('./streamed-locals')

/** The property of a response for the page that is its body, or a promise of it. */
const PAGE = Symbol('page')

/** The property of a response whose pages no other middleware may compress. */
const UNCOMPRESSED = Symbol('uncompressed')

/** The property of a response for the headers that were set for a page passed to Koa. */
const PAGE_HEAD = Symbol('page head')

/** The response prototypes whose `body` accepts pages. @type {WeakSet<object>} */
const accepting = new WeakSet()

/**
 * Creates middleware for Koa 2 and 3: `ctx.render`, and `ctx.body = html`…``.
 *
 * It sends nothing itself. After the inner middleware, the page becomes a Buffer with its
 * validator, which Koa and the outer middleware treat like any other body.
 */
function createMiddleware (renderer, { compress, ctxRender, etag = WITHOUT_EXPRESS.etag }) {
  const { folderViews, responder } = renderer

  return function bufferedRender (ctx, next) {
    // Not in an async function, whose error Express 4 would not notice.
    acceptPages(ctx.app?.response)
    return respond(ctx, next)
  }

  async function respond (ctx, next) {
    ctx.response[UNCOMPRESSED] = compress === 'static'
    if (ctxRender) {
      ctx.render = ctx.response.render = async (view, locals) => {
        ctx.body = await renderer.renderFrom(folderViews, view, { ...ctx.state, ...locals })
      }
    }

    ctx.renderStream = async (view, locals, how) => {
      const own = { ...locals }
      ignoreRejections(ctx.state)
      const streamingRender = isPage(view)
        ? renderer.streamingPage(view, locals)
        : renderer.streamingView(() => folderViews.load(view), { ...ctx.state, ...own }, own, how)
      await setStreamingRender(ctx, streamingRender, renderer.streamer)
    }

    const answered = renderer.dictionary?.answer(ctx.req, ctx.res, ctx.originalUrl)
    if (answered !== undefined) {
      ctx.respond = false
      // The outer middleware would find a status of 404.
      return answered
    }
    await next()

    if (!hasPage(ctx)) return
    const { req, res, response } = ctx
    const hasType = res.hasHeader('Content-Type')
    if (!(response[PAGE] instanceof Rendered)) {
      const rendered = await response[PAGE]
      if (rendered === undefined) return
      ctx.body = rendered
    }

    const representation = responder.represent(req, res, response[PAGE], etag)
    await representation.check?.()
    if (!hasPage(ctx)) return

    const [hasLength, isTagged] = [res.hasHeader('Content-Length'), res.hasHeader('ETag')]
    const body = responder.setHead(req, res, representation, () => isConditional(req) && ctx.fresh)
    if (ctx.status === 304) {
      ctx.body = null
      ctx.status = 304
    } else if (body instanceof PageStream || representation.isStreamed) {
      // For HEAD, the unread stream keeps Koa from sending the length of the unencoded page.
      const stream = body ?? representation.body()
      setPageStream(ctx, stream)
      guardPipe(stream, res)
      if (representation.coding === 'identity') ctx.length = representation.byteLength
    } else if (body) {
      ctx.body = joined(body)
      responder.hold(res, body)
    }
    // What the app has removed since it set the page stays removed. Koa knows the length of what it does not send.
    if (!hasType) ctx.remove('Content-Type')
    if (!hasLength && body) ctx.remove('Content-Length')
    const { isNegotiated, coding } = representation
    response[PAGE_HEAD] = { isNegotiated, isTagged, coding }
  }
}

/** Sets a streaming render as the body, once its first part is ready. Throws errors before the first byte. */
async function setStreamingRender (ctx, streamingRender, streamer) {
  const { req, res, response } = ctx
  const body = await streamer.open(req, res, streamingRender)
  if (body === undefined) return
  setPageStream(ctx, body)
  publish(res, { __proto__: null }, hasContent(req, res) ? body : undefined)
  response[PAGE_HEAD] = { isNegotiated: true, isTagged: true, coding: response.get('Content-Encoding') || 'identity' }
}

function setPageStream (ctx, body) {
  leaveUncompressed(ctx.response)
  // Koa does not notice a disconnect while earlier responses of the same connection are pending.
  const stop = onDisconnect(ctx.res, () => body.destroy())
  body.once('close', () => {
    stop()
    if (body.failure) fail(ctx, body)
  })
  // Koa may pipe the body into a response that has already closed, and would never destroy it.
  if (isDisconnected(ctx.res)) body.destroy()
  ctx.body = body
}

/** Tells koa-compress, which may read the page before it is encoded. */
function leaveUncompressed (response) {
  if (response[UNCOMPRESSED]) response.ctx.compress = false
}

/** Reports an error once, and cuts the connection. Koa 3 would report it twice, and Koa 2 would leave the connection open. */
function fail (ctx, { failure: { error }, streamingRender }) {
  const isReported = ctx.headerSent && streamingRender.reports.has(error)
  if (ctx.headerSent) cut(ctx.res)
  if (!isReported) ctx.onerror(error)
}

function hasPage (ctx) {
  return ctx.response[PAGE] !== undefined && ctx.respond !== false && !ctx.headerSent
}

/**
 * Makes `body` of an app's responses accept pages. Until the page is sent, the property reads as a string,
 * or as a stream if the page is pending or large.
 *
 * @throws {TypeError} if it is not the prototype of the responses of a Koa app
 */
function acceptPages (response) {
  if (accepting.has(response)) return
  if (response === undefined || !('body' in response)) {
    throw new TypeError('bufferedRender.koa() expects a context of Koa. In Express, use bufferedRender() or bufferedRender.express(); for node:http, createRenderer()')
  }
  accepting.add(response)
  const body = describeBody(response)
  // The setter of another copy of the package, which is behind ours, takes its pages.
  const isFirstCopy = response[VERSION] === undefined
  response[VERSION] = version

  Object.defineProperty(response, 'body', {
    __proto__: null,
    configurable: true,
    get () {
      const page = this[PAGE]
      return page instanceof Rendered && !page.isLarge ? page.toString() : body.get.call(this)
    },
    set (value) {
      if (isFirstCopy && !isPage(value)) refuseOtherCopy(value)
      const current = body.get.call(this)
      // Koa 3 destroys a stream that is replaced, even while it is being sent.
      if (current instanceof PageStream && this.res.listenerCount('unpipe') > 0) return
      this[PAGE] = undefined
      removePageHead(this, current, value)
      if (!isPage(value)) return body.set.call(this, value)

      leaveUncompressed(this)
      if (!this.has('Content-Type')) this.type = 'html'
      if (value instanceof Rendered) {
        if (value.isLarge) setPageStream(this.ctx, new PageStream(StreamingRender.of(value), unencoded))
        else body.set.call(this, '')
        this.length = value.byteLength
        this[PAGE] = value
      } else {
        // Other middleware may replace the page and read it nevertheless, until the response closes.
        const page = completePage(this.res, value)
        // The promise may reject before it is awaited, or never be awaited at all.
        page.catch(() => {})
        setStream(this, body, page)
        // Koa sends no body with such a status, and an iterable may never end.
        if (!WITHOUT_CONTENT.has(this.status) || !value.hasIterable) this[PAGE] = page
      }
    }
  })
}

/** Removes the headers of a page, the current body, that the next body replaces. */
function removePageHead (response, body, next) {
  const head = response[PAGE_HEAD]
  if (head === undefined || next === body || response.headerSent) return
  // Middleware may read the encoded bytes to pass them on as the next body, for example to count them.
  if (body instanceof PageStream && head.coding !== 'identity' && body.readableFlowing !== null) return
  response[PAGE_HEAD] = undefined
  removePageHeaders(response.res, head, next !== null && next !== undefined)
}

/** Sets a stream by Koa's own `body`. It is destroyed if the response closes before the page is complete. */
function setStream (response, body, page) {
  const stream = new Readable({
    async read () {
      try {
        const rendered = await page
        if (rendered === undefined) return this.destroy()
        this.push(rendered.toBuffer())
        this.push(null)
      } catch (error) {
        this.destroy(error)
      }
    }
  })
  body.set.call(response, stream)
  if (stream.listenerCount('error') > 0) return
  // Koa 3 drops the errors of a replaced stream, for example one that compression
  // reads, and the client would wait forever.
  stream.once('error', (error) => {
    if (body.get.call(response) !== stream) response.ctx.onerror(error)
  })
}

function describeBody (response) {
  const own = Object.getOwnPropertyDescriptor(response, 'body')
  return own ?? describeBody(Object.getPrototypeOf(response))
}

module.exports = { createMiddleware }
