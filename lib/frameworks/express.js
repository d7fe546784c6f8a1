'use strict'

const { checkCall } = require('../options')
const { expectName } = require('../views')
const { Rendered } = require('../page/rendered')
const { PendingRendered, isPage } = require('../page/pending-rendered')
const { isFlowing } = require('../response/page-stream')
const { answer } = require('./express-answer')
const { behind, isExpressOwn, lastOf, ours } = require('./express-own')
const { ExpressViews } = require('./express-views')
const { free, wholeLocals } = require('./free-locals')

/** Types that Express completes, or leaves as they are, when it sends a string. */
const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/
const UTF8_TYPE = /^[a-z]+\/[a-z0-9.+-]+; charset=utf-8$/

/** Where a response keeps the page whose string somebody else has got. */
const GIVEN = Symbol('given')

/**
 * `res.locals` → the response, where its `render` is patched: `app.render` gets no more of it.
 *
 * @type {WeakMap<object, { adapter: ExpressAdapter, res: object }>}
 */
const patched = new WeakMap()

/**
 * Middleware for Express 4 and 5: `res.render` and `res.send(html`…`)` send
 * spliced pages; the methods that were there do the rest.
 *
 * Our methods are put into the prototype of an app's responses, once, and check
 * whether a response has passed the middleware: setting them on every response
 * costs several times as much.
 *
 * @param {import('../renderer').Renderer} renderer
 * @returns {(req: object, res: object, next: (error?: unknown) => void) => void}
 */
function createMiddleware (renderer) {
  const adapter = new ExpressAdapter(renderer)
  return function bufferedRender (req, res, next) {
    adapter.pass(req, res)
    next()
  }
}

/** What one renderer does for the responses of Express apps that have passed its middleware. */
class ExpressAdapter {
  constructor (renderer) {
    this.renderer = renderer
    /** The responses that have passed the middleware. @type {WeakSet<object>} */
    this.passed = new WeakSet()
    /** The prototypes of responses that have our methods. @type {WeakSet<object>} */
    this.prepared = new WeakSet()
    /** App → its views. @type {WeakMap<object, ExpressViews>} */
    this.apps = new WeakMap()
  }

  /** @throws {TypeError} if the request is not Express's */
  pass (req, res) {
    const response = req.app?.response
    if (response === undefined) {
      throw new TypeError('bufferedRender() takes the requests of Express or Koa; for node:http there is createRenderer()')
    }
    if (!this.prepared.has(response)) this.prepare(response)
    this.passed.add(res)
    if (!ours.has(res.send)) giveStrings(res)
  }

  /** Puts our methods into the prototype of an app's responses. */
  prepare (response) {
    this.prepared.add(response)
    const adapter = this

    function render (view, options, callback) {
      if (!adapter.passed.has(this)) return behind(render).apply(this, arguments)
      return adapter.render(this, behind(render), arguments)
    }

    function renderStream (view, options, how) {
      return adapter.renderStream(this, behind(render), view, options, how)
    }

    function send (body) {
      const page = adapter.passed.has(this) ? pageOf(this, body) : undefined
      if (page === undefined) return behind(send).apply(this, arguments)
      adapter.send(this, lastOf(send), page)
      return this
    }

    for (const method of [render, send]) {
      ours.set(method, { own: Object.getOwnPropertyDescriptor(response, method.name)?.value, holder: response, name: method.name })
    }
    Object.assign(response, { render, renderStream, send })
  }

  /**
   * `res.render`.
   *
   * @param {Function} behind the method behind ours
   * @param {ArrayLike<unknown>} args `(view, options, callback)`, the options and the callback may be missing
   */
  render (res, behind, args) {
    let [view, options, callback] = args
    const express = lastOf(behind)
    if (!isExpressOwn('res.render', express)) {
      this.takeAppRender(res)
      return express.apply(res, args)
    }
    if (typeof options === 'function') [options, callback] = [{}, options]
    const locals = options || {}
    locals._locals = res.locals
    const done = callback ? giveTo(res, callback) : (error, rendered) => this.finish(res, view, error, rendered)
    if (!this.renderView(res, view, locals, done)) behind.call(res, view, locals, callback)
  }

  /**
   * @param {object} locals with the response's as `_locals`
   * @param {(error: unknown, rendered?: Rendered) => void} done is called when Express would call it
   * @returns {boolean} whether the view is ours to render; it is Express's otherwise
   * @throws as Express does if there is no engine for the view
   */
  renderView (res, view, locals, done) {
    const { renderer } = this
    const views = this.viewsOf(res.req.app)
    const merged = views.merge(locals)
    const found = views.find(view, merged.cache)
    if (found === undefined) {
      renderer.fallThrough++
      return false
    }
    answer(found.moment, () => renderer.run(view, () => found.load().render(merged)), done)
    return true
  }

  /** Has `app.render` render the views of a response whose `render` is patched: in the end, the patch asks it for a string. */
  takeAppRender (res) {
    const { locals, req: { app } } = res
    if (typeof locals !== 'object' || locals === null) return
    patched.set(locals, { adapter: this, res })
    const express = app.render
    if (!isExpressOwn('app.render', express)) return
    app.render = function (name, options, callback) {
      const found = patched.get(options?._locals)
      const isOurs = found && found.adapter.renderView(found.res, name, options, giveTo(found.res, callback))
      if (!isOurs) return express.apply(this, arguments)
    }
    ours.set(app.render, { own: express })
  }

