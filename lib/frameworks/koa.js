'use strict'

const { Rendered } = require('../template/rendered')
const { PendingRendered } = require('../template/pending-rendered')
const { prepare } = require('../response/respond')

/** Where a response keeps the page that is its body. */
const PAGE = Symbol('page')

/** The response prototypes that know pages. */
const prepared = new WeakSet()

/**
 * Middleware for Koa 2 and 3: `ctx.render`, and `ctx.body = html`…``.
 *
 * Nothing is sent here. Once the middleware below is done, the page becomes a
 * Buffer with its validator, for the middleware above and Koa to treat as any
 * other body.
 *
 * @param {import('../renderer').Renderer} renderer
 * @returns {(ctx: object, next: () => Promise<void>) => Promise<void>}
 */
function createMiddleware (renderer) {
  const etag = renderer.options.etag ?? 'weak'

  return async function bufferedRender (ctx, next) {
    acceptPages(ctx.app.response)
    ctx.render = async (view, locals) => {
      ctx.body = await renderer.page(view, { ...ctx.state, ...locals })
    }

    await next()

    const page = await ctx.response[PAGE]
    if (page === undefined || ctx.respond === false || ctx.headerSent) return
    const body = prepare(ctx.req, ctx.res, page, { etag, isFresh: () => ctx.fresh })
    if (ctx.status === 304) {
      ctx.body = null
      ctx.status = 304
    } else if (body !== undefined) {
      ctx.body = body
    }
  }
}

/**
 * Lets the `body` of an app's responses be a page. Whoever reads it meanwhile
 * sees the string that it stands for.
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
      return page instanceof Rendered ? page.toString() : page ?? body.get.call(this)
    },
    set (value) {
      this[PAGE] = undefined
      if (!(value instanceof Rendered || value instanceof PendingRendered)) return body.set.call(this, value)

      if (!this.has('Content-Type')) this.type = 'html'
      body.set.call(this, '')
      if (value instanceof Rendered) this.length = value.byteLength
      else this.remove('Content-Length')
      this[PAGE] = value
    }
  })
}

/**
 * @param {object} response
 * @returns {PropertyDescriptor} of the `body` that it has or inherits
 */
function describeBody (response) {
  const own = Object.getOwnPropertyDescriptor(response, 'body')
  return own ?? describeBody(Object.getPrototypeOf(response))
}

module.exports = { createMiddleware }
