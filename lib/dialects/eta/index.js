'use strict'

const fs = require('node:fs')
const { Includes } = require('./includes')
const {
  configFor, filepathOf, guard, instanceFor, isInstance, isPackage, nameOf, reasonAgainstMethods, storedFunction
} = require('./instances')
const { TextMemory } = require('./text-memory')
const { Variant } = require('./variant')
const { engineFallback, withFallback } = require('../shared/engine-fallback')
const { unrecognized } = require('../guards/unrecognized')
const { isWithin } = require('../../util/files')

/**
 * Eta compiles a template to JavaScript, with its checks, plugins and errors. The dialect rewrites it for a splicer.
 *
 * Eta compiles it on its first render: once for `include` and once for `includeAsync`. The program does the same.
 *
 * @param {import('../dialect').Context} context with an instance of Eta, or the package and options of Eta's
 *   constructor; the option `async` renders as `renderAsync` does
 * @returns {import('../../../types/template').Program & { variant: (async: boolean) => Variant }}
 */
function compile (source, { filename, engine, options, load }) {
  // Eta 1 and 2 have no instances.
  if (engine.renderFile) {
    const render = (locals) => engine.renderFile(filename, locals, { ...options })
    return engineFallback(render, unrecognized(guard, engine))
  }
  const instance = instanceFor(engine, filename, options)
  const filepath = filepathOf(filename, instance)
  const includes = new Includes(instance, load, filepath, options.cache)
  const async = Boolean(options.async)
  const variants = [undefined, undefined]

  const variant = (async) => {
    const existing = variants[Number(async)]
    const stored = storedFunction(instance, filepath, async)
    if (existing !== undefined && existing.stored === stored && !existing.isStale) return existing
    return (variants[Number(async)] = new Variant(source, instance, { async, filepath }, includes, stored))
  }

  const renderByEngine = (locals) => instance[async ? 'renderAsync' : 'render'](nameOf(filename, instance), locals)
  const write = (out, locals) => variant(async).write(out, locals, { async, filepath }, new TextMemory(out))
  const program = withFallback(() => reasonAgainstMethods(instance), renderByEngine, write)
  const reason = () => reasonAgainstMethods(instance) ?? variant(async).reason
  const precompile = () => {
    const why = reason()
    if (why === undefined) variant(async).included.forEach((name) => includes.precompile(name))
    return why
  }
  return Object.assign(program, { variant, usesEngine: () => reason() !== undefined, precompile })
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
  const template = instance.compile(readSource(filename, instance), meta)
  return (locals) => instance[render](template, locals, meta)
}

/** @throws Eta's error if the file does not exist */
function readSource (filename, instance) {
  return instance.readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
}

module.exports = {
  guard,
  compile,
  byEngine,
  read: (filename, engine) => readSource(filename, instanceFor(engine, filename, { __proto__: null })),
  accepts: (engine) => isInstance(engine) || isPackage(engine),
  asyncChunks: true
}
