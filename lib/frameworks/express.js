'use strict'

const { checkCall } = require('../options')
const { expectName } = require('../views')
const { VERSION, refuseOtherCopy, version } = require('../page/other-copy')
const { Rendered } = require('../page/rendered')
const { PendingRendered, isPage } = require('../page/pending-rendered')
const { completePage, expectUnsent } = require('../response/disconnect')
const { isFlowing } = require('../response/page-stream')
const { renderAt } = require('./callback-moment')
const { behind, isExpressOwn, lastOf, ours } = require('./express-own')
const { ExpressViews, REPLACED_RENDER } = require('./express-views')
const { adopt } = require('./server-classes')
const { free, ignoreRejections, resolvedLocals } = require('./streamed-locals')

/** The types to which Express adds a charset when it sends a string, and those that it leaves unchanged. */
const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/
const UTF8_TYPE = /^[a-z]+\/[a-z0-9.+-]+; charset=utf-8$/

/** Why Express renders a view in an app with the middleware, often because a route precedes it. */
const NOT_PASSED = 'is rendered for a response that has not passed bufferedRender()'

/** The property of a response for a page that was passed on as a string. */
const STRINGIFIED = Symbol('stringified')

/**
 * `res.locals` → the response, if its `render` is patched: `app.render` receives nothing else of the response.
 *
 * @type {WeakMap<object, { adapter: ExpressAdapter, res: object }>}
 */
const patched = new WeakMap()

/** The apps with an `app.render` of ours. @type {WeakSet<object>} */
const patchedApps = new WeakSet()

/**
 * Creates middleware for Express 4 and 5. `res.render` and `res.send(html`…`)` then send
 * spliced pages; the original methods handle everything else.
 *
 * The methods are added once, to the prototype of the app's responses, and check
 * whether a response has passed the middleware. Setting them on every response
 * costs several times as much.
 *
 * @returns {(req: object, res: object, next: (error?: unknown) => void) => void}
 */
function createMiddleware (renderer) {
  const adapter = new ExpressAdapter(renderer)
  return function bufferedRender (req, res, next) {
    adapter.pass(req, res)
    next()
  }
}

/** Renders and sends pages of one renderer for the responses that have passed its middleware. */
class ExpressAdapter {
  constructor (renderer) {
    this.renderer = renderer
    /** The responses that have passed the middleware. @type {WeakSet<object>} */
    this.passed = new WeakSet()
    /** The prototypes that have our methods. @type {WeakSet<object>} */
    this.prepared = new WeakSet()
    /** App → its views. @type {WeakMap<object, ExpressViews>} */
    this.apps = new WeakMap()
    const { app } = renderer.options
    if (app !== undefined) renderer.learnApp(this.viewsOf(app))
  }

  /** @throws {TypeError} if it is not a request of Express */
  pass (req, res) {
    const response = req.app?.response
    if (response === undefined) {
      throw new TypeError('bufferedRender() expects a request of Express or Koa. For node:http, use createRenderer()')
    }
    if (!this.prepared.has(response)) {
      this.prepare(response)
      this.renderer.learnApp(this.viewsOf(req.app))
    }
    if (this.renderer.options.serverClasses) adopt(req)
    this.passed.add(res)
    if (!ours.has(res.send)) stringifyPages(res)
  }

  /** Adds our methods to the prototype of an app's responses. */
  prepare (response) {
    if (typeof response.send !== 'function') {
      throw new TypeError('bufferedRender.express() expects a request of Express. In Koa, use bufferedRender() or bufferedRender.koa()')
    }
    this.prepared.add(response)
    const adapter = this
    // The methods of another copy of the package, which are behind ours, take its pages.
    const isFirstCopy = response[VERSION] === undefined

    function render (view, options, callback) {
      if (adapter.passed.has(this)) return adapter.render(this, behind(render), arguments)
      if (!hasPassed(this)) adapter.renderer.leaveToExpress(view, NOT_PASSED)
      return behind(render).apply(this, arguments)
    }

    function renderStream (view, options, how) {
      return adapter.renderStream(this, behind(render), view, options, how)
    }

    function send (body) {
      // Express sends a page as JSON, for example from an error handler if middleware above ours has failed.
      const page = adapter.passed.has(this) || (isPage(body) && !hasPassed(this)) ? pageOf(this, body) : undefined
      if (page === undefined) {
        if (isFirstCopy) refuseOtherCopy(body)
        return behind(send).apply(this, arguments)
      }
      adapter.send(this, lastOf(send), page)
      return this
    }

    for (const method of [render, send]) {
      ours.set(method, { own: Object.getOwnPropertyDescriptor(response, method.name)?.value, holder: response, name: method.name, adapter })
    }
    Object.assign(response, { render, renderStream, send, [VERSION]: version })
  }