  /**
   * Does what Express does with a rendered view.
   *
   * @param {Rendered} [rendered] nothing also if a template has thrown what is false
   */
  finish (res, view, error, rendered) {
    if (error) return next(res, error)
    try {
      if (rendered === undefined) res.send()
      else if (res.headersSent) throw sentAlready(view)
      else if (ours.has(res.send)) res.send(rendered)
      // A wrapper of res.send expects what Express would give it.
      else res.send(give(res, rendered))
    } catch (error) {
      fail(res, error)
    }
  }

  /**
   * `res.send` of a page.
   *
   * @param {Function} express Express's own `send`, or what is in its place
   * @param {Rendered | PendingRendered} page
   */
  send (res, express, page) {
    if (page instanceof PendingRendered) return sendWhenThere(res, page)
    const type = withCharset(res.getHeader('Content-Type'))
    if (type === undefined || !isExpressOwn('res.send', express)) return express.call(res, page.toString())

    const { req } = res
    const { options, responder } = this.renderer
    const representation = responder.represent(req, res, page, options.etag ?? etagOf(res.app))
    res.setHeader('Content-Type', type)
    responder.send(req, res, representation, () => req.fresh)?.catch((error) => fail(res, error))
  }

  /**
   * `res.renderStream`.
   *
   * @param {Function} behind the `render` behind ours
   * @param {string | Rendered | PendingRendered} view or a page
   * @param {object} [options] the locals of a view, or how a page is streamed
   * @param {object} [how] a view is streamed
   * @returns {Promise<void>} an error goes to the app
   */
  async renderStream (res, behind, view, options, how) {
    try {
      if (!this.passed.has(res)) throw new Error('res.renderStream() is for responses that have passed bufferedRender()')
      if (isPage(view)) await this.renderer.stream(res.req, res, view, options)
      else await this.streamView(res, behind, view, { ...options }, how)
    } catch (error) {
      fail(res, error)
    }
  }

  async streamView (res, behind, view, locals, how) {
    const { renderer } = this
    const views = this.viewsOf(res.req.app)
    const merged = views.merge({ ...locals, _locals: res.locals })
    let found
    let isMissing = false
    try {
      expectName(view)
      const isPatched = !isExpressOwn('res.render', lastOf(behind))
      found = isPatched ? undefined : views.find(view, merged.cache)
      if (found === undefined) {
        renderer.fallThrough++
        checkCall('a stream', how)
        isMissing = !isPatched && views.isMissing(view)
      }
    } catch (error) {
      free(locals)
      throw error
    }
    if (found !== undefined) {
      return renderer.streamer.send(res.req, res, renderer.streamingView(() => found.load(), merged, locals, how))
    }

    if (isMissing) free(locals)
    // Express does not wait for locals.
    const values = isMissing ? locals : await wholeLocals(view, locals, res)
    if (values !== undefined) behind.call(res, view, values)
  }

  viewsOf (app) {
    let views = this.apps.get(app)
    if (views === undefined) this.apps.set(app, views = new ExpressViews(app, this.renderer))
    return views
  }
}

/** @returns {string} the page; `res.send` recognizes it if it gets it back */
function give (res, rendered) {
  const text = rendered.toString()
  res[GIVEN] = { text, rendered }
  return text
}

/** @returns {(error: unknown, rendered?: Rendered) => void} what calls the callback of a render with the page's string */
function giveTo (res, callback) {
  return (error, rendered) => rendered === undefined ? callback(error) : callback(null, give(res, rendered))
}

/** @returns {Rendered | PendingRendered | undefined} the page that the body is, or that it is the string of */
function pageOf (res, body) {
  if (isPage(body)) return body
  const given = res[GIVEN]
  return given !== undefined && given.text === body ? given.rendered : undefined
}

/** Lets a `res.send` that other middleware has put there see pages as the strings that they are with Express alone. */
function giveStrings (res) {
  const { send } = res
  res.send = function (body) {
    if (body instanceof PendingRendered) {
      sendWhenThere(this, body)
      return this
    }
    return body instanceof Rendered ? send.call(this, give(this, body)) : send.apply(this, arguments)
  }
}

function sendWhenThere (res, page) {
  page.then((rendered) => res.send(rendered)).catch((error) => next(res, error))
}

function sentAlready (view) {
  const error = new Error(`View "${view}" was rendered when the response had been sent already`)
  return Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' })
}

/** Gives an error to the app, without cutting off what is on its way. */
function fail (res, error) {
  if (isOnItsWay(res)) res.once('close', () => next(res, error))
  else next(res, error)
}

function next ({ req }, error) {
  // Express takes it away once the last handler has called it.
  if (typeof req.next === 'function') req.next(error)
  else console.error(error)
}

/** @returns {boolean} whether a body is being sent: by us, by a pipe, or by Node after the end */
function isOnItsWay (res) {
  return isFlowing(res) || res.listenerCount('unpipe') > 0 || (res.writableEnded && !res.writableFinished)
}

/** @returns {string | undefined} the Content-Type that Express sends a string with; nothing where only Express can tell */
function withCharset (type) {
  if (type === undefined) return 'text/html; charset=utf-8'
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
