'use strict'

const { byExtension, byName, dialects, loaded } = require('../dialects')
const { isDialect, withDefaults } = require('../dialects/dialect')
const { describe, isEngine } = require('../options')
const { withCode, wrongOption } = require('../util/errors')
const { resolveFolders } = require('../util/files')

/** The default extension of views: that of Mustache, the one bundled engine. */
const DEFAULT_EXTENSION = '.html'

/** @typedef {{ dialect: Required<import('../dialects/dialect').Dialect>, engine?: object }} NamedEngine */

/** Maps file extensions to dialects and engines. */
class Engines {
  /** @throws {TypeError} if there is no dialect for a name or an engine of the option `engines` */
  constructor (named = {}) {
    this.named = new Map(Object.entries(named).map(([extension, value]) => {
      const resolved = resolve(value, withDot(extension))
      if (resolved.dialect === undefined) throw unknownEngine(extension, value)
      return [withDot(extension), resolved]
    }))
  }

  get extensions () {
    return [...new Set([...this.named.keys(), ...dialects.flatMap(({ extensions }) => extensions)])].sort()
  }

  /** @param {string} extension includes the dot. @returns {NamedEngine | undefined} `undefined` without a dialect */
  get (extension) {
    const dialect = byExtension(extension)
    return this.named.get(extension) ?? (dialect && { dialect, engine: undefined })
  }
}

/** @returns {Partial<NamedEngine>} that of a value of the option `engines`; without a dialect if there is none */
function resolve (value, extension) {
  if (typeof value === 'string') return { dialect: byName(value), engine: undefined }
  if (!isEngine(value)) return {}
  if (isDialect(value)) {
    const dialect = withDefaults(value)
    return { dialect, engine: dialect.package === undefined ? value : undefined }
  }
  const likely = dialects.filter(({ extensions }) => extensions.includes(extension))
  const row = [...likely, ...dialects].find((row) => loaded(row).accepts(value))
  return { dialect: row && loaded(row), engine: value }
}

function withDot (extension) {
  return extension.startsWith('.') ? extension : `.${extension}`
}

function unknownEngine (extension, engine) {
  const names = dialects.map(({ name }) => `"${name}"`).join(', ')
  const ofFunction = 'a function. Pass the module of the engine, such as require(\'ejs\'), not a function of it'
  const ofEngine = typeof engine === 'function' ? ofFunction : 'an unknown engine'
  return wrongOption(`The option "engines" must map "${extension}" to one of ${names}, to such an engine itself, ` +
    `or to a dialect, got ${isEngine(engine) ? ofEngine : describe(engine)}`)
}

/**
 * Loads an engine's package for a view as the app would: from these folders, then from the working directory.
 *
 * @throws {Error} if the package is not installed, with the command that installs it
 */
function requireEngine ({ package: name, bundled }, view, folders) {
  const paths = [...resolveFolders(folders), process.cwd()]
  let file
  try {
    file = resolvePackage(name, paths)
  } catch (cause) {
    if (bundled !== undefined) return bundled()
    const message = `View "${view}" needs the package "${name}", which is not installed: npm install ${name}`
    throw withCode('BUFFERED_RENDER_ENGINE', new Error(message, { cause }))
  }
  return require(file)
}

/** @returns {string} the main file of a package, looked up from the folders, then from this one */
function resolvePackage (name, paths) {
  try {
    return require.resolve(name, { paths })
  } catch {
    // Bundles that are ES modules have no __dirname.
    return require.resolve(name)
  }
}

module.exports = { DEFAULT_EXTENSION, Engines, requireEngine, withDot }
