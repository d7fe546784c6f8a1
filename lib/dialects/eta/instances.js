'use strict'

const path = require('node:path')
const { isWithin } = require('../../util/files')
const guard = require('../guards/eta.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { unknownCode, unrecognized } = require('../guards/unrecognized')
const { Instances } = require('../shared/instances')

const known = new KnownCode(guard)

/** The methods compared last, those of all instances unless an app replaces them, and the first with unknown code. */
let latest = { render: undefined, renderAsync: undefined, unknown: 'Eta.render' }

const instances = new Instances(({ Eta }, config) => new Eta(config))

/** @returns {boolean} whether a value is an instance of Eta, or derived from one by `withConfig` */
function isInstance (engine) {
  return typeof engine?.compileToString === 'function' && typeof engine.renderAsync === 'function' &&
    typeof engine.config === 'object'
}

function isPackage (engine) {
  return typeof engine?.Eta === 'function' && (engine.EtaError !== undefined || engine.EtaParseError !== undefined)
}

/** @returns {object} the engine if it is an instance, else the package's with these options; `views` may be an array */
function instanceFor (engine, filename, options) {
  return isInstance(engine) ? engine : instances.get(engine, configFor(filename, options))
}

function configFor (filename, { views, async, cache, ...rest }) {
  const folders = [views ?? []].flat()
  const folder = folders.find((folder) => isWithin(filename, folder)) ?? folders[0]
  return { ...rest, ...(folder !== undefined && { views: path.resolve(folder) }), cache: Boolean(cache) }
}

/** @returns {string} the path that Eta uses for a file, for example in errors: relative if `views` is relative */
function filepathOf (filename, { config: { views } }) {
  if (typeof views !== 'string' || !isWithin(filename, views)) return filename
  return path.join(views, path.relative(views, filename))
}

/** @returns {string} the name with which an app renders a file, such as `users/list` */
function nameOf (filename, { config: { defaultExtension = '.eta', views = '' } }) {
  const name = path.relative(views, filename).split(path.sep).join('/')
  const short = name.endsWith(defaultExtension) ? name.slice(0, -defaultExtension.length) : name
  // Eta adds no extension to `list.min`.
  return path.extname(short) === '' ? short : name
}

/** @returns {string | undefined} why Eta itself renders: its two methods have not the code of one build */
function reasonAgainstMethods (instance) {
  const { render, renderAsync } = instance
  if (render !== latest.render || renderAsync !== latest.renderAsync) {
    const unknown = new CheckedMethods(known).findUnknown('Eta', { render, renderAsync })
    latest = { render, renderAsync, unknown }
  }
  return latest.unknown === undefined ? undefined : unrecognized(guard, instance, unknownCode(guard, latest.unknown))
}

/** @returns {Function | undefined} what Eta renders in place of a file: the app or Eta has put it in the store */
function storedFunction ({ config, templatesAsync, templatesSync }, filepath, async) {
  return config.cache ? (async ? templatesAsync : templatesSync).get(filepath) : undefined
}

module.exports = {
  configFor, filepathOf, guard, instanceFor, isInstance, isPackage, known, nameOf, reasonAgainstMethods, storedFunction
}
