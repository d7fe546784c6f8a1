'use strict'

const { Rendered } = require('../../page/rendered')
const guard = require('../guards/nunjucks.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { unknownCode, unrecognized } = require('../guards/unrecognized')
const { memoize } = require('../../util/memoize')
const { Values } = require('./values')

const known = new KnownCode(guard)

/** Methods of environments: `getTemplate` creates templates, the others are replaced. */
const isKnownGetTemplate = known.recognizer('Environment', 'getTemplate')
const isKnownRender = known.recognizer('Environment', 'render')
const isKnownWaterfall = known.recognizer('Environment', 'waterfall')

/** The parts of a copy of Nunjucks that the dialect uses, obtained from one of its templates. */
class NunjucksInternals {
  constructor (Template, env) {
    this.methods = new CheckedMethods(known)
    /** The first method with unknown code. @type {string | undefined} */
    this.unknown = this.methods.findUnknown('Template', Template.prototype)
    if (this.unknown === undefined) {
      const obj = { root: (...given) => this.take(...given) }
      new Template({ type: 'code', obj }, env).render({})
    }
  }

  take (env, context, frame, runtime) {
    this.Context = context.constructor
    this.PlainContext = plainContextOf(this.Context)
    this.Frame = frame.constructor
    /** The argument `runtime` of generated code. */
    this.runtime = runtime
    /** The same, for functions whose caller accepts a page. */
    this.splicing = splicingOf(runtime)
    this.unknown = this.methods.findUnknown('Context', this.Context.prototype) ??
      this.methods.findUnknown('Frame', this.Frame.prototype) ?? this.methods.findUnknown('runtime', runtime)
    if (this.unknown === undefined) this.values = new Values(runtime)
  }

  /**
   * Creates a context as the constructor does, without the callbacks of `lib.extend` and `lib.keys`, which take 10 to
   * 20 % of the time of an article. Functions that an app replaces in `nunjucks.lib` are not seen here.
   */
  createContext (locals, blocks, env) {
    // Not `{ ...locals }`: the first variable that a template exports would take V8 4 µs.
    const context = new this.PlainContext(env, Object.assign({}, locals))
    for (const name of Object.keys(blocks)) context.addBlock(name, blocks[name])
    return context
  }

  /** @returns {string | undefined} why Nunjucks itself must render the templates of an environment */
  fallbackReason (env) {
    const changed = this.unknown ?? this.methods.findReplaced()
    if (changed !== undefined) return unrecognized(guard, env, unknownCode(guard, changed))
    if (!isKnownWaterfall(env.waterfall)) return 'is of an environment of Nunjucks with another waterfall()'
  }
}

/** @returns {Function} creates contexts with the properties that `Context.init` sets */
function plainContextOf (Context) {
  function PlainContext (env, ctx) {
    this.env = env
    this.ctx = ctx
    this.blocks = {}
    this.exported = []
  }
  PlainContext.prototype = Context.prototype
  return PlainContext
}

/** @returns {Function | undefined} the class of its templates; nothing where the app has replaced what creates them */
function templateClassOf (env) {
  let owner = env
  while (owner && !(Object.hasOwn(owner, 'getTemplate') && isKnownGetTemplate(owner.getTemplate))) {
    owner = Object.getPrototypeOf(owner)
  }
  return owner ? classOf(owner.getTemplate, env) : undefined
}

/** Returns the class of the templates that a method `getTemplate` creates. */
const classOf = memoize((getTemplate, env) => {
  const loader = { cache: {}, getSource: () => ({ src: '', path: '', noCache: true }) }
  const probe = Object.create(env, {
    loaders: { __proto__: null, value: [loader] },
    resolveTemplate: { __proto__: null, value: (loader, parent, name) => name }
  })
  return getTemplate.call(probe, '', false).constructor
})

const internalsFor = memoize((prototype, { constructor: Template, env }) => new NunjucksInternals(Template, env))

/** @param {{ constructor: Function, env: object }} template one of Nunjucks */
function internalsOf (template) {
  return internalsFor(template.constructor.prototype, template)
}

/**
 * Derives a runtime for functions that may pass pages to each other. A precompiled template that receives a page either
 * appends it to a string, which converts it, or marks it as safe.
 */
function splicingOf (runtime) {
  return Object.create(runtime, {
    markSafe: {
      __proto__: null,
      value: (value) => runtime.markSafe(value instanceof Rendered ? value.toString() : value)
    }
  })
}

module.exports = { guard, isKnownRender, internalsOf, known, templateClassOf }
