'use strict'

const { ViewSettings } = require('./views/view-settings')
const { html } = require('./html')
const { loadAhead } = require('./load-ahead')
const { checkOptions } = require('./options')
const { Renderer } = require('./renderer')
const { Rendered } = require('./page/rendered')
const { wrongMiddleware } = require('./util/errors')

// Most parts load at their first use, by a `require` of a constant name, which bundlers find. Loading all of them at
// the start takes 0.6 times as long as Express, the others alone 0.2 times (`npm run bench:compare cold`).

/** The classes of the modes other than `on`, loaded with a middleware: Jest refuses to load modules after its tests. */
const MODES = {
  __proto__: null,
  off: () => ({ __proto__: null, FoundView: require('./modes/off-view').OffView }),
  check: () => ({
    __proto__: null,
    FoundView: require('./modes/checked-view').CheckedView,
    RenderLog: require('./modes/checks').Checks
  }),
  report: () => ({
    __proto__: null,
    FoundView: require('./modes/checked-view').CheckedView,
    RenderLog: require('./modes/checks').Reports
  })
}

const express = (...args) => require('./frameworks/express').createExpressMiddleware(...args)
const koa = (...args) => require('./frameworks/koa').createKoaMiddleware(...args)

/** Gives a creator of middleware, see `types/index.d.ts`. A framework loads at its first request, with the app. */
function creatorOf (name, onlyFramework) {
  return function bufferedRender (options, ...more) {
    if (more.length > 0) throw wrongMiddleware(`${name} is not middleware, but creates it. Write app.use(${name}())`)
    const values = checkOptions(options)
    const renderer = create(values)
    const middleware = new Map()
    // Traces show the name.
    return Object.assign(function bufferedRender (...args) {
      // Koa passes (ctx, next), Express (req, res, next).
      const framework = onlyFramework ?? (args.length === 2 ? koa : express)
      let handle = middleware.get(framework)
      if (handle === undefined) {
        middleware.set(framework, handle = framework(renderer, values))
        loadAhead(renderer)
      }
      return handle(...args)
    }, { renderer })
  }
}

/** Creates a renderer for responses of node:http, with the options of `bufferedRender`. */
function createRenderer (options) {
  return create(checkOptions(options))
}

function create (values) {
  const viewSettings = new ViewSettings(values, MODES[values.mode]?.())
  const appViews = values.app && new (require('./frameworks/express-views').ExpressViews)(values.app, viewSettings)
  const renderer = new Renderer(values, viewSettings, appViews)
  loadAhead(renderer)
  return renderer
}

/** Makes fragments of something other than templates, see `types/index.d.ts`. */
const fragment = { file: (file, options) => require('./fragments/file').fileFragment(file, options) }

/** Creates a fragment store on a Redis client, see `types/index.d.ts`. */
function redisStore (client, options) {
  return require('./fragments/redis-store').redisStore(client, options)
}

/** Returns classes for a server of an Express app, see `types/index.d.ts`. */
function serverClasses (app) {
  return require('./frameworks/server-classes').serverClasses(app)
}

// Separate assignments let Node detect the export names for ESM. They are not getters, which Node would read for ESM.
module.exports = creatorOf('bufferedRender')
module.exports.express = creatorOf('bufferedRender.express', express)
module.exports.koa = creatorOf('bufferedRender.koa', koa)
module.exports.createRenderer = createRenderer
module.exports.fragment = fragment
module.exports.html = html
module.exports.redisStore = redisStore
module.exports.Rendered = Rendered
module.exports.serverClasses = serverClasses
