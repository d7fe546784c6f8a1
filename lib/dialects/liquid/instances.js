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
 * @param {object} options of Liquid's constructor; `views` are the folders to look in
 *   where those do not say
 * @returns {object}
 */
function instanceFor (engine, { views = [], cache, ...rest }) {
  if (isInstance(engine)) return engine

  return instances.get(engine, { root: [views].flat().map((folder) => path.resolve(folder)), extname: '.liquid', ...rest })
}

module.exports = { instanceFor, isInstance, isPackage }
