'use strict'

const fs = require('node:fs')
const { read } = require('./generated')
const { createFunctions, escape } = require('./program')
const { isPage } = require('../../page/pending-rendered')
const { CappedMap } = require('../shared/capped-map')
const { escapesEqually } = require('../shared/is-unmodified')

/** The options that EJS up to 6 also looks for among the locals. */
const OPTIONS_IN_DATA = [
  'delimiter', 'scope', 'context', 'debug', 'compileDebug', 'client', '_with', 'rmWhitespace', 'strict', 'async'
]

/** The options by which EJS makes a function that few templates have. */
const RARE_OPTIONS = ['client', 'scope', 'includer', 'destructuredLocals', 'outputFunctionName', 'unsafePrototypeLocals']

/** Delimiters that make a probe independent of the engine's global settings. */
const DELIMITERS = { openDelimiter: '<', delimiter: '%', closeDelimiter: '>' }

/**
 * What differs between the versions of EJS and cannot be read off its exports.
 *
 * @typedef {object} Traits
 * @property {Function} rethrow EJS's own function that words a runtime error
 * @property {Function} [escape] its default escape function, if it does what ours does
 * @property {boolean} copiesLocals templates see own properties only (EJS ≥ 6)
 * @property {boolean} readsOptionsFromData `view options` and, for `ejs.render`,
 *   options among the locals are used (EJS ≤ 6)
 */

/** Maps an `ejs` package to its traits. @type {WeakMap<object, Traits>} */
const traitsCache = new WeakMap()

/**
 * @param {object} engine
 * @returns {Traits}
 */
function traitsOf (engine) {
  if (!traitsCache.has(engine)) traitsCache.set(engine, probe(engine))
  return traitsCache.get(engine)
}

function probe (engine) {
  let rethrow
  engine.render('<% take(rethrow) %>', { take (value) { rethrow = value } }, { ...DELIMITERS })
  const inherited = engine.render('<%= typeof inherited %>', Object.create({ inherited: 1 }), { ...DELIMITERS })
  const marked = `${engine.openDelimiter ?? '<'}?= 1 ?${engine.closeDelimiter ?? '>'}`
  const { escapeFunction } = new engine.Template('').opts
  return {
    rethrow,
    escape: escapesEqually(escapeFunction, escape) ? escapeFunction : undefined,
    copiesLocals: inherited === 'undefined',
    readsOptionsFromData: engine.render(marked, { delimiter: '?' }) === '1'
  }
}

/**
 * Compiles an EJS template. EJS itself turns it into JavaScript, with its own checks and errors; what that code
 * writes to a string is made to go to the splicer.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine the `ejs` package of the app
 * @param {object} context.options EJS's compile options
 * @param {(filename: string) => import('../../template').Template} context.load
 *   gives the template of an included file
 * @returns {import('../../template').Program & { reason?: string }} the reason why EJS itself renders
 * @throws what EJS throws for a template or options that it cannot compile
 */
function compile (source, { filename, engine, options, load }) {
  const settings = { ...options, filename }
  const option = RARE_OPTIONS.find((name) => settings[name])
  if (option) return wholly(engine.compile(source, settings), `is compiled with the option ${option}`)

  const template = new engine.Template(source, settings)
  const render = template.compile()
  const generated = read(template.source, template.opts)
  return generated.reason ? wholly(render, generated.reason) : splicing(template, generated, wholly(render), { engine, load })
}

/**
 * Leaves a template to EJS itself.
 *
 * @param {(locals: object) => unknown} render
 * @param {string} [reason]
 * @returns {import('../../template').Program & { whole: Function, reason?: string }} has EJS's function as its
 *   `whole`, since an include gives what that returns
 */
function wholly (render, reason) {
  const write = (out, result) => { if (result !== undefined) out.text += result }
  const program = (out, locals) => {
    const result = render(locals)
    if (typeof result?.then === 'function') return result.then((text) => write(out, text))
    write(out, result)
  }
  return Object.assign(program, { whole: render, reason, isLeft: () => true })
}

/**
 * @param {object} template the compiled `ejs.Template`
 * @param {import('./generated').Generated} generated
 * @param {import('../../template').Program} whole leaves a render to EJS itself
 * @param {{ engine: object, load: Function }} context
 * @returns {import('../../template').Program}
 */
function splicing (template, generated, whole, { engine, load }) {
  const { opts: options } = template
  const { rethrow, escape: defaultEscape, copiesLocals } = traitsOf(engine)
  const { choose, usesInclude } = createFunctions(generated, template, options.escapeFunction === defaultEscape)
  const join = copiesLocals ? joinFast : joinAsEjs
  const find = finder(engine, options, load)

  const program = (out, locals) => {
    const chosen = choose(locals)
    if (chosen === undefined) return whole(out, locals)

    const splice = usesInclude ? (path, data) => renderInclude(find(path), join(locals, data), out) : undefined
    return chosen.run.call(
      options.context,
      copiesLocals && chosen.seesLocals ? joinAsEjs(locals) : locals,
      options.escapeFunction,
      usesInclude ? (path, data) => asString(splice(path, data)) : undefined,
      rethrow,
      out,
      splice,
      locals
    )
  }
  return Object.assign(program, { isLeft: (locals) => choose(locals) === undefined })
}

