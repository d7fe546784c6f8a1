'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { createEscaper } = require('../../page/escape')
const { isWithin } = require('../../util/files')
const guard = require('../guards/eta.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { createEscapeCheck } = require('../guards/probes')
const { unknownCode, unrecognized } = require('../guards/unrecognized')
const { Instances } = require('../shared/instances')

const known = new KnownCode(guard)

/** The entities of Eta's escape function. */
const escapeAsEta = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

const isEtaEscape = createEscapeCheck(escapeAsEta, known.recognizer('escaping', 'escapeFunction'))

const isEtaResolve = known.recognizer('files', 'resolvePath')

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

/**
 * @returns {string | undefined} why Eta itself renders: its two methods do not have the code of one build, or an escape
 *   function of the app gets the output so far as `this.res`
 */
function fallbackReason (instance) {
  const { render, renderAsync, config: { escapeFunction } } = instance
  if (render !== latest.render || renderAsync !== latest.renderAsync) {
    const unknown = new CheckedMethods(known).findUnknown('Eta', { render, renderAsync })
    latest = { render, renderAsync, unknown }
  }
  if (latest.unknown !== undefined) return unrecognized(guard, instance, unknownCode(guard, latest.unknown))
  return isEtaEscape(escapeFunction) ? undefined : 'is escaped by a function of the app'
}

/** @throws Eta's error if the file does not exist */
function read (filename, instance) {
  return instance.readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
}

/** A separate instance, unless the app has one, keeps no templates for others. */
function byEngine (filename, { engine, options, options: { async = false } }) {
  if (engine.renderFile) return (locals) => engine.renderFile(filename, locals, { ...options })
  const instance = isInstance(engine) ? engine : new engine.Eta(configFor(filename, options))
  const render = async ? 'renderAsync' : 'render'
  const { config: { views }, readFile, resolvePath } = instance
  if (views && isWithin(filename, views) && readFile && resolvePath) {
    return (locals) => instance[render](nameOf(filename, instance), locals)
  }
  const meta = { async, filepath: filepathOf(filename, instance) }
  const template = instance.compile(read(filename, instance), meta)
  return (locals) => instance[render](template, locals, meta)
}

module.exports = {
  accepts: (engine) => isInstance(engine) || isPackage(engine),
  byEngine,
  escapeAsEta,
  fallbackReason,
  filepathOf,
  guard,
  instanceFor,
  isEtaEscape,
  isEtaResolve,
  isInstance,
  nameOf,
  read: (filename, engine) => read(filename, instanceFor(engine, filename, { __proto__: null }))
}
