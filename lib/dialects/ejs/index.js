'use strict'

const fs = require('node:fs')
const { readGenerated } = require('./generated')
const engineOfEjs = require('./engine')
const { Output } = require('./output')
const { createFunctions } = require('./functions')
const { rewrite } = require('./rewrite')
const { STORED, fallbackProgram } = require('../shared/engine-fallback')
const { writeResult } = require('../shared/output')
const { reuse } = require('../shared/reuse')
const { isPage } = require('../../page/pending-rendered')
const { CappedMap } = require('../shared/capped-map')
const { unrecognized } = require('../guards/unrecognized')

const { fallbackReason, guard, isEjsEscape, isOfEjs, isRender, traitsOf } = engineOfEjs

/** Options that change the generated function. Few templates use them, so EJS renders those. */
const RARE_OPTIONS = [
  'client', 'scope', 'includer', 'destructuredLocals', 'outputFunctionName', 'unsafePrototypeLocals'
]

/** The versions of EJS whose included templates see the inherited properties of their locals. */
const INHERITING = /^(2|3\.0|3\.1\.[0-7]$)/

/** What EJS has compiled for the dialect: its function → the template. @type {WeakMap<Function, object>} */
const templates = new WeakMap()

/**
 * EJS compiles a template to JavaScript, with its checks and errors. The dialect rewrites it to write to a splicer.
 *
 * @param {import('../dialect').Context} context has EJS's compile options
 * @returns {import('../../../types/template').Program & { renderIncluded: Function }} for an include: takes (template,
 *   locals, out), and gives a page or a promise of one; for an engine fallback, what EJS's function returns
 * @throws EJS's error for a template or options that it cannot compile
 */
function compile (source, { filename, engine, options, load, previous, stored }) {
  const known = templates.get(stored)
  if (stored && !known) return byEjs(stored, STORED)
  const settings = { ...options, filename }
  const option = RARE_OPTIONS.find((name) => options[name])
  const reason = fallbackReason(engine) ?? (option && `is compiled with the option ${option}`)
  if (reason) return byEjs(stored ?? engine.compile(source, settings), reason)

  const template = known ?? new engine.Template(source, settings)
  const render = stored ?? template.compile()
  if (!isRender(render) || traitsOf(engine) === undefined) return byEjs(render, unrecognized(guard, engine))
  if (options.cache) templates.set(render, template)
  const key = [template.source, template.templateText, engine, load, ...Object.values(template.opts)]
  // With the view cache, EJS compiles again once the app has cleared its cache: then includes may be elsewhere.
  const before = options.cache ? undefined : previous
  const program = reuse(before, key, () => createProgram(template, render, { engine, load }))
  return Object.assign(program, { compiled: render })
}

function createProgram (template, render, context) {
  const generated = readGenerated(template.source, template.opts)
  if (Object.hasOwn(generated, 'reason')) return byEjs(render, generated.reason)
  const rewritten = rewrite(generated, isEjsEscape(template.opts.escapeFunction))
  if (Object.hasOwn(rewritten, 'reason')) return byEjs(render, rewritten.reason)
  if (rewritten.usesInclude && INHERITING.test(context.engine.VERSION)) {
    return byEjs(render, 'includes others by an EJS before 3.1.8')
  }
  return splicing(template, render, { generated, rewritten }, context)
}

/** @param {Function} render EJS's function */
function byEjs (render, reason) {
  const renderIncluded = (template, locals) => {
    template.recordRender(reason)
    return render(locals)
  }
  return Object.assign(fallbackProgram(render, reason), { compiled: render, renderIncluded })
}

/** @param {object} template the compiled `ejs.Template`. @param {Function} render EJS's function */
function splicing ({ opts: options, templateText }, render, { generated, rewritten }, { engine, load }) {
  const { rethrow, copiesLocals } = traitsOf(engine)
  const { edits, fragments, includedPaths, usesInclude } = rewritten
  const fileCache = new CappedMap(options.cache ? 100 : 0)
  const find = (path) => {
    const resolve = () => resolveInclude(path, engine, options)
    // A function of the app may answer by request.
    const isKept = isOfEjs('resolveInclude', engine.resolveInclude)
    return load(isKept ? fileCache.getOrCreate(path, resolve) : resolve(), options)
  }
  const includeFile = (out, locals, path, data) => {
    // As in EJS, a getter fails before a missing file. If the template copies again, a spread gives the same faster.
    const joined = copyAsEjs(data, copiesLocals ? { ...locals } : copyAsEjs(locals))
    const template = find(path)
    return template.program.renderIncluded(template, joined, out)
  }
  const output = new Output(fragments, options, templateText, includeFile)
  const choose = createFunctions(generated, edits, output, options)

  const program = (out, given) => {
    const chosen = choose(given)
    if (chosen === undefined) {
      out.engineFallback = 'gets a local with a name that EJS itself uses'
      return writeResult(out, render(given))
    }

    const locals = copiesLocals && chosen.seesLocals ? copyAsEjs(given) : given
    const include = usesInclude ? (path, data) => asString(includeFile(out, given, path, data)) : undefined
    return chosen.run.call(options.context, locals, options.escapeFunction, include, rethrow, out, locals, given)
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
  const findIn = (name, folders) => {
    for (const folder of folders) {
      const file = engine.resolveInclude(name, folder, true)
      if (fs.existsSync(file)) return file
    }
  }

  if (/^[A-Za-z]+:\\|^\//.test(path)) {
    const name = path.replace(/^\/*/, '')
    const file = Array.isArray(root) ? findIn(name, root) : engine.resolveInclude(name, root || '/', true)
    if (file) return file
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

module.exports = { ...engineOfEjs, compile, asyncChunks: true }
