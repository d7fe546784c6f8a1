'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CappedMap } = require('./capped-map')
const splicedVersions = require('./spliced-versions')

const UNKNOWN = '(unknown version)'

/** The packages that were named. @type {Set<string>} */
const warned = new Set()

/** Package → the version of its first loaded copy. @type {CappedMap<string, string>} */
const versionCache = new CappedMap()

/** Package and version → what a reason adds: an engine that is not known may be asked at each render. @type {CappedMap<string, string>} */
const noteCache = new CappedMap()

/**
 * Warns, once in a process, that an engine renders all of its views because its code is not known.
 *
 * @param {string} name of the engine's package
 * @param {object | undefined} engine the package, or an instance of it
 * @param {string} reason the rest of a sentence that begins with the name of a template
 * @returns {string} the reason, with the versions that are spliced if this is another
 */
function unrecognized (name, engine, reason) {
  const version = versionOf(name, engine)
  const key = `${name} ${version}`
  const explained = reason + noteCache.getOrCreate(key, () => otherVersion(name, version))
  if (warned.has(name)) return explained
  warned.add(name)
  const message = `Views of ${key} are rendered without a gain, because each ${explained}. ` +
    'See "No error, but no gain" in docs/errors.md of buffered-render'
  process.emitWarning(message, { code: 'BUFFERED_RENDER_ENGINE' })
  return explained
}

/** @returns {string} nothing for a version that is spliced, whose code something has changed, and for an unknown one */
function otherVersion (name, version) {
  const ranges = splicedVersions[name]
  const isAfter = (from, to) => from.localeCompare(to, 'en', { numeric: true }) <= 0
  if (version === UNKNOWN || ranges.some(([oldest, newest]) => isAfter(oldest, version) && isAfter(version, newest))) return ''
  const spliced = ranges.map(([oldest, newest]) => oldest === newest ? oldest : `${oldest} to ${newest}`)
  return ` (${name} ${version} is not spliced; ${spliced.join(' and ')} are)`
}

/** @returns {string} the version of an engine; of the first loaded copy of its package, if the engine does not name it itself */
function versionOf (name, engine) {
  const own = engine?.VERSION ?? engine?.version
  return typeof own === 'string' ? own : versionCache.getOrCreate(name, loadedVersion)
}

function loadedVersion (name) {
  const folder = path.join('/', 'node_modules', name, '/')
  const file = Object.keys(require.cache).find((file) => file.includes(folder))
  try {
    return JSON.parse(fs.readFileSync(path.join(file.slice(0, file.indexOf(folder)), folder, 'package.json'), 'utf8')).version
  } catch {
    return UNKNOWN
  }
}

module.exports = { unrecognized }