  /**
   * `res.render`.
   *
   * @param {Function} behind the method behind ours
   * @param {ArrayLike<unknown>} args `(view, options, callback)`, with optional options and callback
   */
  render (res, behind, args) {
    let [view, options, callback] = args
    const express = lastOf(behind)
    if (!isExpressOwn('res.render', express)) {
      if (!this.patchAppRender(res)) this.renderer.leaveToExpress(view, REPLACED_RENDER)
      return express.apply(res, args)
    }
    if (typeof options === 'function') [options, callback] = [{}, options]
    const locals = options || {}
    locals._locals = res.locals
    const done = callback ? stringifyFor(res, callback) : (error, rendered) => this.finish(res, view, error, rendered)
    if (!this.renderView(res, view, locals, done)) behind.call(res, view, locals, callback)
  }

  /**
   * @param {object} locals with `res.locals` as `_locals`
   * @param {(error: unknown, rendered?: Rendered) => void} done is called at the same moment as by Express
   * @returns {boolean} false if Express itself has to render the view
   * @throws as Express, if the view has no engine
   */
  renderView (res, view, locals, done) {
    const { renderer } = this
    const views = this.viewsOf(res.req.app)
    const merged = views.merge(locals)
    const dialectView = views.find(view, merged.cache)
    if (typeof dialectView === 'string') {
      renderer.leaveToExpress(view, dialectView)
      return false
    }
    renderAt(dialectView.moment, () => renderer.run(view, () => dialectView.load().render(merged)), done)
    return true
  }

  /**
   * Renders the views of a response with a patched `render` in `app.render`, which the patch calls in the end.
   *
   * @returns {boolean} false if Express itself has to render them
   */
  patchAppRender (res) {
    const { locals, req: { app } } = res
    if (typeof locals !== 'object' || locals === null) return false
    patched.set(locals, { adapter: this, res })
    const express = app.render
    if (!isExpressOwn('app.render', express)) return patchedApps.has(app)
    app.render = function (name, options, callback) {
      const origin = patched.get(options?._locals)
      const isOurs = origin && origin.adapter.renderView(origin.res, name, options, stringifyFor(origin.res, callback))
      if (!isOurs) return express.apply(this, arguments)
    }
    ours.set(app.render, { own: express })
    patchedApps.add(app)
    return true
  }

  /**
   * Sends a rendered view, or passes an error on, as Express does.
   *
   * @param {Rendered} [rendered] `undefined` also if the template has thrown a falsy value
   */
  finish (res, view, error, rendered) {
    if (error) return next(res, error)
    try {
      if (rendered === undefined) res.send()
      else if (res.headersSent) throw sentAlready(view)
      else if (ours.has(res.send)) res.send(rendered)
      // A wrapper of res.send expects a string, as from Express.
      else res.send(stringify(res, rendered))
    } catch (error) {
      fail(res, error)
    }
  }

  /**
   * `res.send` of a page.
   *
   * @param {Function} express Express's own `send`, or its replacement
   */
  send (res, express, page) {
    if (page instanceof PendingRendered) return sendResolved(res, page)
    const type = withCharset(res.getHeader('Content-Type'))
    const { options, responder } = this.renderer
    if (type === undefined || !isExpressOwn('res.send', express)) {
      responder.protect(res)
      return express.call(res, page.toString())
    }

    const { req } = res
    const representation = responder.represent(req, res, page, options.etag ?? etagOf(res.app))
    res.setHeader('Content-Type', type)
    responder.send(req, res, representation, () => req.fresh)?.catch((error) => fail(res, error))
  }

  /**
   * `res.renderStream`.
   *
   * @param {Function} behind the `render` behind ours
   * @param {string | Rendered | PendingRendered} view a view or a page
   * @param {object} [options] the locals of a view, or the stream options of a page
   * @param {object} [how] the stream options of a view
   * @returns {Promise<void>} never rejects: errors are passed to the app
   */
  async renderStream (res, behind, view, options, how) {
    try {
      if (!this.passed.has(res)) throw new Error('res.renderStream() was called before bufferedRender(). Add app.use(bufferedRender()) before the route')
      if (isPage(view)) await this.renderer.stream(res.req, res, view, options)
      else await this.streamView(res, behind, view, { ...options }, how)
    } catch (error) {
      fail(res, error)
    }
  }

