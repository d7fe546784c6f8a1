'use strict'

const { Readable } = require('node:stream')
const { Rendered } = require('../template/rendered')
const { PendingRendered } = require('../template/pending-rendered')
const { endOfTurn } = require('../response/turn')

/** Where a response keeps the page that is its body, or the promise of it. */
const PAGE = Symbol('page')

/** Where it keeps what its headers say of a page that was given to Koa, and of no other body. */
const DESCRIPTION = Symbol('description')

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
  const { options, responder } = renderer

  return async function bufferedRender (ctx, next) {
    acceptPages(ctx.app.response)
    ctx.render = async (view, locals) => {
      ctx.body = await renderer.page(view, { ...ctx.state, ...locals })
    }

    await next()

    if (!isOurs(ctx)) return
    if (ctx.response[PAGE] instanceof Promise) ctx.body = await ctx.response[PAGE]

    const { req, res, response } = ctx
    const validation = { etag: options.etag ?? 'weak', isFresh: () => ctx.fresh }
    const representation = responder.represent(req, res, response[PAGE], validation)
    await endOfTurn(res)
    if (!isOurs(ctx)) return

    const isTagged = response.has('ETag')
    const body = responder.prepare(req, res, representation, validation)
    if (ctx.status === 304) {
      ctx.body = null
      ctx.status = 304
    } else if (body !== undefined) {
      ctx.body = body
    }
    const encoding = representation.isNegotiated ? response.get('Content-Encoding') : ''
    response[DESCRIPTION] = { encoding, etag: !isTagged }
  }
}

/**
 * @param {object} ctx
 * @returns {boolean} whether its response is a page that is still to be sent
 */
function isOurs (ctx) {
  return ctx.response[PAGE] !== undefined && ctx.respond !== false && !ctx.headerSent
}

/**
 * Lets the `body` of an app's responses be a page. Whoever reads it meanwhile
 * sees the string that it stands for, or a stream if promises in the page are
 * still to be awaited.
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
      return page instanceof Rendered ? page.toString() : body.get.call(this)
    },
    set (value) {
      this[PAGE] = undefined
      forgetPage(this, value)
      if (!(value instanceof Rendered || value instanceof PendingRendered)) return body.set.call(this, value)

      if (!this.has('Content-Type')) this.type = 'html'
      if (value instanceof Rendered) {
        body.set.call(this, '')
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
 * Takes away what describes a page when another body replaces it, unless that
 * is the same page which somebody has encoded. No body, as of a 304, keeps the
 * page's validator.
 *
 * @param {object} response
 * @param {unknown} body
 */
function forgetPage (response, body) {
  const description = response[DESCRIPTION]
  if (description === undefined) return

  response[DESCRIPTION] = undefined
  const { etag, encoding } = description
  if (response.get('Content-Encoding') !== encoding) return
  if (encoding) response.remove('Content-Encoding')
  if (etag && body !== null && body !== undefined) response.remove('ETag')
}

/**
 * @param {object} response
 * @param {PropertyDescriptor} body Koa's own
 * @param {Readable} stream
 */
function setStream (response, body, stream) {
  body.set.call(response, stream)
  if (stream.listenerCount('error') > 0) return
  // Koa 3 drops the errors of a stream that another one replaces, as when
  // compression reads it; the client would wait for ever.
  stream.once('error', (error) => {
    if (body.get.call(response) !== stream) response.ctx.onerror(error)
  })
}

/**
 * @param {Promise<Rendered>} page
 * @yields {Buffer}
 */
async function * bytesOf (page) {
  yield (await page).toBuffer()
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
