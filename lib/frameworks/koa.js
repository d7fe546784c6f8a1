'use strict'

const { Readable } = require('node:stream')
const { Rendered } = require('../page/rendered')
const { isPage } = require('../page/pending-rendered')
const { StreamingRender } = require('../streaming/streaming-render')
const { onDisconnect } = require('../response/disconnect')
const { hasContent, isConditional, publish, withdraw } = require('../response/head')
const { PageStream, cut, unencoded } = require('../response/page-stream')

/** Where a response keeps the page that is its body, or the promise of it. */
const PAGE = Symbol('page')

/** Where it keeps what was set for a page that Koa has got. */
const GIVEN = Symbol('given')

/** The response prototypes whose `body` can be a page. @type {WeakSet<object>} */
const prepared = new WeakSet()

/**
 * Middleware for Koa 2 and 3: `ctx.render`, and `ctx.body = html`…``.
 *
 * Nothing is sent here. Once the middleware below is done, the page becomes a
 * Buffer with its validator, which the middleware above and Koa treat as any other body.
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
      await setUnderway(ctx, streamingRender, renderer.streamer)
    }

    await next()

    if (!isOurs(ctx)) return
    if (ctx.response[PAGE] instanceof Promise) ctx.body = await ctx.response[PAGE]

    const { req, res, response } = ctx
    const representation = responder.represent(req, res, response[PAGE], options.etag ?? 'weak')
    await representation.check()
    if (!isOurs(ctx)) return

    const isTagged = res.hasHeader('ETag')
    const body = responder.prepare(req, res, representation, () => isConditional(req) && ctx.fresh)
    if (ctx.status === 304) {
      ctx.body = null
      ctx.status = 304
    } else if (body instanceof PageStream) {
      setStreamed(ctx, body)
      ctx.length = representation.byteLength
    } else if (body) {
      ctx.body = body
      responder.hold(res, body)
    }
    const { isNegotiated, coding } = representation
    response[GIVEN] = { isNegotiated, isTagged, coding }
  }
}

/** Gives Koa a page as a stream, once it has begun; throws what has failed before the first byte. */
async function setUnderway (ctx, streamingRender, streamer) {
  const { req, res, response } = ctx
  const body = await streamer.open(req, res, streamingRender)
  if (body === undefined) return
  setStreamed(ctx, body)
  publish(res, {}, hasContent(req, res) ? body : undefined)
  response[GIVEN] = { isNegotiated: true, isTagged: true, coding: response.get('Content-Encoding') || 'identity' }
}

/** @param {PageStream} body */
function setStreamed (ctx, body) {
  // Koa does not hear of the end of a connection that has others to answer first.
  const stop = onDisconnect(ctx.res, () => body.destroy())
  body.once('close', () => {
    stop()
    if (body.failure) fail(ctx, body)
  })
  ctx.body = body
}

/** Reports what has failed once, which Koa 3 would do twice, and cuts the connection, which Koa 2 would leave open. */
function fail (ctx, { failure: { error }, streamingRender }) {
  if (!ctx.res.headersSent) return ctx.onerror(error)
  cut(ctx.res)
  if (!streamingRender.isReported(error)) ctx.app.emit('error', error, ctx)
}

/** @returns {boolean} whether its response is a page that is still to be sent */
function isOurs (ctx) {
  return ctx.response[PAGE] !== undefined && ctx.respond !== false && !ctx.headerSent
}

/**
 * Lets the `body` of an app's responses be a page. Until it is sent it reads as the page's string, or
 * as a stream if the page waits for promises or holds a large file.
 *
 * @param {object} response the prototype of the app's responses
 */
function acceptPages (response) {
  if (prepared.has(response)) return
  prepared.add(response)
  const body = describeBody(response)

  Object.defineProperty(response, 'body', {
    configurable: true,
    get () {
      const page = this[PAGE]
      return page instanceof Rendered && !page.isLarge ? page.toString() : body.get.call(this)
    },
    set (value) {
      this[PAGE] = undefined
      takeBack(this, body.get.call(this), value)
      if (!isPage(value)) return body.set.call(this, value)

      if (!this.has('Content-Type')) this.type = 'html'
      if (value instanceof Rendered) {
        if (value.isLarge) setStreamed(this.ctx, new PageStream(StreamingRender.of(value), unencoded))
        else body.set.call(this, '')
        this.length = value.byteLength
        this[PAGE] = value
      } else {
        const page = Promise.resolve(value)
        // It may reject before anyone awaits it, or be replaced and never be awaited.
        page.catch(() => {})
        setStream(this, body, Readable.from(bytesOf(page)))
        this[PAGE] = page
      }
    }
  })
}

/**
 * @param {object} response that may hold a page
 * @param {unknown} body that it has
 * @param {unknown} next that is about to replace it
 */
function takeBack (response, body, next) {
  const given = response[GIVEN]
  if (given === undefined || next === body || isPassedOn(body, given)) return
  response[GIVEN] = undefined
  withdraw(response.res, given, { hasBody: next !== null && next !== undefined })
}

/** @returns {boolean} whether somebody reads the encoded bytes, to count them for example, and makes the next body of them */
function isPassedOn (body, { coding }) {
  return body instanceof PageStream && coding !== 'identity' && body.readableFlowing !== null
}

/** @param {PropertyDescriptor} body Koa's own */
function setStream (response, body, stream) {
  body.set.call(response, stream)
  if (stream.listenerCount('error') > 0) return
  // Koa 3 drops the errors of a stream that another one replaces, as when
  // compression reads it; the client would wait for ever.
  stream.once('error', (error) => {
    if (body.get.call(response) !== stream) response.ctx.onerror(error)
  })
}

async function * bytesOf (page) {
  yield (await page).toBuffer()
}

/** @returns {PropertyDescriptor} of the `body` that it has or inherits */
function describeBody (response) {
  const own = Object.getOwnPropertyDescriptor(response, 'body')
  return own ?? describeBody(Object.getPrototypeOf(response))
}

module.exports = { createMiddleware }