  async streamView (res, behind, view, locals, how) {
    ignoreRejections(res.locals)
    const { renderer } = this
    const views = this.viewsOf(res.req.app)
    const merged = views.merge({ ...locals, _locals: res.locals })
    let dialectView = REPLACED_RENDER
    let isMissing = false
    try {
      expectName(view)
      const isPatched = !isExpressOwn('res.render', lastOf(behind))
      if (!isPatched) dialectView = views.find(view, merged.cache)
      if (typeof dialectView === 'string') {
        renderer.leaveToExpress(view, dialectView)
        checkCall('a stream', how)
        isMissing = !isPatched && views.isMissing(view)
      }
    } catch (error) {
      free(locals)
      throw error
    }
    if (typeof dialectView !== 'string') {
      return renderer.streamer.send(res.req, res, renderer.streamingView(() => dialectView.load(), merged, locals, how))
    }

    if (isMissing) free(locals)
    // Express does not await locals.
    const values = isMissing ? locals : await resolvedLocals(view, locals, res)
    if (values !== undefined) behind.call(res, view, values)
  }

  viewsOf (app) {
    let views = this.apps.get(app)
    if (views === undefined) this.apps.set(app, views = new ExpressViews(app, this.renderer))
    return views
  }
}

/** @returns {boolean} whether a response has passed any middleware of ours */
function hasPassed (res) {
  for (let method = res.render; ours.has(method); method = behind(method)) {
    if (ours.get(method).adapter.passed.has(res)) return true
  }
  return false
}

/** @returns {string} the page as a string, which `res.send` recognizes later */
function stringify (res, rendered) {
  const text = rendered.toString()
  res[STRINGIFIED] = { text, rendered }
  return text
}

/** @returns {(error: unknown, rendered?: Rendered) => void} a function that passes the page to the callback as a string */
function stringifyFor (res, callback) {
  return (error, rendered) => {
    if (rendered === undefined) return callback(error)
    let text
    try {
      text = stringify(res, rendered)
    } catch (error) {
      return callback(error)
    }
    callback(null, text)
  }
}

/** @returns {Rendered | PendingRendered | undefined} the body, if it is a page, or the page that it is the string of */
function pageOf (res, body) {
  if (isPage(body)) return body
  const stringified = res[STRINGIFIED]
  return stringified !== undefined && stringified.text === body ? stringified.rendered : undefined
}

/** Wraps a `res.send` of other middleware, so that it receives pages as strings, as from Express alone. */
function stringifyPages (res) {
  const { send } = res
  res.send = function (body) {
    if (body instanceof PendingRendered) {
      sendResolved(this, body)
      return this
    }
    return body instanceof Rendered ? send.call(this, stringify(this, body)) : send.apply(this, arguments)
  }
}

async function sendResolved (res, page) {
  try {
    const rendered = await completePage(res, page)
    if (rendered === undefined) expectUnsent(res, 'sent')
    else res.send(rendered)
  } catch (error) {
    next(res, error)
  }
}

function sentAlready (view) {
  const error = new Error(`View "${view}" was rendered after the response had been sent`)
  return Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' })
}

/** Passes an error to the app, after a body that is being sent. */
function fail (res, error) {
  if (isBeingSent(res)) res.once('close', () => next(res, error))
  else next(res, error)
}

function next ({ req }, error) {
  // Express removes `req.next` once the last handler has called it.
  if (typeof req.next === 'function') req.next(error)
  else console.error(error)
}

/** @returns {boolean} whether a body is being sent: by us, by a pipe, or by Node after `res.end` */
function isBeingSent (res) {
  return isFlowing(res) || res.listenerCount('unpipe') > 0 || (res.writableEnded && !res.writableFinished)
}

/** @returns {string | undefined} the Content-Type with which Express sends a string; `undefined` if Express has to determine it */
function withCharset (type) {
  if (type === undefined) return 'text/html; charset=utf-8'
  if (typeof type !== 'string') return undefined
  if (UTF8_TYPE.test(type)) return type
  if (PLAIN_TYPE.test(type)) return `${type}; charset=utf-8`
}

/** @returns {import('../response/responder').Etag} */
function etagOf (app) {
  const generate = app.get('etag fn')
  if (typeof generate !== 'function') return false

  const setting = app.get('etag')
  if (setting === 'strong') return 'strong'
  return typeof setting === 'function' ? (body) => generate(body) : 'weak'
}

module.exports = { createMiddleware }
