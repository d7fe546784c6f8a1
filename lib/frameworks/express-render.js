'use strict'

const { checkCall } = require('../options')
const { isPage } = require('../page/pending-rendered')
const { MISSING } = require('../views/view-source')
const { callBack } = require('./callback-moment')
const { isStock } = require('../response/slots')
const { lastOf, originals } = require('./express-methods')
const { fail, sendView, sentAsText, stringifyFor } = require('./express-send')
const { ExpressViews, replaced } = require('./express-views')
const { memoize } = require('../util/memoize')

/**
 * `res.locals` → the response, if its `render` is patched: `app.render` receives nothing else of the response.
 *
 * @type {WeakMap<object, { rendering: ExpressRendering, res: object }>}
 */
const patched = new WeakMap()

/** `res.render` and `res.renderStream` of one middleware. */
class ExpressRendering {
  constructor (renderer) {
    const { namedViews, responder: { isDecided }, viewSettings } = renderer
    this.renderer = renderer
    this.renderLog = viewSettings.renderLog
    this.isDecided = isDecided
    /** Gives the views of an app. @type {(app: object) => ExpressViews} */
    this.viewsOf = memoize((app) =>
      namedViews && app === namedViews.app ? namedViews : new ExpressViews(app, viewSettings))
  }

  /** `res.render(view, options, callback)`, with optional options and callback. `express` is the method behind ours. */
  render (res, express, args) {
    let [view, options, callback] = args
    if (!isStock['response.render'](express)) {
      if (!this.patchAppRender(res)) this.reportLeft(res, view, { reason: replaced('res.render') })
      sentAsText.add(res)
      return express.apply(res, args)
    }
    if (typeof options === 'function') [options, callback] = [{}, options]
    const views = this.viewsToRender(res, view)
    if (views === undefined) {
      patched.delete(res.locals)
      return express.apply(res, args)
    }
    const locals = options || {}
    locals._locals = res.locals
    const done = callback
      ? stringifyFor(res, callback, this.isDecided)
      : (error, rendered) => sendView(res, view, this.isDecided, error, rendered)
    this.renderView(res, views, view, locals, callback || sendByExpress(res), done)
  }

  /** @returns {ExpressViews | undefined} `undefined` if Express itself has to render the view, and read its locals */
  viewsToRender (res, view) {
    const views = this.viewsOf(res.req.app)
    const reason = views.leftReason
    if (reason === undefined) return views
    this.reportLeft(res, view, { reason })
  }

  /** Reports a view that Express renders. With `compress: 'static'`, nobody may compress the page. */
  reportLeft (res, name, { reason, view }) {
    this.renderLog.reportLeftToExpress(name, reason, view)
    this.renderer.responder.forbidTransformIfStatic(res)
    sentAsText.add(res)
  }

  /**
   * Does everything in the order of Express: a getter of the locals may change its settings.
   *
   * @param {object} locals those of the call, with `res.locals` as `_locals`
   * @param {(error: unknown, text?: unknown) => void} callback gets what Express renders
   * @param {(error: unknown, rendered?: Rendered) => void} done gets a page, at the same moment as from Express
   * @throws as Express, if the view has no engine
   */
  renderView (res, views, view, locals, callback, done) {
    const merged = views.merge(locals)
    const found = views.findToRender(view, merged)
    if (found.reason) {
      this.reportLeft(res, view, found)
      return views.renderByExpress(view, found, merged, callback)
    }
    let error = null
    let rendered
    try {
      rendered = this.renderer.renderAndPublish(view, () => found.render(view, merged))
    } catch (thrown) {
      error = thrown
    }
    callBack(found.moment, done, error, rendered)
  }

  /**
   * Renders the views of a response with a patched `render` in `app.render`, which the patch calls in the end.
   *
   * @returns {boolean} false if Express itself has to render them
   */
  patchAppRender (res) {
    const { locals, req: { app } } = res
    if (typeof locals !== 'object' || locals === null) return false
    patched.set(locals, { rendering: this, res })
    const express = app.render
    if (!isStock['app.render'](express)) return lastOf(express) !== express
    app.render = function (name, options, callback) {
      const origin = patched.get(options?._locals)
      const views = origin?.rendering.viewsToRender(origin.res, name)
      if (views === undefined) return express.apply(this, arguments)
      const { isDecided } = origin.rendering
      const done = stringifyFor(origin.res, callback, isDecided)
      origin.rendering.renderView(origin.res, views, name, options, callback, done)
    }
    originals.set(app.render, { replaced: express })
    return true
  }

  /**
   * `res.renderStream`.
   *
   * @param {string | Rendered | PendingRendered} view a view or a page
   * @param {object} [options] the locals of a view, or the stream options of a page
   * @param {object} [streamOptions] those of a view
   * @returns {Promise<void>} never rejects: errors are passed to the app
   */
  async renderStream (res, express, view, options, streamOptions) {
    try {
      if (isPage(view)) await this.renderer.stream(res.req, res, view, options)
      else await this.streamView(res, express, view, { ...options }, streamOptions)
    } catch (error) {
      fail(res, error)
    }
  }

  async streamView (res, express, view, locals, options) {
    const { expectName } = require('../views/view-files')
    const { ignoreRejections, releaseLocals, resolvedLocals } = require('./streamed-locals')
    ignoreRejections(res.locals)
    const { renderer } = this
    const views = this.viewsOf(res.req.app)
    const merged = views.merge({ ...locals, _locals: res.locals })
    let found
    try {
      expectName(view)
      const isReplaced = !isStock['response.render'](express)
      found = isReplaced ? { reason: replaced('res.render') } : views.find(view, merged, true)
      if (found.reason) {
        this.reportLeft(res, view, found)
        checkCall('a stream', options)
        const error = found.reason === MISSING && views.missingError(view)
        if (error) throw error
      }
    } catch (error) {
      releaseLocals(locals)
      throw error
    }
    if (!found.reason) {
      return renderer.streamer.send(res.req, res, renderer.streamingView(() => found, merged, locals, options))
    }

    // Express does not await locals.
    const values = await resolvedLocals(view, locals, res)
    if (values === undefined) return
    if (!found.view) return express.call(res, view, values)
    views.renderByExpress(view, found, views.merge({ ...values, _locals: res.locals }), sendByExpress(res))
  }
}

/** @returns the callback of `app.render`, as Express has it, unless the app gives one */
function sendByExpress (res) {
  return (error, text) => error ? res.req.next(error) : res.send(text)
}

module.exports = { ExpressRendering }
