'use strict'

const { checkCall } = require('../options')
const { expectName } = require('../views')
const { Rendered } = require('../template/rendered')
const { PendingRendered, isPage } = require('../template/pending-rendered')
const { isFlowing } = require('../response/page-stream')
const { atEndOfTurn, isDue } = require('../response/turn')
const { ExpressViews } = require('./express-views')
const { free, freeing } = require('./free-locals')
const { wholeLocals } = require('./whole-locals')

/** What Express itself makes of these types for a string is known: see `withCharset`. */
const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/
const UTF8_TYPE = /^[a-z]+\/[a-z0-9.+-]+; charset=utf-8$/

/**
 * Every method that this module has put before Express's own, and whether
 * somebody else's stands between the two.
 *
 * @type {WeakMap<Function, boolean>}
 */
const ours = new WeakMap()

/**
 * Middleware for Express 4 and 5: `res.render` and `res.send(html`…`)` send
 * spliced pages; all else is left to the methods that were there.
 *
 * The methods are put into the prototype of an app's responses, once, and look
 * whether a response has passed the middleware: to set them on every response
 * costs several times as much.
 *
 * @param {import('../renderer').Renderer} renderer
 * @returns {(req: object, res: object, next: (error?: unknown) => void) => void}
 */
function createMiddleware (renderer) {
  const passed = new WeakSet()
  const prepared = new WeakSet()
  const apps = new WeakMap()

  const viewsOf = (app) => {
    let views = apps.get(app)
    if (views === undefined) {
      views = new ExpressViews(app, renderer)
      apps.set(app, views)
    }
    return views
  }

  /** @param {object} response the prototype of an app's responses */
  function prepare (response) {
    prepared.add(response)
    const original = { render: response.render, send: response.send }
    const replaced = { render: isReplaced(response, 'render'), send: isReplaced(response, 'send') }

    function render (view, options, callback) {
      if (!passed.has(this)) return original.render.apply(this, arguments)
      if (typeof options === 'function') return render.call(this, view, {}, options)

      const locals = options || {}
      locals._locals = this.locals
      const views = viewsOf(this.req.app)
      const merged = views.merge(locals)
      const load = replaced.render ? undefined : views.find(view, merged.cache)
      if (load === undefined) {
        renderer.fallThrough++
        return original.render.call(this, view, locals, callback)
      }

      const finish = callback ? finishWith(callback) : finishBySending(this, view, views.sendsAtOnce)
      settle(() => renderer.run(view, () => load().renderPage(merged)), finish)
    }

    function renderStream (view, options, how) {
      return attemptLater(this, () => {
        if (!passed.has(this)) throw new Error('res.renderStream() is for responses that have passed bufferedRender()')
        return isPage(view) ? renderer.stream(this.req, this, view, options) : streamView(this, view, options ?? {}, how)
      })
    }

    async function streamView (res, view, locals, how) {
      const views = viewsOf(res.req.app)
      const merged = views.merge({ ...locals, _locals: res.locals })
      const load = freeing(locals, () => {
        expectName(view)
        return replaced.render ? undefined : views.find(view, merged.cache)
      })
      if (load === undefined) return renderWhole(res, view, locals, how)
      await renderer.sendUnderway(res.req, res, renderer.viewUnderway(load, merged, locals, how))
    }

    /** Leaves a view to Express, which cannot wait for its locals. */
    async function renderWhole (res, view, locals, how) {
      renderer.fallThrough++
      const isMissing = freeing(locals, () => {
        checkCall('a stream', how)
        return !replaced.render && viewsOf(res.req.app).isMissing(view)
      })
      if (isMissing) free(locals)
      const whole = isMissing ? locals : await wholeLocals({ ...res.locals, ...locals }, locals, res)
      if (whole !== undefined) original.render.call(res, view, whole)
    }

    function send (body) {
      if (!passed.has(this) || !isPage(body)) return original.send.apply(this, arguments)

      if (body instanceof PendingRendered) sendWhenThere(this, body)
      else sendTo(this, beginPage(this, body))
      return this
    }

    /**
     * Makes what is sent of a page, before the response is touched.
     *
     * @returns {() => Promise<void> | undefined} what sends it
     */
    function beginPage (res, rendered) {
      const type = withCharset(res.getHeader('Content-Type'))
      if (type === undefined || replaced.send) return sendString(res, original.send, rendered)

      const validation = { etag: renderer.options.etag ?? etagOf(res.app), isFresh: () => res.req.fresh }
      return sendAs(type, res, renderer.responder.begin(res.req, res, rendered, validation))
    }

    function sendString (res, send, rendered) {
      return () => { send.call(res, rendered.toString()) }
    }

    // It stands apart so as not to hold what the page was made of, see `Representation`.
    function sendAs (type, res, send) {
      return () => {
        res.setHeader('Content-Type', type)
        return send()
      }
    }

    function finishBySending (res, view, atOnce) {
      const finish = (error, rendered) => {
        if (error) res.req.next(error)
        else attempt(res, () => finishPage(res, view, rendered, atOnce))
      }
      return atOnce ? finish : (error, rendered) => process.nextTick(finish, error, rendered)
    }

    function finishPage (res, view, rendered, atOnce) {
      // A template may throw what is false; Express then sends nothing as well.
      if (rendered === undefined) return original.send.call(res)
      if (res.headersSent || isDue(res)) return reportLate(res, view)
      if (res.destroyed) return

      // Whoever has wrapped res.send expects what Express would give it.
      if (!ours.has(res.send)) return res.send(rendered.toString())
      const send = beginPage(res, rendered)
      if (atOnce) sendTo(res, send)
      else atEndOfTurn(res, () => attempt(res, () => res.headersSent ? reportLate(res, view) : sendTo(res, send)))
    }

    ours.set(render, replaced.render).set(send, replaced.send)
    Object.assign(response, { render, renderStream, send })
  }

  return function bufferedRender (req, res, next) {
    const response = req.app?.response
    if (response === undefined) {
      throw new TypeError('bufferedRender() takes the requests of Express or Koa; for node:http there is createRenderer()')
    }
    if (!prepared.has(response)) prepare(response)
    passed.add(res)
    if (Object.hasOwn(res, 'send')) giveStrings(res)
    next()
  }
}

