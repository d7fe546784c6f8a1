'use strict'

const { Rendered } = require('../template/rendered')
const { PendingRendered } = require('../template/pending-rendered')
const { respond } = require('../response/respond')
const { ExpressViews } = require('./express-views')

/** What Express itself makes of these types for a string is known: see `withCharset`. */
const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/
const UTF8_TYPE = /^[a-z]+\/[a-z0-9.+-]+; charset=utf-8$/

/**
 * Middleware for Express 4 and 5: `res.render` and `res.send(html`…`)` send
 * spliced pages; all else is left to the methods that were there.
 *
 * @param {import('../renderer').Renderer} renderer
 * @returns {(req: object, res: object, next: (error?: unknown) => void) => void}
 */
function createMiddleware (renderer) {
  const original = Symbol('original')
  const apps = new WeakMap()

  const viewsOf = (app) => {
    let views = apps.get(app)
    if (views === undefined) {
      views = new ExpressViews(app, renderer)
      apps.set(app, views)
    }
    return views
  }

  function render (view, options, callback) {
    if (typeof options === 'function') return render.call(this, view, {}, options)

    const locals = options || {}
    locals._locals = this.locals
    const views = viewsOf(this.req.app)
    const merged = views.merge(locals)
    const template = views.find(view, merged.cache)
    if (template === undefined) {
      renderer.fallThrough++
      return this[original].render.call(this, view, locals, callback)
    }

    const finish = callback ? finishWith(callback) : finishBySending(this, view, views.sendsAtOnce)
    settle(() => template.render(merged), finish)
  }

  function send (body) {
    if (body instanceof PendingRendered) {
      body.then((rendered) => this.send(rendered)).catch(this.req.next)
      return this
    }
    if (!(body instanceof Rendered)) return this[original].send.apply(this, arguments)

    sendPage(this, body)
    return this
  }

  function sendPage (res, rendered) {
    const type = withCharset(res.getHeader('Content-Type'))
    if (type === undefined || res[original].isWrapped) return res[original].send.call(res, rendered.toString())

    res.setHeader('Content-Type', type)
    respond(res.req, res, rendered, {
      etag: renderer.options.etag ?? etagOf(res.app),
      isFresh: () => res.req.fresh
    })
  }

  function finishBySending (res, view, atOnce) {
    const finish = (error, rendered) => {
      if (error) return res.req.next(error)
      // A template may throw what is false; Express then sends nothing as well.
      if (rendered === undefined) return res[original].send.call(res)
      if (res.headersSent) return reportLate(res, view)
      if (res.destroyed) return
      // Whoever has wrapped res.send since expects what Express would give it.
      if (res.send === send) sendPage(res, rendered)
      else res.send(rendered.toString())
    }
    return atOnce ? finish : (error, rendered) => process.nextTick(finish, error, rendered)
  }

  return function bufferedRender (req, res, next) {
    if (typeof res.render !== 'function') {
      throw new TypeError('bufferedRender() takes the requests of Express or Koa; for node:http there is createRenderer()')
    }
    res[original] = { render: res.render, send: res.send, isWrapped: Object.hasOwn(res, 'send') }
    res.render = render
    res.send = send
    next()
  }
}

/**
 * @param {() => Rendered | Promise<Rendered>} render
 * @param {(error: unknown, rendered?: Rendered) => void} finish
 */
function settle (render, finish) {
  let rendered
  try {
    rendered = render()
  } catch (error) {
    return finish(error)
  }
  if (typeof rendered.then === 'function') rendered.then((page) => finish(null, page), finish)
  else finish(null, rendered)
}

/**
 * @param {(error: unknown, page?: string) => void} callback of `res.render`
 * @returns {(error: unknown, rendered?: Rendered) => void}
 */
function finishWith (callback) {
  return (error, rendered) => process.nextTick(callback, error, rendered?.toString())
}

/**
 * Reports a page that came when the response had been sent, without cutting
 * off the page that is on its way.
 *
 * @param {object} res
 * @param {string} view
 */
function reportLate (res, view) {
  const error = Object.assign(
    new Error(`View "${view}" was rendered when the response had been sent already`),
    { code: 'ERR_HTTP_HEADERS_SENT' }
  )
  if (res.writableEnded && !res.writableFinished) res.once('close', () => res.req.next(error))
  else res.req.next(error)
}

/**
 * Gives the Content-Type that Express sends a string with.
 *
 * @param {string | undefined} type what has been set
 * @returns {string | undefined} nothing where that takes Express to tell
 */
function withCharset (type) {
  if (type === undefined) return 'text/html; charset=utf-8'
  if (UTF8_TYPE.test(type)) return type
  if (PLAIN_TYPE.test(type)) return `${type}; charset=utf-8`
}

/**
 * @param {object} app
 * @returns {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)}
 */
function etagOf (app) {
  const generate = app.get('etag fn')
  if (typeof generate !== 'function') return false

  const setting = app.get('etag')
  if (setting === 'strong') return 'strong'
  return typeof setting === 'function' ? (body) => generate(body) : 'weak'
}

module.exports = { createMiddleware }
