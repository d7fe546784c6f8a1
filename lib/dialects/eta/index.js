'use strict'

const fs = require('node:fs')
const { Includes } = require('./includes')
const { filepathOf, guard, instanceFor, isInstance, isPackage, hasOwnRender, nameOf, storedFunction } = require('./instances')
const { Page } = require('./page')
const { Variant } = require('./variant')
const { writeResult } = require('../shared/output')
const { engineFallback } = require('../shared/engine-fallback')
const { unlessRunning } = require('../shared/unless-running')
const { unrecognized } = require('../guards/unrecognized')

/** Why Eta renders all templates of an instance. */
const CHANGED = 'is rendered by methods of Eta whose code is unknown'

/**
 * Compiles an Eta template. Eta compiles it to JavaScript, with its own checks, plugins and errors. The dialect rewrites
 * that code to write to a splicer.
 *
 * Eta compiles a template on its first render: once for `include` and once for `includeAsync`. The program does the same.
 *
 * @param {import('../dialect').Context} context with an instance of Eta, or the package and options of Eta's constructor; the
 *   option `async` renders as `renderAsync` does
 * @returns {import('../../../types/template').Program & { variant: (async: boolean) => Variant }}
 */
function compile (source, { filename, engine, options, load }) {
  // Eta 1 and 2 have no instances.
  if (engine.renderFile) return engineFallback((locals) => engine.renderFile(filename, locals, { ...options }), unrecognized(guard, engine, CHANGED))
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

  const program = (out, locals) => {
    if (hasOwnRender(instance)) return variant(async).write(out, locals, { async, filepath }, new Page(out))
    out.engineFallback = unrecognized(guard, instance, CHANGED)
    const render = async ? instance.renderAsync : instance.render
    return writeResult(out, render.call(instance, nameOf(filename, instance), locals))
  }
  const reason = () => hasOwnRender(instance) ? variant(async).reason : unrecognized(guard, instance, CHANGED)
  const precompile = unlessRunning(() => {
    const why = reason()
    if (why === undefined) variant(async).included.forEach((name) => includes.precompile(name))
    return why
  })
  return Object.assign(program, { variant, usesEngine: () => reason() !== undefined, precompile })
}

module.exports = {
  guard,
  compile,
  byEngine: (...args) => require('./by-engine').byEngine(...args),
  // Throws Eta's own error if the file does not exist.
  read (filename, engine) {
    const instance = instanceFor(engine, filename, { __proto__: null })
    return instance.readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
  },
  accepts: (engine) => isInstance(engine) || isPackage(engine),
  asyncChunks: true
}
