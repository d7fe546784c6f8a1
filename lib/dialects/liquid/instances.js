'use strict'

const path = require('node:path')
const { Instances } = require('../../template/instances')

const instances = new Instances(({ Liquid }, options) => new Liquid(options))

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an instance of Liquid
 */
function isInstance (engine) {
  return typeof engine?.renderFileSync === 'function' && typeof engine.registerTag === 'function' && typeof engine.options === 'object'
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of a `liquidjs` package
 */
function isPackage (engine) {
  return typeof engine?.Liquid === 'function' && typeof engine.Liquid.prototype?.renderFileSync === 'function'
}

/**
 * Gives the instance of Liquid that a template belongs to.
 *
 * @param {object} engine an instance, which has its own settings, or the package
 * @param {object} options of Liquid's constructor, and `views`, see `settingsOf`
 * @returns {object}
 */
function instanceFor (engine, options) {
  return isInstance(engine) ? engine : instances.get(engine, settingsOf(options))
}

/**
 * Gives an instance of Liquid as it is used in production: it keeps what it has parsed.
 *
 * @param {object} engine an instance, which is as the app has made it, or the package
 * @param {object} options see `instanceFor`
 * @returns {object}
 */
function cachingInstance (engine, options) {
  return isInstance(engine) ? engine : new engine.Liquid({ ...settingsOf(options), cache: true })
}

/**
 * @param {object} options
 * @param {string | string[]} [options.views] the folders to look in where the rest does not say
 * @returns {object} what Liquid's constructor takes; `cache` is the dialect's own
 */
function settingsOf ({ views = [], cache, ...rest }) {
  return { root: [views].flat().map((folder) => path.resolve(folder)), extname: '.liquid', ...rest }
}

module.exports = { cachingInstance, instanceFor, isInstance, isPackage }
