'use strict'

const { Rendered } = require('../../page/rendered')
const { CheckedMethods, isOwnFunction } = require('../shared/checked-methods')
const { memoize } = require('../../util/memoize')
const { unrecognized } = require('../shared/unrecognized')
const { Values } = require('./values')

/** Digests of the methods of templates that create one and render it, in Nunjucks 3.1 and 3.2. */
const TEMPLATE_CODE = {
  Template: {
    init: '_GNs0LKRIjhv',
    getExported: 'yRAXjpbI2Qkt',
    render: 'jbzF0lP7vBOO gXAcGNCt9di- peRLg9ykvJ2G pr15GX7HLMdT',
    compile: 'CpPAeA4hkQtT',
    _compile: '9aWy6KAwvUFs',
    _getBlocks: 'eQtXQ5IhbCvl'
  }
}

/** Digests of the other methods that rewritten code replaces, or that pass pages on. */
const RUNTIME_CODE = {
  Context: { init: '2pZm-u4nKzw9 vOosMKvnmugo', addBlock: 'q2z-KWjkmOSD', getBlock: '_8-i199Bkay-', getSuper: '5eotybT12zRw' },
  Frame: { set: '7zIjM6xmwPgw', push: 'kbc5OM8Gl2RH' },
  runtime: { ensureDefined: '8DJrDCcA3EqW', markSafe: 'SrjatsvK_ufO', memberLookup: 'O8b55K7k4UdH', suppressValue: '27Cg2E1_Dnn2' }
}

/** Digests of methods of environments: `getTemplate` creates templates, the others are replaced. */
const GET_TEMPLATE = 'nYN8ss52o_OS eXDumhgbNTiO'
const RENDER = 'e2veqQUmR1uc'
const WATERFALL = 'Fk3L0IgDWWq_'

/** The parts of a copy of Nunjucks that the dialect uses, obtained from one of its templates. */
class Engine {
  constructor (Template, env) {
    this.methods = new CheckedMethods()
    /** The first method with unknown code. @type {string | undefined} */
    this.unknown = this.methods.findUnknown({ Template: Template.prototype }, TEMPLATE_CODE)
    if (this.unknown === undefined) new Template({ type: 'code', obj: { root: (...given) => this.take(...given) } }, env).render({})
  }

  take (env, context, frame, runtime) {
    this.Context = context.constructor
    this.PlainContext = plainContextOf(this.Context)
    this.Frame = frame.constructor
    /** The argument `runtime` of generated code. */
    this.runtime = runtime
    /** The same, for functions whose caller accepts a page. */
    this.splicing = splicingOf(runtime)
    this.unknown = this.methods.findUnknown({ Context: this.Context.prototype, Frame: this.Frame.prototype, runtime }, RUNTIME_CODE)
    if (this.unknown === undefined) this.values = new Values(runtime)
  }

  /**
   * Creates a context as the constructor does, without the callbacks of `lib.extend` and `lib.keys`, which take 10 to 20 % of
   * the time of an article. Functions that an app replaces in `nunjucks.lib` are not seen here.
   */
  createContext (locals, blocks, env) {
    // Not `{ ...locals }`: the first variable that a template exports would take V8 4 µs.
    const context = new this.PlainContext(env, Object.assign({}, locals))
    for (const name of Object.keys(blocks)) context.addBlock(name, blocks[name])
    return context
  }

  /** @returns {string | undefined} why Nunjucks itself must render the templates of an environment */
  reasonAgainst (env) {
    if (this.unknown !== undefined) return unrecognized('nunjucks', env, `uses a Nunjucks whose method ${this.unknown}() has unknown code`)
    const replaced = this.methods.findReplaced()
    if (replaced !== undefined) return unrecognized('nunjucks', env, `uses a Nunjucks whose method ${replaced}() has been replaced`)
    if (!isOwnFunction(env.waterfall, WATERFALL)) return 'is of an environment of Nunjucks with another waterfall()'
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

function hasOwnRender (env) {
  return isOwnFunction(env.render, RENDER)
}

/** @returns {Function | undefined} the class of its templates; nothing where the app has replaced what creates them */
function templateClassOf (env) {
  let owner = env
  while (owner && !(Object.hasOwn(owner, 'getTemplate') && isOwnFunction(owner.getTemplate, GET_TEMPLATE))) owner = Object.getPrototypeOf(owner)
  return owner ? classOf(owner.getTemplate, env) : undefined
}

/** Returns the class of the templates that a method `getTemplate` creates. */
const classOf = memoize((getTemplate, env) => {
  const loader = { cache: {}, getSource: () => ({ src: '', path: '', noCache: true }) }
  const probe = Object.create(env, { loaders: { __proto__: null, value: [loader] }, resolveTemplate: { __proto__: null, value: (loader, parent, name) => name } })
  return getTemplate.call(probe, '', false).constructor
})

const engineFor = memoize((prototype, { constructor: Template, env }) => new Engine(Template, env))

/** @param {{ constructor: Function, env: object }} template of Nunjucks */
function engineOf (template) {
  return engineFor(template.constructor.prototype, template)
}

/**
 * Derives a runtime for functions that may pass pages to each other. A precompiled template that receives a page
 * either appends it to a string, which converts it, or marks it as safe.
 */
function splicingOf (runtime) {
  return Object.create(runtime, {
    markSafe: { __proto__: null, value: (value) => runtime.markSafe(value instanceof Rendered ? value.toString() : value) }
  })
}

module.exports = { engineOf, hasOwnRender, templateClassOf }
