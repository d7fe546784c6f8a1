'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** The packages that were named. @type {Set<string>} */
const warned = new Set()

/**
 * Warns, once in a process, that an engine renders all of its views because its code is not known.
 *
 * @param {string} name of the engine's package
 * @param {object | undefined} engine the package, or an instance of it
 * @param {string} reason the rest of a sentence that begins with the name of a template
 * @returns {string} the reason
 */
function unrecognized (name, engine, reason) {
  if (warned.has(name)) return reason
  warned.add(name)
  const message = `Views of ${name} ${versionOf(name, engine)} are rendered without a gain, because each ${reason}. See docs/errors.md#no-error-but-no-gain`
  process.emitWarning(message, { code: 'BUFFERED_RENDER_ENGINE' })
  return reason
}

/** @returns {string} the version of an engine; of the first loaded copy of its package, if the engine does not name it itself */
function versionOf (name, engine) {
  const own = engine?.VERSION ?? engine?.version
  if (typeof own === 'string') return own
  const folder = path.join('/', 'node_modules', name, '/')
  const file = Object.keys(require.cache).find((file) => file.includes(folder))
  try {
    return JSON.parse(fs.readFileSync(path.join(file.slice(0, file.indexOf(folder)), folder, 'package.json'), 'utf8')).version
  } catch {
    return '(unknown version)'
  }
}

module.exports = { unrecognized }