/**
 * @param {object} res
 * @param {() => Promise<void> | undefined} send whose error, if it comes later, goes to the app
 */
function sendTo (res, send) {
  send()?.catch((error) => tell(res, error))
}

/**
 * @param {object} res
 * @param {() => void} step whose error goes to the app
 */
function attempt (res, step) {
  try {
    step()
  } catch (error) {
    res.req.next(error)
  }
}

/**
 * @param {object} res
 * @param {() => Promise<void>} step whose error goes to the app
 * @returns {Promise<void>}
 */
async function attemptLater (res, step) {
  try {
    await step()
  } catch (error) {
    tell(res, error)
  }
}

/**
 * @param {object} res
 * @param {PendingRendered} page
 */
function sendWhenThere (res, page) {
  page.then((rendered) => res.send(rendered)).catch(res.req.next)
}

/**
 * Lets a `res.send` that other middleware has put there see pages as the
 * strings that they are with Express alone.
 *
 * @param {object} res
 */
function giveStrings (res) {
  const { send } = res
  res.send = function (body) {
    if (body instanceof PendingRendered) {
      sendWhenThere(this, body)
      return this
    }
    return body instanceof Rendered ? send.call(this, body.toString()) : send.apply(this, arguments)
  }
}

/**
 * @param {object} response
 * @param {string} name
 * @returns {boolean} whether somebody else's method stands before Express's
 *   own, which are all in one object
 */
function isReplaced (response, name) {
  return ours.get(response[name]) ?? holderOf(response, name) !== holderOf(response, 'sendStatus')
}

/**
 * @param {object} object
 * @param {string} name of a property that it has or inherits
 * @returns {object} which object in its chain of prototypes has it
 */
function holderOf (object, name) {
  return Object.hasOwn(object, name) ? object : holderOf(Object.getPrototypeOf(object), name)
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
 * Reports a page that came when the response had been sent.
 *
 * @param {object} res
 * @param {string} view
 */
function reportLate (res, view) {
  tell(res, Object.assign(
    new Error(`View "${view}" was rendered when the response had been sent already`),
    { code: 'ERR_HTTP_HEADERS_SENT' }
  ))
}

/**
 * Gives an error to the app, without cutting off the page that is on its way.
 *
 * @param {object} res
 * @param {unknown} error
 */
function tell (res, error) {
  if (isOnItsWay(res)) res.once('close', () => res.req.next(error))
  else res.req.next(error)
}

/**
 * @param {object} res
 * @returns {boolean} whether something is being sent: by us, by what is piped to it, or all
 *   of it by now
 */
function isOnItsWay (res) {
  return isDue(res) || isFlowing(res) || res.listenerCount('unpipe') > 0 || (res.writableEnded && !res.writableFinished)
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
