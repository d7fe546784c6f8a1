'use strict'

const engineOfEta = require('./engine')
const { Includes } = require('./includes')
const { TextMemory } = require('./text-memory')
const { variantOf } = require('./variant')
const { fallbackProgram, withFallback } = require('../shared/engine-fallback')
const { isEqual } = require('../shared/instances')
const { reuse } = require('../shared/reuse')
const { unrecognized } = require('../guards/unrecognized')

const { byEngine, fallbackReason, filepathOf, guard, instanceFor, isInstance, nameOf, read } = engineOfEta

/**
 * Eta compiles a template to JavaScript, with its checks, plugins and errors. The dialect rewrites it for a splicer.
 *
 * Eta reads and compiles a file when it renders it: once for `include`, once for `includeAsync`. So does the program.
 *
 * @param {string} [source] one in place of the file's
 * @param {import('../dialect').Context} context has an instance of Eta, or the package and options of Eta's
 *   constructor; the option `async` renders as `renderAsync` does
 * @returns {import('../../../types/template').Program & { variant: (async: boolean) => import('./variant').Variant }}
 */
function compile (source, { filename, engine, options, load, previous }) {
  // Eta 1 and 2 have no instances.
  if (engine.renderFile) return fallbackProgram(byEngine(filename, { engine, options }), unrecognized(guard, engine))
  const instance = instanceFor(engine, filename, options)
  const { cache, async = false } = options
  const key = [source, instance, load, cache, async]
  return reuse(previous, key, () => createProgram({ filename, source }, instance, { engine, cache, async, load }))
}

function createProgram ({ filename, source }, instance, { engine, cache, async, load }) {
  const filepath = filepathOf(filename, instance)
  const includes = new Includes(instance, load, filepath, cache)
  const variants = [undefined, undefined]

  // Eta alone fills the store of an instance that is not the app's: `renderer.clear()` does not empty it.
  const isOfApp = isInstance(engine)
  const variant = (async) => {
    const kept = variants[Number(async)]
    // Where Eta looks for the functions of files, and may keep them.
    const store = async ? instance.templatesAsync : instance.templatesSync
    const found = store.get(filepath)
    const isStoring = instance.config.cache
    const stored = isStoring && found
    // If nothing is kept, Eta would compile with its current settings.
    const isCurrent = (kept) => stored
      ? kept.fn === stored
      : cache && !(isStoring && isOfApp) && isEqual(kept.config, instance.config)
    if (kept !== undefined && isCurrent(kept)) return kept
    const fn = stored || instance.compile(source ?? read(filepath, instance), { async, filepath })
    if (isStoring && !stored && isOfApp) store.define(filepath, fn)
    return (variants[Number(async)] = variantOf(fn, kept, instance.config, includes))
  }

  const renderByEngine = (locals) => instance[async ? 'renderAsync' : 'render'](nameOf(filename, instance), locals)
  const write = (out, locals) =>
    variant(async).write(instance, locals, { async, filepath }, out, new TextMemory(out))
  const program = withFallback(() => fallbackReason(instance), renderByEngine, write)
  const reason = () => fallbackReason(instance) ?? variant(async).reason
  const precompile = () => {
    const why = reason()
    if (why === undefined) variant(async).included.forEach((name) => includes.precompile(name))
    return why
  }
  return Object.assign(program, {
    variant,
    usesEngine: () => reason() !== undefined,
    precompile,
    // The program reads the file later.
    dependencies: [filename]
  })
}

module.exports = { ...engineOfEta, compile, readsFiles: true, asyncChunks: true }
