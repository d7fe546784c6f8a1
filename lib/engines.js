'use strict'

const path = require('node:path')
const { dialects, byExtension, byName } = require('./dialects')

/**
 * Which dialect and which engine a file extension has.
 */
class Engines {
  /**
   * @param {Record<string, string | object>} [named] by extension, with or
   *   without its dot: the name of a dialect, or an engine itself
   * @throws {TypeError} if a name or an engine has no dialect
   */
  constructor (named = {}) {
    this.named = new Map(Object.entries(named).map(([extension, engine]) => {
      const dialect = typeof engine === 'string' ? byName(engine) : dialects.find((dialect) => dialect.accepts(engine))
      if (dialect === undefined) throw unknownEngine(extension, engine)
      return [withDot(extension), { dialect, engine: typeof engine === 'string' ? undefined : engine }]
    }))
  }

  /**
   * @param {string} extension with its dot
   * @returns {{ dialect: import('./dialects').Dialect, engine?: object } | undefined}
   *   the engine only where it was named; nothing if the extension has no dialect
   */
  of (extension) {
    const named = this.named.get(extension)
    if (named) return named
    const dialect = byExtension(extension)
    return dialect && { dialect }
  }
}

/**
 * @param {string} extension
 * @returns {string}
 */
function withDot (extension) {
  return extension.startsWith('.') ? extension : `.${extension}`
}

/**
 * @param {string} extension
 * @param {string | object} engine
 * @returns {TypeError}
 */
function unknownEngine (extension, engine) {
  const names = dialects.map(({ name }) => `"${name}"`).join(', ')
  const found = typeof engine === 'string' ? `"${engine}"` : 'an engine of another kind'
  return new TypeError(`The option "engines" takes for "${extension}" one of ${names} or such an engine itself, got ${found}`)
}

/**
 * Loads the package that the app itself uses.
 *
 * @param {import('./dialects').Dialect} dialect
 * @param {string} view what needs it, for the error
 * @param {string[]} folders where to look from, before the working directory
 * @returns {object} the package's exports
 * @throws {Error} if it is not installed, with the command that installs it
 */
function requireEngine (dialect, view, folders) {
  const name = dialect.package ?? dialect.name
  const paths = [...folders.map((folder) => path.resolve(folder)), process.cwd(), __dirname]
  let file
  try {
    file = require.resolve(name, { paths })
  } catch (cause) {
    throw missingEngine(name, view, cause)
  }
  return require(file)
}

/**
 * @param {string} name of a package
 * @param {string} view
 * @param {Error} cause
 * @returns {Error}
 */
function missingEngine (name, view, cause) {
  return new Error(`View "${view}" needs the package "${name}", which is not installed: npm install ${name}`, { cause })
}

module.exports = { Engines, requireEngine, withDot }
