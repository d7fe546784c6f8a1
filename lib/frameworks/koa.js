'use strict'

const { Readable } = require('node:stream')
const { Rendered } = require('../page/rendered')
const { isPage } = require('../page/pending-rendered')
const { StreamingRender } = require('../streaming/streaming-render')
const { onDisconnect } = require('../response/disconnect')
const { hasContent, isConditional, publish, withdraw } = require('../response/head')
const { PageStream, cut, unencoded } = require('../response/page-stream')

/** The property of a response for the page that is its body, or a promise of the page. */
const PAGE = Symbol('page')

/** The property of a response for the headers that were set for a page passed to Koa. */
const PREPARED_HEAD = Symbol('prepared head')

/** The response prototypes whose `body` accepts pages. @type {WeakSet<object>} */
const prepared = new WeakSet()

/**
 * Creates middleware for Koa 2 and 3: `ctx.render`, and `ctx.body = html`…``.
 *
 * It sends nothing itself. After the inner middleware, the page becomes a Buffer with its
 * validator, which Koa and the outer middleware treat like any other body.
 *
 * @param {import('../renderer').Renderer} renderer
 * @returns {(ctx: object, next: () => Promise<void>) => Promise<void>}
 */
function createMiddleware (renderer) {
  const { options, responder } = renderer

  return async function bufferedRender (ctx, next) {
    acceptPages(ctx.app.response)
    if (options.ctxRender !== false) {
      ctx.render = async (view, locals) => {
        ctx.body = await renderer.page(view, { ...ctx.state, ...locals })
      }
    }

    ctx.renderStream = async (view, locals, how) => {
      const own = { ...locals }
      const streamingRender = isPage(view)
        ? renderer.streamingPage(view, locals)
        : renderer.streamingView(() => renderer.load(view), { ...ctx.state, ...own }, own, how)
      await setStreamingRender(ctx, streamingRender, renderer.streamer)
    }

    await next()

    if (!hasPage(ctx)) return
    if (ctx.response[PAGE] instanceof Promise) ctx.body = await ctx.response[PAGE]

    const { req, res, response } = ctx
    const representation = responder.represent(req, res, response[PAGE], options.etag ?? 'weak')
    await representation.check()
    if (!hasPage(ctx)) return

    const isTagged = res.hasHeader('ETag')
    const body = responder.prepare(req, res, representation, () => isConditional(req) && ctx.fresh)
    if (ctx.status === 304) {
      ctx.body = null
      ctx.status = 304
    } else if (body instanceof PageStream) {
      setPageStream(ctx, body)
      ctx.length = representation.byteLength
    } else if (body) {
      ctx.body = body
      responder.hold(res, body)
    }
    const { isNegotiated, coding } = representation
    response[PREPARED_HEAD] = { isNegotiated, isTagged, coding }
  }
}

/** Sets a streaming render as the body, once its first part is ready. Throws errors before the first byte. */
async function setStreamingRender (ctx, streamingRender, streamer) {
  const { req, res, response } = ctx
  const body = await streamer.open(req, res, streamingRender)
  if (body === undefined) return
  setPageStream(ctx, body)
  publish(res, { __proto__: null }, hasContent(req, res) ? body : undefined)
  response[PREPARED_HEAD] = { isNegotiated: true, isTagged: true, coding: response.get('Content-Encoding') || 'identity' }
}

/** @param {PageStream} body */
function setPageStream (ctx, body) {
  // Koa does not notice a disconnect while earlier responses of the same connection are pending.
  const stop = onDisconnect(ctx.res, () => body.destroy())
  body.once('close', () => {
    stop()
    if (body.failure) fail(ctx, body)
  })
  ctx.body = body
}

/** Reports an error once, and cuts the connection. Koa 3 would report it twice, and Koa 2 would leave the connection open. */
function fail (ctx, { failure: { error }, streamingRender }) {
  if (!ctx.res.headersSent) return ctx.onerror(error)
  cut(ctx.res)
  if (!streamingRender.isReported(error)) ctx.app.emit('error', error, ctx)
}

/** @returns {boolean} whether the body is a page that is not sent yet */
function hasPage (ctx) {
  return ctx.response[PAGE] !== undefined && ctx.respond !== false && !ctx.headerSent
}

/**
 * Makes `body` of an app's responses accept pages. Until the page is sent, the property reads as a string,
 * or as a stream if the page is pending or large.
 *
 * @param {object} response the prototype of the app's responses
 */
function acceptPages (response) {
  if (prepared.has(response)) return
  prepared.add(response)
  const body = describeBody(response)

  Object.defineProperty(response, 'body', {
    __proto__: null,
    configurable: true,
    get () {
      const page = this[PAGE]
      return page instanceof Rendered && !page.isLarge ? page.toString() : body.get.call(this)
    },
    set (value) {
      this[PAGE] = undefined
      removePreparedHead(this, body.get.call(this), value)
      if (!isPage(value)) return body.set.call(this, value)

      if (!this.has('Content-Type')) this.type = 'html'
      if (value instanceof Rendered) {
        if (value.isLarge) setPageStream(this.ctx, new PageStream(StreamingRender.of(value), unencoded))
        else body.set.call(this, '')
        this.length = value.byteLength
        this[PAGE] = value
      } else {
        const page = Promise.resolve(value)
        // The promise may reject before it is awaited, or never be awaited at all.
        page.catch(() => {})
        setStream(this, body, Readable.from(bytesOf(page)))
        this[PAGE] = page
      }
    }
  })
}

/**
 * Removes the headers of a page that another body replaces.
 *
 * @param {object} response
 * @param {unknown} body the current body
 * @param {unknown} next the new body
 */
function removePreparedHead (response, body, next) {
  const head = response[PREPARED_HEAD]
  if (head === undefined || next === body || isPipedOn(body, head)) return
  response[PREPARED_HEAD] = undefined
  withdraw(response.res, head, { hasBody: next !== null && next !== undefined })
}

/** @returns {boolean} whether middleware reads the encoded bytes to pass them on as the next body, for example to count them */
function isPipedOn (body, { coding }) {
  return body instanceof PageStream && coding !== 'identity' && body.readableFlowing !== null
}

/** @param {PropertyDescriptor} body Koa's own */
function setStream (response, body, stream) {
  body.set.call(response, stream)
  if (stream.listenerCount('error') > 0) return
  // Koa 3 drops the errors of a replaced stream, for example one that compression
  // reads, and the client would wait forever.
  stream.once('error', (error) => {
    if (body.get.call(response) !== stream) response.ctx.onerror(error)
  })
}

async function * bytesOf (page) {
  yield (await page).toBuffer()
}

/** @returns {PropertyDescriptor} the descriptor of the own or inherited `body` */
function describeBody (response) {
  const own = Object.getOwnPropertyDescriptor(response, 'body')
  return own ?? describeBody(Object.getPrototypeOf(response))
}

module.exports = { createMiddleware }
