'use strict'

const path = require('node:path')
const { INSTALLED, packageJsonIn } = require('../../util/files')
const { memoize } = require('../../util/memoize')

const UNKNOWN = '(unknown version)'

/** The packages that were warned about. @type {Set<string>} */
const warned = new Set()

/** Gives the version of an engine, and what a reason adds. An engine that is not known may be asked at each render. */
const described = memoize((engine, { package: name, versions }) => {
  const version = versionOf(name, engine)
  return { version, advice: adviceFor(name, version, versions, engine) }
})

/** @param {string} [method] the first one with unknown code, as "Owner.method". @returns {string} for `unrecognized` */
function unknownCode ({ package: name }, method) {
  const example = method === undefined ? '' : `, such as ${method}()`
  return `is rendered by functions of ${name} whose code is unknown${example}`
}

/**
 * Warns, once in a process, that an engine renders all of its views because its code is not known.
 *
 * @param {import('./known-code').Guard} guard that of the engine's package
 * @param {object | undefined} engine the package, or an instance of it
 * @param {string} [reason] the rest of a sentence that begins with the name of a template
 * @returns {string} the reason, with the versions that are spliced if this is not one of them
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

/** @returns {string} which versions are spliced and what to do; '' for one of them with changed code */
function adviceFor (name, version, ranges, engine) {
  const isUpTo = (from, to) => from.localeCompare(to, 'en', { numeric: true }) <= 0
  if (version === UNKNOWN || ranges.some(([oldest, newest]) => isUpTo(oldest, version) && isUpTo(version, newest))) {
    return ''
  }
  const spliced = ranges.map(([oldest, newest]) => oldest === newest ? oldest : `${oldest} to ${newest}`).join(' and ')
  const newest = ranges.at(-1)[1]
  const wait = isUpTo(newest, version) ? ', or wait for a release of buffered-render' : ''
  // `npm install` would not replace the dependency of another package.
  const owner = ownerOf(name, loadedFile(name, engine))
  const advice = owner ? `. This copy is that of ${owner}` : `: npm install ${name}@${newest}${wait}`
  return ` (${name} ${version} is not spliced; ${spliced} are${advice})`
}

/** @returns {string} the version that an engine names, or else that of its copy of the package */
function versionOf (name, engine) {
  const { VERSION, version = VERSION } = engine
  if (typeof version === 'string') return version
  const file = loadedFile(name, engine) ?? ''
  const folder = installed(name)
  return packageJsonIn(path.join(file.slice(0, file.lastIndexOf(folder)), folder)).version ?? UNKNOWN
}

const installed = (name) => path.join('/', 'node_modules', name, '/')

/** @returns {string | undefined} the file with these exports, or else the first that is loaded of the package */
function loadedFile (name, engine) {
  const folder = installed(name)
  const files = Object.keys(require.cache ?? {}).filter((file) => file.includes(folder))
  return files.find((file) => require.cache[file].exports === engine) ?? files[0]
}

/** @returns {string | undefined} the package that has loaded a file of a dependency */
function ownerOf (name, file) {
  const { parent } = require.cache?.[file] ?? {}
  const [folder, owner] = INSTALLED.exec(parent?.filename) ?? []
  const { dependencies } = folder === undefined ? {} : packageJsonIn(folder)
  return dependencies?.[name] === undefined ? undefined : owner
}

module.exports = { UNKNOWN, unknownCode, unrecognized, versionOf }
