'use strict'

const fs = require('node:fs')
const { isProxy } = require('node:util/types')
const { readGenerated } = require('./generated')
const { isEjsEscape, isOfEjs, isUnmodified } = require('./is-unmodified')
const { Output } = require('./output')
const { createFunctions } = require('./functions')
const { rewrite } = require('./rewrite')
const { engineFallback } = require('../shared/engine-fallback')
const { writeResult } = require('../shared/output')
const { isPage } = require('../../page/pending-rendered')
const { CappedMap } = require('../shared/capped-map')
const { memoize } = require('../../util/memoize')
const guard = require('../guards/ejs.json')
const { strippedCodeOf } = require('../../util/code-digest')
const { unrecognized } = require('../guards/unrecognized')

/** The options that EJS ≤ 6 also reads from the locals. */
const OPTIONS_IN_DATA = [
  'delimiter', 'scope', 'context', 'debug', 'compileDebug', 'client', '_with', 'rmWhitespace', 'strict', 'async'
]

/** Options that change the generated function. Few templates use them, so EJS renders those. */
const RARE_OPTIONS = [
  'client', 'scope', 'includer', 'destructuredLocals', 'outputFunctionName', 'unsafePrototypeLocals'
]

/** The versions of EJS whose included templates see the inherited properties of their locals. */
const INHERITING = /^(2|3\.0|3\.1\.[0-7]$)/

/** Delimiters for probes, independent of the engine's global settings. */
const DELIMITERS = { openDelimiter: '<', delimiter: '%', closeDelimiter: '>' }

/**
 * Returns what the exports of an `ejs` package do not show: EJS's function that rethrows a runtime error with the
 * template's line, and whether templates can access only own properties of the locals (EJS ≥ 6).
 *
 * @type {(engine: object) => { rethrow: Function, copiesLocals: boolean }}
 */
const traitsOf = memoize((engine) => {
  let traits
  const take = (rethrow, type) => { traits = { rethrow, copiesLocals: type === 'undefined' } }
  const text = '<% take(rethrow, typeof inherited) %>'
  const render = new engine.Template(text, { __proto__: null, ...DELIMITERS }).compile()
  render(Object.assign(Object.create({ inherited: 1 }), { take }))
  return traits
})

/** @returns {boolean} whether EJS uses `view options`, and options among the locals (EJS ≤ 6) */
const readsOptionsFromData = memoize(({ renderFile }) => strippedCodeOf(renderFile).includes("'viewoptions'"))

/**
 * EJS compiles a template to JavaScript, with its checks and errors. The dialect rewrites it to write to a splicer.
 *
 * @param {import('../dialect').Context} context with EJS's compile options
 * @returns {import('../../../types/template').Program & { renderIncluded: Function }} for an include: of
 *   (template, locals, out), it gives a page or a promise of one; for an engine fallback, what EJS's function returns
 * @throws EJS's error for a template or options that it cannot compile
 */
function compile (source, { filename, engine, options, load }) {
  const settings = { ...options, filename }
  if (!isUnmodified(engine)) return byEjs(engine.compile(source, settings), unrecognized(guard, engine))
  const option = RARE_OPTIONS.find((name) => options[name])
  if (option) return byEjs(engine.compile(source, settings), `is compiled with the option ${option}`)

  const template = new engine.Template(source, settings)
  const render = template.compile()
  if (!isOfEjs('render', render)) return byEjs(render, unrecognized(guard, engine))
  const generated = readGenerated(template.source, template.opts)
  if (Object.hasOwn(generated, 'reason')) return byEjs(render, generated.reason)
  const rewritten = rewrite(generated, isEjsEscape(template.opts.escapeFunction))
  if (Object.hasOwn(rewritten, 'reason')) return byEjs(render, rewritten.reason)
  if (rewritten.usesInclude && INHERITING.test(engine.VERSION)) {
    return byEjs(render, 'includes others by an EJS before 3.1.8')
  }
  return splicing(template, { generated, rewritten }, { engine, load })
}

/** @param {Function} render EJS's function */
function byEjs (render, reason) {
  const renderIncluded = (template, locals) => {
    template.recordRender(reason)
    return render(locals)
  }
  return Object.assign(engineFallback(render, reason), { renderIncluded })
}

