'use strict'

const { identity } = require('../codings/identity')
const { WITHOUT_EXPRESS, checkCall } = require('../options')
const { isPage } = require('../page/pending-rendered')
const { Rendered } = require('../page/rendered')
const { hasContent, isConditional, publish } = require('../response/headers')
const { PageStream } = require('../response/page-stream')
const { checkFiles, encodeWhole } = require('../response/respond')
const { whyUnread } = require('../response/interference')
const { readerOf } = require('../response/slots')
const { PAGE, PAGE_HEAD, acceptPages, findReplacedBody } = require('./koa-body')
const { UNCOMPRESSED, leaveUncompressed, setPageStream } = require('./koa-stream')
const { ignoreRejections, resolvedLocals } = require('./streamed-locals')

/**
 * Creates middleware for Koa 2 and 3: `ctx.render`, and `ctx.body = html`…``. It sends nothing itself: after the inner
 * middleware, the page becomes a Buffer with its validator, which Koa and the outer middleware treat as any other body.
 */
function createKoaMiddleware (renderer, options) {
  const adapter = new KoaAdapter(renderer, options)
  return function bufferedRender (ctx, next) {
    // Not in an async function, whose error Express 4 would not notice.
    acceptPages(ctx.app?.response)
    return adapter.respond(ctx, next)
  }
}

/** Gives contexts our methods, and their responses the bodies of pages. */
class KoaAdapter {
  constructor (renderer, { ctxRender, etag = WITHOUT_EXPRESS.etag, mode }) {
    this.renderer = renderer
    this.folderViews = renderer.folderViews
    this.responder = renderer.responder
    this.ctxRender = ctxRender
    this.etag = etag
    this.isOff = mode === 'off'
  }

  async respond (ctx, next) {
    ctx.response[UNCOMPRESSED] = this.responder.isStatic
    if (this.ctxRender) ctx.render = ctx.response.render = (view, locals) => this.render(ctx, view, locals)
    ctx.renderStream = (view, locals, options) => this.renderStream(ctx, view, locals, options)

    const answered = this.renderer.dictionary?.answer(ctx.req, ctx.res, ctx.originalUrl)
    if (answered !== undefined) {
      ctx.respond = false
      // Awaited, since the outer middleware would otherwise find Koa's initial status, 404.
      return answered
    }
    await next()
    if (hasPage(ctx)) await this.setBody(ctx)
  }

  async render (ctx, view, locals) {
    const given = { ...ctx.state, ...locals }
    const page = await this.renderer.renderAndPublish(view, () => {
      const found = this.folderViews.existing(view)
      // As koa-views and @koa/ejs, whatever the type of an earlier body.
      ctx.type = 'text/html'
      return found.render(view, given)
    })
    ctx.body = this.isOff || findReplacedBody(ctx) !== undefined ? this.textOf(ctx, page) : page
  }

  /** @returns {string} the page, with which Koa does all that it does with other text */
  textOf (ctx, page) {
    leaveUncompressed(ctx.response)
    this.responder.forbidTransformIfStatic(ctx.res)
    return page.toString()
  }

  async renderStream (ctx, view, locals, options) {
    const { renderer } = this
    ignoreRejections(ctx.state)
    if (isPage(view)) return setStreamingRender(ctx, renderer.streamingPage(view, locals), renderer.streamer)
    const given = { ...locals }
    if (!this.isOff) {
      const find = () => this.folderViews.existing(view)
      const streamingRender = renderer.streamingView(find, { ...ctx.state, ...given }, given, options)
      return setStreamingRender(ctx, streamingRender, renderer.streamer)
    }
    checkCall('a stream', options)
    const values = await resolvedLocals(view, given, ctx.res)
    if (values) await this.render(ctx, view, values)
  }

  /** Replaces the page of a response with the body and the headers that Koa sends. */
  async setBody (ctx) {
    const { req, res, response } = ctx
    const { responder } = this
    const hasType = res.hasHeader('Content-Type')
    if (!(response[PAGE] instanceof Rendered)) {
      const rendered = await response[PAGE]
      if (rendered === undefined) return
      ctx.body = rendered
    }

    const page = response[PAGE]
    const reader = readerOf(res)
    const reason = findReplacedBody(ctx) ?? whyUnread(reader, responder.isDecided)
    if (reason !== undefined && !page.isLarge) {
      if (page.byteLength >= responder.threshold) responder.countUnencoded(reason)
      // An accessor of the context has been there since the render, or has no part in what was set before.
      response.body = this.textOf(ctx, page)
      return
    }
    const request = isConditional(req) ? ctx : undefined
    const exchange = { req, res, etag: this.etag, request, reader, type: undefined }
    const representation = responder.represent(exchange, page)
    if (page.isLarge) await checkFiles(page)
    // Koa reports each client that leaves a stream as an error of the app.
    if (representation.isStreamed) await encodeWhole(representation)
    if (!hasPage(ctx)) return
    // A time limit of the app has set another page meanwhile.
    if (response[PAGE] !== page) return this.setBody(ctx)

    const [hasLength, isTagged] = [res.hasHeader('Content-Length'), res.hasHeader('ETag')]
    const body = responder.prepare(exchange, representation)
    const { coding } = representation
    passOn(ctx, representation, body)
    // What the app has removed since it set the page stays removed. Koa knows the length of what it does not send.
    if (!hasType) ctx.remove('Content-Type')
    if (!hasLength && body !== undefined && body.length !== 0) ctx.remove('Content-Length')
    response[PAGE_HEAD] = { isTagged, contentEncoding: coding === identity ? undefined : coding.name }
  }
}

/** Gives Koa the body, whose headers are set. */
function passOn (ctx, { coding, rendered }, body) {
  if (ctx.status === 304) {
    // Koa makes the status of an empty body 204.
    ctx.body = null
    ctx.status = 304
  } else if (body instanceof PageStream) {
    setPageStream(ctx, body)
    if (coding === identity) ctx.length = rendered.byteLength
  } else if (body?.length > 0) {
    // A copy: fragments and the memo are shared, and outer middleware may write to its body.
    ctx.body = Buffer.concat(body)
  }
}

/** Sets a streaming render as the body, once its first part is ready. Throws errors before the first byte. */
async function setStreamingRender (ctx, streamingRender, streamer) {
  const { req, res, response } = ctx
  const body = await streamer.open(req, res, streamingRender)
  if (body === undefined) return
  setPageStream(ctx, body)
  publish(res, { __proto__: null }, hasContent(req, res) ? undefined : 0)
  response[PAGE_HEAD] = { isTagged: true, contentEncoding: res.getHeader('Content-Encoding') }
}

function hasPage (ctx) {
  return ctx.response[PAGE] !== undefined && ctx.respond !== false && !ctx.headerSent
}

module.exports = { createKoaMiddleware }
