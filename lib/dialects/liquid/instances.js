'use strict'

const path = require('node:path')
const { Instances } = require('../shared/instances')

const instances = new Instances(({ Liquid }, options) => new Liquid(options))

/** @returns {boolean} whether it is an instance of Liquid */
function isInstance (engine) {
  return typeof engine?.renderFileSync === 'function' && typeof engine.registerTag === 'function' && typeof engine.options === 'object'
}

/** @returns {boolean} whether it is the exports of a `liquidjs` package */
function isPackage (engine) {
  return typeof engine?.Liquid === 'function' && typeof engine.Liquid.prototype?.renderFileSync === 'function'
}

/**
 * @param {object} engine an instance, which has its own settings, or the package
 * @param {object} options see `settingsOf`
 * @returns {object} the instance of Liquid that a template belongs to
 */
function instanceFor (engine, options) {
  return isInstance(engine) ? engine : instances.get(engine, settingsOf(options))
}

/**
 * @param {object} options of Liquid's constructor; `cache` is the dialect's own
 * @param {string | string[]} [options.views] the folders to look in where the rest does not say
 * @returns {object} what Liquid's constructor takes
 */
function settingsOf ({ views = [], cache, ...rest }) {
  return { root: [views].flat().map((folder) => path.resolve(folder)), extname: '.liquid', ...rest }
}

/**
 * Finds the instance behind the function that `instance.express()` has given to `app.engine`. Nothing
 * leads from one to the other, so the function is called for the view that is about to be rendered,
 * and the instance's `renderFile` notes who it is instead of rendering. The file has an impossible name,
 * as an instance of another copy of the package does render. The first call of such a function
 * adds the view's folders to the instance; that has happened then, too.
 *
 * @param {Function} fn what Express calls for a view
 * @param {object} exports of a package, or an instance of Liquid
 * @param {object} view Express's, the one that is rendered
 * @returns {object | undefined} nothing if it is another package's, or an app's own function
 */
function engineOf (fn, exports, view) {
  const prototype = isInstance(exports) ? Object.getPrototypeOf(exports) : exports.Liquid?.prototype
  if (typeof prototype?.express !== 'function' || String(fn) !== String(prototype.express.call({}))) return undefined

  const { renderFile } = prototype
  let instance
  prototype.renderFile = function () {
    instance = this
    return new Promise(() => {})
  }
  try {
    fn.call(view, '', {}, () => {})
  } finally {
    prototype.renderFile = renderFile
  }
  return instance
}

module.exports = { engineOf, instanceFor, isInstance, isPackage, settingsOf }