/** @param {object} template the compiled `ejs.Template` */
function splicing ({ opts: options, templateText }, { generated, rewritten }, { engine, load }) {
  const { rethrow, copiesLocals } = traitsOf(engine)
  const { fragments, includedPaths, usesInclude } = rewritten
  const templateCache = new CappedMap(options.cache ? 100 : 0)
  const find = (path) => templateCache.getOrCreate(path, () => load(resolveInclude(path, engine, options)))
  const { Template } = engine
  // EJS's function takes as much memory as all that the dialect needs, and few renders need it.
  let renderByEngine
  const includeFile = (out, locals, path, data) => {
    // As in EJS, a getter fails before a missing file. If the template copies again, a spread gives the same faster.
    const joined = copyAsEjs(data, copiesLocals ? { ...locals } : copyAsEjs(locals))
    const template = find(path)
    return template.program.renderIncluded(template, joined, out)
  }
  const output = new Output(fragments, options, templateText, includeFile)
  const choose = createFunctions(generated, rewritten.body, output, options)

  const program = (out, locals) => {
    const chosen = choose(locals)
    if (chosen === undefined) {
      out.engineFallback = 'gets a local with a name that EJS itself uses'
      renderByEngine ??= new Template(templateText, options).compile()
      return writeResult(out, renderByEngine(locals))
    }

    const given = copiesLocals && chosen.seesLocals ? copyAsEjs(locals) : locals
    const include = usesInclude ? (path, data) => asString(includeFile(out, locals, path, data)) : undefined
    return chosen.run.call(options.context, given, options.escapeFunction, include, rethrow, out, locals)
  }
  return Object.assign(program, {
    renderIncluded: renderSpliced,
    usesEngine: (locals) => choose(locals) === undefined,
    precompile: () => includedPaths.forEach((path) => find(path).precompile())
  })
}

/** One function for all templates, which V8 can inline. */
function renderSpliced (template, locals, out) {
  return template.render(locals, out)
}

/** @returns the string that `include` gives in EJS, or a promise of it. @throws {TypeError} if it has an async chunk */
function asString (result) {
  if (isPage(result)) return result.toString()
  return result instanceof Promise ? result.then(asString) : result
}

/** Copies properties as EJS does, with its reads. */
function copyAsEjs (from, to = Object.create(null)) {
  for (const key in from) {
    if (Object.hasOwn(from, key) && key !== '__proto__' && key !== 'constructor') to[key] = from[key]
  }
  return to
}

/**
 * Resolves the path of an include as EJS does: an absolute path below `root`, a relative path beside the including file
 * and then in each folder of `views`.
 *
 * @throws {Error} EJS's error if the file does not exist
 */
function resolveInclude (path, engine, { cache, filename, root, views, escapeFunction }) {
  const findIn = (name, folders) =>
    folders.map((folder) => engine.resolveInclude(name, folder, true)).find(fs.existsSync)

  if (/^[A-Za-z]+:\\|^\//.test(path)) {
    const name = path.replace(/^\/*/, '')
    const file = Array.isArray(root) ? findIn(name, root) : engine.resolveInclude(name, root || '/', true)
    if (file !== undefined) return file
    throw new Error(cache
      ? 'cache option requires a filename'
      : 'Internal EJS error: no file name or template provided')
  }

  const beside = engine.resolveInclude(path, filename)
  if (fs.existsSync(beside)) return beside
  const found = Array.isArray(views) ? findIn(path, views) : undefined
  if (found === undefined) throw new Error(`Could not find the include file "${escapeFunction(path)}"`)
  return found
}

function readSource (filename, engine) {
  return engine.fileLoader(filename).toString().replace(/^\uFEFF/, '')
}

function accepts (engine) {
  return typeof engine.Template === 'function' && typeof engine.resolveInclude === 'function'
}

function engineOf (fn, exports) {
  return accepts(exports) && (fn === exports.__express || fn === exports.renderFile) && isOfEjs('renderFile', fn)
    ? exports
    : undefined
}

/**
 * Returns the compile options that EJS reads from an Express app: `views` and, for EJS ≤ 6, `view options`. EJS ≤ 6
 * also reads some from the locals, a known code injection risk. The dialect never does.
 *
 * @returns {object | undefined} `undefined` if `app.locals` contain such an option, since the page would differ without
 *   it, or are a Proxy, which may throw for such a name
 */
function appOptions (engine, app) {
  const views = app.get('views')
  if (!readsOptionsFromData(engine)) return { views }
  if (isProxy(app.locals) || OPTIONS_IN_DATA.some((name) => app.locals[name] !== undefined)) return undefined
  return { views, ...app.get('view options') }
}

module.exports = {
  guard,
  compile,
  byEngine: (filename, { engine, options }) => engine.compile(readSource(filename, engine), { ...options, filename }),
  read: readSource,
  accepts,
  engineOf,
  expressFunction: (engine) => engine.__express,
  appOptions,
  ignoresCacheLocal: (engine) => !readsOptionsFromData(engine),
  asyncChunks: true
}
