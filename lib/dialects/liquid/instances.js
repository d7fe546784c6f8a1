'use strict'

const path = require('node:path')
const { Instances } = require('../shared/instances')
const { codeOf } = require('../shared/is-unmodified')
const { receiverOf } = require('../shared/receiver-of')
const { classOf } = require('./liquid-internals')

const instances = new Instances(({ Liquid }, options) => new Liquid(options))

/** @returns {boolean} whether the engine is an instance of Liquid */
function isInstance (engine) {
  return typeof engine?.renderFileSync === 'function' && typeof engine.registerTag === 'function' && typeof engine.options === 'object'
}

/** @returns {boolean} whether the engine is the exports of a `liquidjs` package */
function isPackage (engine) {
  return typeof engine?.Liquid === 'function' && typeof engine.Liquid.prototype?.renderFileSync === 'function'
}

/**
 * @param {object} engine an instance, which has settings already, or the package
 * @param {object} options see `settingsOf`
 * @returns {object} the instance of Liquid that a template belongs to
 */
function instanceFor (engine, options) {
  return isInstance(engine) ? engine : instances.get(engine, settingsOf(options))
}

/**
 * @param {object} options of Liquid's constructor; `cache` is the dialect's own
 * @param {string | string[]} [options.views] the folders of views, unless `root` is among the options
 * @returns {object} the options for Liquid's constructor
 */
function settingsOf ({ views = [], cache, ...rest }) {
  return { root: [views].flat().map((folder) => path.resolve(folder)), extname: '.liquid', ...rest }
}

/**
 * Finds the instance behind a function that `instance.express()` has returned. The function is called for the view
 * that is about to be rendered. An instance of another copy of the package does render, so the file name is one that no
 * file has. The first call of such a function
 * adds the view's folders to the instance, here too.
 *
 * @param {Function} fn the function that Express calls for a view
 * @param {object} exports of a package, or an instance of Liquid
 * @param {object} view of Express, the one to render
 * @returns {object | undefined} nothing for functions of other packages and of the app, which are not called
 */
function engineOf (fn, exports, view) {
  const Liquid = isInstance(exports) ? classOf(exports) : exports.Liquid
  if (typeof Liquid?.prototype?.express !== 'function' || !isOwnFunction(fn, Liquid)) return undefined
  return receiverOf(Liquid.prototype, 'renderFile', () => fn.call(view, '', {}, () => {}))
}

/** @returns {boolean} whether a function has the code of the one that the method `express`, as the class defines it, returns */
function isOwnFunction (fn, Liquid) {
  const express = codeOf(Liquid.prototype.express)
  return codeOf(Liquid).includes(express) && /^express\(\)\{/.test(express) && express.endsWith(`return${codeOf(fn)};}`)
}

module.exports = { engineOf, instanceFor, isInstance, isPackage, settingsOf }
