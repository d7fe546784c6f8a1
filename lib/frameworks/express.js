'use strict'

const { VERSION, refuseOtherCopy, version } = require('../page/other-copy')
const { isPage } = require('../page/pending-rendered')
const { Rendered } = require('../page/rendered')
const { lastOf, originalOf, originals } = require('./express-methods')
const { ExpressRendering } = require('./express-render')
const { fail, pageOf, sendPage, sentAsText, stringifyPages } = require('./express-send')
const { useClasses } = require('./server-classes')
const { withCode, wrongMiddleware } = require('../util/errors')

/** Why Express renders a view in an app with the middleware, often because a route precedes it. */
const NOT_PASSED = 'is rendered for a response that has not passed bufferedRender()'
const STREAMED_BEFORE = 'res.renderStream() was called before bufferedRender(). ' +
  'Add app.use(bufferedRender()) before the route'

/**
 * The property of a response for the middleware that it has passed last. With a WeakMap, a request for 1 KB takes 1.02
 * to 1.04 times the CPU time (medians of 12 to 16 pairs; Node 20, 22 and 24).
 */
const PASSED = Symbol('passed')

/** The prototypes that have our methods, which all middlewares share. @type {WeakSet<object>} */
const extended = new WeakSet()

/**
 * Creates middleware for Express 4 and 5. `res.render` and `res.send(html`…`)` then send spliced pages; the original
 * methods handle everything else. Ours are added once, to the prototype of the app's responses, and check whether a
 * response has passed the middleware. Setting them on every response costs several times as much as checking.
 */
function createExpressMiddleware (renderer, options) {
  const adapter = new ExpressAdapter(renderer, options)
  return function bufferedRender (req, res, next) {
    adapter.pass(req, res)
    if (renderer.dictionary?.answer(req, res) === undefined) next()
  }
}

/** Gives the responses of apps our methods, which render and send pages for those that have passed the middleware. */
class ExpressAdapter {
  constructor (renderer, { etag, serverClasses }) {
    this.renderer = renderer
    this.etag = etag
    this.serverClasses = serverClasses
    this.rendering = new ExpressRendering(renderer)
    this.responder = renderer.responder
  }

  /** @throws {TypeError} if it is not a request of Express */
  pass (req, res) {
    // A facade that the app has put in place of `req.app` may have none.
    const response = req.app?.response ?? res.app?.response
    if (response === undefined) {
      throw wrongMiddleware('bufferedRender() expects a request of Express or Koa. For node:http, use createRenderer()')
    }
    // Packages for HTTP/2 give responses a different prototype, with Express's methods.
    const prototype = Object.prototype.isPrototypeOf.call(response, res) ? undefined : Object.getPrototypeOf(res)
    const holder = typeof prototype?.send === 'function' ? prototype : response
    if (!extended.has(holder)) this.addMethods(holder)
    this.renderer.learnApp(this.rendering.viewsOf(req.app))
    if (this.serverClasses) useClasses(req)
    res[PASSED] = { res, adapter: this }
    if (!originals.has(res.send)) stringifyPages(res, this.rendering.isDecided)
    // Middleware above ours may have kept a `render` without our methods, in the first requests of an app.
    if (Object.hasOwn(res, 'render')) this.rendering.patchAppRender(res)
  }

  /** Adds our methods to the prototype of an app's responses. */
  addMethods (response) {
    if (typeof response.send !== 'function') {
      throw wrongMiddleware('bufferedRender.express() expects a request of Express. ' +
        'In Koa, use bufferedRender() or bufferedRender.koa()')
    }
    extended.add(response)
    const first = this
    // The methods of another copy of the package, which are behind ours, take its pages.
    const isFirstCopy = response[VERSION] === undefined

    function render (view, options, callback) {
      const adapter = adapterOf(this)
      if (adapter) return adapter.rendering.render(this, lastOf(render), arguments)
      first.rendering.renderLog.reportLeftToExpress(view, NOT_PASSED)
      return lastOf(render).apply(this, arguments)
    }

    async function renderStream (view, options, streamOptions) {
      const adapter = adapterOf(this)
      if (adapter) await adapter.rendering.renderStream(this, lastOf(render), view, options, streamOptions)
      else fail(this, withCode('BUFFERED_RENDER_MIDDLEWARE', new Error(STREAMED_BEFORE)))
    }

    // Express sends a page as JSON, for example from an error handler if middleware above ours has failed.
    function send (body) {
      const adapter = adapterOf(this)
      // Express 4 takes a status as well.
      const page = arguments.length === 1 && (adapter || isPage(body)) ? pageOf(this, body) : undefined
      if (page === undefined) {
        if (isFirstCopy) refuseOtherCopy(body)
        if (sentAsText.has(this)) adapter.responder.forbidTransformIfStatic(this)
        return originalOf(send).apply(this, arguments.length > 1 ? Array.from(arguments, textOf) : arguments)
      }
      const { etag, responder } = adapter ?? first
      sendPage(this, lastOf(send), page, responder, etag)
      return this
    }

    // What the app does not let anybody replace stays, and so does an accessor of the app.
    for (const [name, value] of Object.entries({ render, renderStream, send })) {
      const own = Object.getOwnPropertyDescriptor(response, name)
      if (own === undefined ? !Object.isExtensible(response) : !own.writable) continue
      originals.set(value, { replaced: own?.value, holder: response, name })
      response[name] = value
    }
    Reflect.set(response, VERSION, version)
  }
}

/** @returns {ExpressAdapter | undefined} that of the response itself, not of an object that inherits from it */
function adapterOf (res) {
  const passed = res?.[PASSED]
  return passed !== undefined && passed.res === res ? passed.adapter : undefined
}

/** @returns {unknown} the text of a page; any other value itself */
function textOf (body) {
  return body instanceof Rendered ? body.toString() : body
}

module.exports = { createExpressMiddleware }
