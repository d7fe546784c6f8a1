'use strict'

const path = require('node:path')
const { isWithin } = require('../../template/files')
const { Instances } = require('../../template/instances')

const instances = new Instances(({ Eta }, config) => new Eta(config))

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an instance of Eta, or made of one by `withConfig`
 */
function isInstance (engine) {
  return typeof engine?.compileToString === 'function' && typeof engine.renderAsync === 'function' && typeof engine.config === 'object'
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of an `eta` package
 */
function isPackage (engine) {
  return typeof engine?.Eta === 'function' && (engine.EtaError !== undefined || engine.EtaParseError !== undefined)
}

/**
 * Gives the instance of Eta that a template belongs to.
 *
 * @param {object} engine an instance, which has its own settings, or the package
 * @param {string} filename of the template
 * @param {object} options of Eta's constructor; `views` may be a list of folders
 * @returns {object}
 */
function instanceFor (engine, filename, { views, async, cache, ...rest }) {
  if (isInstance(engine)) return engine

  const folders = [views ?? []].flat()
  const folder = folders.find((folder) => isWithin(filename, folder)) ?? folders[0]
  return instances.get(engine, { ...rest, ...(folder !== undefined && { views: path.resolve(folder) }), cache: Boolean(cache) })
}

module.exports = { instanceFor, isInstance, isPackage }