/** @returns {unknown} a page, or a promise of it, or what EJS's own function returned */
function renderInclude (template, locals, out) {
  const { whole } = template.program
  return whole ? whole(locals) : template.render(locals, out)
}

/**
 * @param {unknown} result of an include
 * @returns {unknown} the string that `include` gives in EJS, or a promise of it
 * @throws {TypeError} if it waits for what it prints, where that is streamed
 */
function asString (result) {
  if (isPage(result)) return result.toString()
  return result instanceof Promise ? result.then(asString) : result
}

/** Makes the locals of a template as EJS does: without a prototype. */
function joinAsEjs (...sources) {
  const joined = Object.create(null)
  for (const source of sources) {
    for (const key of Object.keys(source || {})) {
      if (key !== '__proto__' && key !== 'constructor') joined[key] = source[key]
    }
  }
  return joined
}

/** Makes the locals of a template that reads properties of them only, or else copies them again. */
function joinFast (locals, data) {
  return { ...locals, ...data }
}

/**
 * Makes what finds and loads an included template; where templates are cached, it looks for a path once.
 *
 * @param {object} engine
 * @param {object} options of an `ejs.Template`
 * @param {(filename: string) => import('../../template').Template} load
 * @returns {(path: string) => import('../../template').Template}
 */
function finder (engine, options, load) {
  if (!options.cache) return (path) => load(resolveInclude(path, engine, options))

  const templateCache = new CappedMap()
  return (path) => {
    let template = templateCache.get(path)
    if (template === undefined) {
      template = load(resolveInclude(path, engine, options))
      templateCache.set(path, template)
    }
    return template
  }
}

/**
 * Finds an included file where EJS would: an absolute path below `root`, any other beside the including file and
 * then in each folder of `views`.
 *
 * @throws {Error} as EJS does, if there is no such file
 */
function resolveInclude (path, engine, { cache, filename, root, views, escapeFunction }) {
  const findIn = (name, folders) => folders.map((folder) => engine.resolveInclude(name, folder, true)).find(fs.existsSync)

  if (/^[A-Za-z]+:\\|^\//.test(path)) {
    const name = path.replace(/^\/*/, '')
    const file = Array.isArray(root) ? findIn(name, root) : engine.resolveInclude(name, root || '/', true)
    if (file !== undefined) return file
    throw new Error(cache ? 'cache option requires a filename' : 'Internal EJS error: no file name or template provided')
  }

  const beside = engine.resolveInclude(path, filename)
  if (fs.existsSync(beside)) return beside
  const found = Array.isArray(views) ? findIn(path, views) : undefined
  if (found === undefined) throw new Error(`Could not find the include file "${escapeFunction(path)}"`)
  return found
}

/** Reads a template as EJS does, by the engine's file loader. */
function readSource (filename, engine) {
  return engine.fileLoader(filename).toString().replace(/^\uFEFF/, '')
}

/** Whether it is the exports of an `ejs` package. */
function accepts (engine) {
  return typeof engine.Template === 'function' && typeof engine.resolveInclude === 'function'
}

/**
 * @param {Function} fn what Express would call for a view
 * @param {object} exports of a package
 * @returns {object | undefined} those, if the function is that of this engine
 */
function engineOf (fn, exports) {
  return accepts(exports) && (fn === exports.__express || fn === exports.renderFile) ? exports : undefined
}

/** What Express calls for a view. */
function expressFunction (engine) {
  return engine.__express
}

/**
 * Finds the compile options that EJS takes from an Express app: its `views`
 * and, up to EJS 6, its `view options`. EJS up to 6 takes some from the locals
 * as well, which is a known way to run code; we never do.
 *
 * @param {object} engine
 * @param {object} app
 * @returns {object | undefined} nothing if `app.locals` hold such an option,
 *   since a page compiled without it would be another one
 */
function appOptions (engine, app) {
  const views = app.get('views')
  if (!traitsOf(engine).readsOptionsFromData) return { views }
  if (OPTIONS_IN_DATA.some((name) => app.locals[name] !== undefined)) return undefined
  return { views, ...app.get('view options') }
}

module.exports = {
  name: 'ejs',
  package: 'ejs',
  extensions: ['.ejs'],
  compile,
  read: readSource,
  accepts,
  engineOf,
  expressFunction,
  appOptions,
  asyncChunks: true
}
