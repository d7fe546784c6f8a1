'use strict'

const { checkCall } = require('../options')
const { isPage } = require('../page/pending-rendered')
const { expectName } = require('../views/view-files')
const { MISSING } = require('../views/view-source')
const { renderAt } = require('./callback-moment')
const { isExpressOwn, lastOf, ours } = require('./express-own')
const { fail, sendView, stringifyFor } = require('./express-send')
const { ExpressViews, REPLACED_RENDER } = require('./express-views')
const { ignoreRejections, releaseLocals, resolvedLocals } = require('./streamed-locals')

/**
 * `res.locals` → the response, if its `render` is patched: `app.render` receives nothing else of the response.
 *
 * @type {WeakMap<object, { rendering: ExpressRendering, res: object }>}
 */
const patched = new WeakMap()

/** The apps with an `app.render` of ours. @type {WeakSet<object>} */
const patchedApps = new WeakSet()

/** `res.render` and `res.renderStream` of one middleware. */
class ExpressRendering {
  constructor (renderer) {
    const { viewSettings, namedViews } = renderer
    this.renderer = renderer
    this.fallbacks = viewSettings.fallbacks
    /** App → its views. @type {WeakMap<object, ExpressViews>} */
    this.apps = new WeakMap(namedViews && [[namedViews.app, namedViews]])
  }

  /**
   * `res.render`.
   *
   * @param {Function} original the method behind ours
   * @param {ArrayLike<unknown>} args `(view, options, callback)`, with optional options and callback
   */
  render (res, original, args) {
    let [view, options, callback] = args
    const express = lastOf(original)
    if (!isExpressOwn('res.render', express)) {
      if (!this.patchAppRender(res)) this.fallbacks.reportLeftToExpress(view, REPLACED_RENDER)
      return express.apply(res, args)
    }
    if (typeof options === 'function') [options, callback] = [{}, options]
    const localsOf = () => {
      const locals = options || {}
      locals._locals = res.locals
      return locals
    }
    const send = callback || ((error, text) => error ? res.req.next(error) : res.send(text))
    const done = callback ? stringifyFor(res, callback) : (error, rendered) => sendView(res, view, error, rendered)
    if (!this.renderView(res, view, localsOf, send, done)) original.apply(res, args)
  }

  /**
   * @param {() => object} localsOf gives the locals, with `res.locals` as `_locals`, unless Express itself reads them
   * @param {(error: unknown, text?: unknown) => void} callback gets what Express renders
   * @param {(error: unknown, rendered?: Rendered) => void} done gets a page, at the same moment as from Express
   * @returns {boolean} false if Express itself has to render the view
   * @throws as Express, if the view has no engine
   */
  renderView (res, view, localsOf, callback, done = stringifyFor(res, callback)) {
    const { fallbacks, renderer } = this
    const views = this.viewsOf(res.req.app)
    if (views.isReplaced) {
      fallbacks.reportLeftToExpress(view, REPLACED_RENDER)
      return false
    }
    // From here, all is done in the order of Express: a getter of the locals may change its settings.
    const merged = views.merge(localsOf())
    const found = views.findToRender(view, merged)
    if (found.reason) {
      fallbacks.reportLeftToExpress(view, found.reason)
      views.renderByExpress(view, found, merged, callback)
    } else {
      renderAt(found.moment, () => renderer.timed(view, () => found.load(found.isLeftIfFull).render(merged)), done)
    }
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
    patched.set(locals, { rendering: this, res })
    const express = app.render
    if (!isExpressOwn('app.render', express)) return patchedApps.has(app)
    app.render = function (name, options, callback) {
      const origin = patched.get(options?._locals)
      const isOurs = origin?.rendering.renderView(origin.res, name, () => options, callback)
      if (!isOurs) return express.apply(this, arguments)
    }
    ours.set(app.render, { own: express })
    patchedApps.add(app)
    return true
  }

  /**
   * `res.renderStream`.
   *
   * @param {Function} original the `render` behind ours
   * @param {string | Rendered | PendingRendered} view a view or a page
   * @param {object} [options] the locals of a view, or the stream options of a page
   * @param {object} [how] the stream options of a view
   * @returns {Promise<void>} never rejects: errors are passed to the app
   */
  async renderStream (res, original, view, options, how) {
    try {
      if (isPage(view)) await this.renderer.stream(res.req, res, view, options)
      else await this.streamView(res, original, view, { ...options }, how)
    } catch (error) {
      fail(res, error)
    }
  }

  async streamView (res, original, view, locals, how) {
    ignoreRejections(res.locals)
    const { renderer } = this
    const views = this.viewsOf(res.req.app)
    const merged = views.merge({ ...locals, _locals: res.locals })
    let found = { reason: REPLACED_RENDER }
    let isMissing = false
    try {
      expectName(view)
      if (isExpressOwn('res.render', lastOf(original))) found = views.find(view, merged, true)
      if (found.reason) {
        this.fallbacks.reportLeftToExpress(view, found.reason)
        checkCall('a stream', how)
        isMissing = found.reason === MISSING && views.missingError(view) !== undefined
      }
    } catch (error) {
      releaseLocals(locals)
      throw error
    }
    if (!found.reason) {
      return renderer.streamer.send(res.req, res, renderer.streamingView(() => found.load(), merged, locals, how))
    }

    if (isMissing) releaseLocals(locals)
    // Express does not await locals.
    const values = isMissing ? locals : await resolvedLocals(view, locals, res)
    if (values !== undefined) original.call(res, view, values)
  }

  viewsOf (app) {
    let views = this.apps.get(app)
    if (views === undefined) this.apps.set(app, views = new ExpressViews(app, this.renderer.viewSettings))
    return views
  }
}

module.exports = { ExpressRendering }
