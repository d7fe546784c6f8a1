'use strict'

const path = require('node:path')
const { dialects, byExtension, byName } = require('./dialects')
const { complete, isDialect } = require('./dialects/dialect')

/** The extension of views named without one, if nothing else is set: Mustache's, which needs no package of the app's. */
const DEFAULT_EXTENSION = '.html'

/** @typedef {{ dialect: Required<import('./dialects/dialect').Dialect>, engine?: object }} Found the engine only where it was named */

/** Which dialect and which engine a file extension has. */
class Engines {
  /**
   * @param {Record<string, string | object>} [named] the option `engines`
   * @throws {TypeError} if a name or an engine has no dialect
   */
  constructor (named = {}) {
    this.named = new Map(Object.entries(named).map(([extension, value]) => {
      const found = resolve(value)
      if (found.dialect === undefined) throw unknownEngine(extension, value)
      return [withDot(extension), found]
    }))
  }

  /** @returns {Found | undefined} nothing if the extension, with its dot, has no dialect */
  of (extension) {
    const dialect = byExtension(extension)
    return this.named.get(extension) ?? (dialect && { dialect })
  }
}

/** @returns {Partial<Found>} for a value of the option `engines`; no dialect if there is none */
function resolve (value) {
  if (typeof value === 'string') return { dialect: byName(value) }
  if (isDialect(value)) return { dialect: complete(value), engine: value.package === undefined ? value : undefined }
  return { dialect: dialects.find((dialect) => dialect.accepts(value)), engine: value }
}

function withDot (extension) {
  return extension.startsWith('.') ? extension : `.${extension}`
}

function unknownEngine (extension, engine) {
  const names = dialects.map(({ name }) => `"${name}"`).join(', ')
  const found = typeof engine === 'string' ? `"${engine}"` : 'an engine of another kind'
  return new TypeError(`The option "engines" takes for "${extension}" one of ${names}, such an engine itself, or a dialect, got ${found}`)
}

/**
 * Loads the package that the app itself uses.
 *
 * @param {string} view what needs it, for the error
 * @param {string[]} folders where to look from, before the working directory
 * @throws {Error} if it is not installed, with the command that installs it
 */
function requireEngine ({ package: name }, view, folders) {
  const paths = [...folders.map((folder) => path.resolve(folder)), process.cwd(), __dirname]
  let file
  try {
    file = require.resolve(name, { paths })
  } catch (cause) {
    throw new Error(`View "${view}" needs the package "${name}", which is not installed: npm install ${name}`, { cause })
  }
  return require(file)
}

module.exports = { DEFAULT_EXTENSION, Engines, requireEngine, withDot }
