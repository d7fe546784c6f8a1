'use strict'

const { isProxy } = require('node:util/types')
const { publishedCodeOf } = require('../../util/code-digest')
const { createCodeCheck } = require('../guards/known-code')
const { createEscapeCheck } = require('../guards/probes')
const { temporarily } = require('../guards/temporarily')
const { unrecognized } = require('../guards/unrecognized')
const guard = require('../guards/ejs.json')
const { createEscaper } = require('../../page/escape')
const { memoize } = require('../../util/memoize')

/** The entities of EJS's escape function. */
const escapeAsEjs = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' })

const ESCAPE_CODE = "function(markup){returnmarkup==undefined?'':String(markup).replace(_MATCH_HTML,encode_char);}"

/** Whether a function is that of EJS since EJS 3. */
const isOfEjs = createCodeCheck({
  compile: /^functioncompile\(template,opts\)\{(?:var|let)templ;if\(opts&&opts\.scope\)\{(?:if\(!scopeOptionWarned\)\{)?console\.warn\('[^']*'\);(?:scopeOptionWarned=true;\})?if\(!opts\.context\)\{opts\.context=opts\.scope;\}deleteopts\.scope;\}templ=newTemplate\(template,opts\);returntempl\.compile\(\);\}$/,
  Template: /^functionTemplate\(text,\w+\)\{.*this\.templateText=text;.*this\.opts=options;.*\}$/,
  render: /^functionanonymous\(data\)\{.*returnfn\.apply\(opts\.context,\[[^[\]]*,escapeFn,include,rethrow\]\);\}$/,
  renderFile: /^function\(\)\{.*returntryHandleCache\(opts,data,cb\);\}$/,
  resolveInclude: /^function\(name,filename,isDir\)\{(?:(?:var|let)(\w+)=(?:\w+_)?path(?:_1)?(?:\.default)?\.\1;){3}(?:var|let)includePath=resolve\(isDir\?filename:dirname\(filename\),name\);(?:var|let)ext=extname\(name\);if\(!ext\)\{includePath\+='\.ejs';\}returnincludePath;\}$/
})

/** The options that EJS ≤ 6 also reads from the locals. */
const OPTIONS_IN_DATA = [
  'delimiter', 'scope', 'context', 'debug', 'compileDebug', 'client', '_with', 'rmWhitespace', 'strict', 'async'
]

/** Delimiters for probes, independent of the engine's global settings. */
const DELIMITERS = { openDelimiter: '<', delimiter: '%', closeDelimiter: '>' }

/** The code of the function that `compile` returned last. */
let latest = { code: undefined, isOfEjs: false }

/** Whether `compile` has returned a function of EJS: without the view cache, each render has its own, of equal code. */
function isRender (fn) {
  const code = typeof fn === 'function' ? Function.prototype.toString.call(fn) : undefined
  if (code !== latest.code) latest = { code, isOfEjs: isOfEjs('render', fn) }
  return latest.isOfEjs
}

const isEjsEscape = createEscapeCheck(escapeAsEjs, (fn) => publishedCodeOf(fn) === ESCAPE_CODE)

/** @returns {string | undefined} why EJS itself renders all templates: a function that compiles is not its own */
function fallbackReason (engine) {
  return isOfEjs('compile', engine.compile) && isOfEjs('Template', engine.Template)
    ? undefined
    : unrecognized(guard, engine)
}

/**
 * Returns what the exports of an `ejs` package do not show: EJS's function that rethrows a runtime error with the
 * template's line, and whether templates can access only own properties of the locals (EJS ≥ 6). Nothing if methods of
 * the app compile a different template.
 *
 * @type {(engine: object) => { rethrow: Function, copiesLocals: boolean } | undefined}
 */
const traitsOf = memoize((engine) => {
  let traits
  const take = (rethrow, type) => { traits = { rethrow, copiesLocals: type === 'undefined' } }
  const text = '<% take(rethrow, typeof inherited) %>'
  try {
    const render = new engine.Template(text, { __proto__: null, ...DELIMITERS }).compile()
    render(Object.assign(Object.create({ inherited: 1 }), { take }))
  } catch {
    // Methods of the app may expect its own templates and locals.
  }
  return traits
})

/** @returns {boolean} whether EJS uses `view options`, and options among the locals (EJS ≤ 6) */
const readsOptionsFromData = memoize(({ renderFile }) => publishedCodeOf(renderFile).includes("'viewoptions'"))

function read (filename, engine) {
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

/** See `BundledDialect.engineCache`. */
const engineCache = {
  get: ({ cache }, filename) => cache.get(filename),
  set: ({ cache }, filename, compiled) => { cache.set(filename, compiled) }
}

/** Gets what the dialect has compiled by EJS, and adds nothing, see `BundledDialect.callAlone`. */
const callAlone = (engine) => (call) => {
  const { cache } = engine
  const value = { get: (name) => cache.get(name), set () {}, reset: () => cache.reset() }
  return temporarily(engine, { cache: { value, writable: true } }, call)
}

module.exports = {
  accepts,
  appOptions,
  byEngine: (filename, { engine, options }) => engine.compile(read(filename, engine), { ...options, filename }),
  callAlone,
  engineCache,
  engineOf,
  escapeAsEjs,
  expressFunction: (engine) => engine.__express,
  fallbackReason,
  guard,
  ignoresCacheLocal: (engine) => !readsOptionsFromData(engine),
  isEjsEscape,
  isOfEjs,
  isRender,
  read,
  traitsOf
}
