'use strict'

const fs = require('node:fs')
const { isWithin } = require('../../util/files')
const { configFor, filepathOf, isInstance, nameOf } = require('./instances')

/**
 * Renders a file by Eta alone: by the app's instance, or one of its own for each file. A file that Eta cannot find by a name, since it
 * is in no folder of the instance, is compiled once.
 *
 * @type {NonNullable<import('../dialect').Dialect['byEngine']>}
 */
function byEngine (filename, { engine, options }) {
  // Eta 1 and 2 have no instances.
  if (engine.renderFile) return (locals) => engine.renderFile(filename, locals, { ...options })

  const instance = isInstance(engine) ? engine : new engine.Eta(configFor(filename, options))
  const method = options.async ? 'renderAsync' : 'render'
  const { config: { views }, readFile, resolvePath } = instance
  if (readFile && resolvePath && views && isWithin(filename, views)) return (locals) => instance[method](nameOf(filename, instance), locals)

  const meta = { filepath: filepathOf(filename, instance) }
  const source = readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
  const template = instance.compile(source, { ...meta, async: Boolean(options.async) })
  return (locals) => instance[method](template, locals, meta)
}

module.exports = { byEngine }
