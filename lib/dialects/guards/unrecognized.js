'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { memoize } = require('../../util/memoize')

const UNKNOWN = '(unknown version)'

/** The packages that were named. @type {Set<string>} */
const warned = new Set()

/** Gives the version of an engine, and what a reason adds. An engine that is not known may be asked at each render. */
const described = memoize((engine, { package: name, versions }) => {
  const version = versionOf(name, engine)
  return { version, advice: adviceFor(name, version, versions) }
})

/** @param {string} [method] the first one with unknown code, as "Owner.method". @returns {string} for `unrecognized` */
function unknownCode ({ package: name }, method) {
  const example = method === undefined ? '' : `, such as ${method}()`
  return `is rendered by functions of ${name} whose code is unknown${example}`
}

/**
 * Warns, once in a process, that an engine renders all of its views because its code is not known.
 *
 * @param {import('./known-code').Guard} guard of the engine's package
 * @param {object | undefined} engine the package, or an instance of it
 * @param {string} [reason] the rest of a sentence that begins with the name of a template
 * @returns {string} the reason, with the versions that are spliced if this is another
 */
function unrecognized (guard, engine, reason = unknownCode(guard)) {
  const { version, advice } = described(engine ?? guard, guard)
  if (!warned.has(guard.package)) {
    warned.add(guard.package)
    const message = `Views of ${guard.package} ${version} are rendered without a gain, ` +
      `because each ${reason}${advice}. ` +
      'See "No error, but no gain" in docs/errors.md of buffered-render'
    process.emitWarning(message, { code: 'BUFFERED_RENDER_ENGINE' })
  }
  return reason + advice
}

/** @returns {string} which versions are spliced and what to do; '' for one of them, whose code something has changed */
function adviceFor (name, version, ranges) {
  const isUpTo = (from, to) => from.localeCompare(to, 'en', { numeric: true }) <= 0
  if (version === UNKNOWN || ranges.some(([oldest, newest]) => isUpTo(oldest, version) && isUpTo(version, newest))) {
    return ''
  }
  const spliced = ranges.map(([oldest, newest]) => oldest === newest ? oldest : `${oldest} to ${newest}`)
  const newest = ranges.at(-1)[1]
  const wait = isUpTo(newest, version) ? ', or wait for a release of buffered-render' : ''
  return ` (${name} ${version} is not spliced; ${spliced.join(' and ')} are: npm install ${name}@${newest}${wait})`
}

/** @returns {string} the version that an engine names, or else that of the first loaded copy of its package */
function versionOf (name, { VERSION, version = VERSION }) {
  return typeof version === 'string' ? version : loadedVersion(name)
}

function loadedVersion (name) {
  const folder = path.join('/', 'node_modules', name, '/')
  const file = Object.keys(require.cache ?? {}).find((file) => file.includes(folder))
  try {
    const manifest = path.join(file.slice(0, file.indexOf(folder)), folder, 'package.json')
    return JSON.parse(fs.readFileSync(manifest, 'utf8')).version
  } catch {
    return UNKNOWN
  }
}

module.exports = { UNKNOWN, unknownCode, unrecognized, versionOf }
