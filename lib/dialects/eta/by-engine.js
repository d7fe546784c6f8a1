'use strict'

const fs = require('node:fs')
const { isWithin } = require('../../util/files')
const { configFor, filepathOf, isInstance, nameOf } = require('./instances')

/** Renders by the app's instance of Eta, or by one for each file. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options, options: { async = false } }) {
  // Eta 1 and 2 have no instances.
  if (engine.renderFile) return (locals) => engine.renderFile(filename, locals, { ...options })
  const instance = isInstance(engine) ? engine : new engine.Eta(configFor(filename, options))
  const { config: { views }, readFile, resolvePath } = instance
  const render = async ? 'renderAsync' : 'render'
  if (views && isWithin(filename, views) && readFile && resolvePath) {
    return (locals) => instance[render](nameOf(filename, instance), locals)
  }
  const meta = { async, filepath: filepathOf(filename, instance) }
  const source = readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
  const template = instance.compile(source, meta)
  return (locals) => instance[render](template, locals, meta)
}

module.exports = { byEngine }
