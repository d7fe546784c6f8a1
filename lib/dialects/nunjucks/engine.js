'use strict'

const { Rendered } = require('../../page/rendered')
const { codeOf } = require('../shared/is-unmodified')

/**
 * The parts of a copy of Nunjucks that the dialect uses, obtained from one of its templates.
 *
 * @typedef {object} Engine
 * @property {Function} render the method `render` of its templates at the time of the check
 * @property {boolean} isOwn whether that method is Nunjucks' own, so that `Spliced` can replace it; an app may have wrapped it
 * @property {object} [runtime] the argument `runtime` of generated code
 * @property {object} [splicing] the same, for functions whose caller accepts a page
 * @property {(locals: object, blocks: Record<string, Function>, env: object) => object} [createContext]
 * @property {Function} [Frame]
 */

/** Parts of the source of `Template.prototype.render` since Nunjucks 3. */
const OWN_RENDER = [
  /newContext\(ctx\|\|\{\},\w+\.blocks,\w+\.env\)/, /parentFrame\?parentFrame\.push\(true\):newFrame\(\)/, /frame\.topLevel=true;/,
  /\.rootRenderFunc\(\w+\.env,context,frame,globalRuntime,/
]

/** Parts of the source of `Context.prototype.init`. */
const OWN_INIT = [/this\.env=env\|\|newEnvironment\(\);/, /this\.ctx=lib\.extend\(\{\},ctx\);/, /this\.blocks=\{\};this\.exported=\[\];/, /addBlock\(name,blocks\[name\]\)/]

/** Maps the prototype of templates to its engine. @type {WeakMap<object, Engine>} */
const engineCache = new WeakMap()

/** Maps a method `getTemplate` to the class of its templates. @type {WeakMap<Function, Function>} */
const classCache = new WeakMap()

/**
 * @param {object} env an environment of Nunjucks
 * @returns {Function} the class of its templates
 */
function templateClassOf (env) {
  let Template = classCache.get(env.getTemplate)
  if (Template === undefined) {
    const loader = { cache: {}, getSource: () => ({ src: '', path: '', noCache: true }) }
    Template = Object.create(env, { loaders: { __proto__: null, value: [loader] } }).getTemplate('', false).constructor
    classCache.set(env.getTemplate, Template)
  }
  return Template
}

/**
 * @param {object} template of Nunjucks
 * @returns {Engine}
 */
function engineOf (template) {
  const prototype = Object.getPrototypeOf(template)
  let engine = engineCache.get(prototype)
  if (engine?.render !== template.render) {
    engine = createEngine(template)
    engineCache.set(prototype, engine)
  }
  return engine
}

function createEngine ({ constructor: Template, env, render }) {
  const code = codeOf(render)
  if (!OWN_RENDER.every((part) => part.test(code))) return { render, isOwn: false }

  let engine
  const root = (env, context, frame, runtime) => {
    engine = { Frame: frame.constructor, createContext: contextsOf(context.constructor), runtime, splicing: splicingOf(runtime), render, isOwn: true }
  }
  new Template({ type: 'code', obj: { root } }, env).render({})
  return engine
}

/**
 * @param {Function} Context the class
 * @returns {NonNullable<Engine['createContext']>} creates contexts, faster than the class if the app has not changed it
 */
function contextsOf (Context) {
  const create = (locals, blocks, env) => new Context(locals, blocks, env)
  const code = codeOf(Context.prototype.init)
  if (!OWN_INIT.every((part) => part.test(code))) return create

  function Same (env, ctx) {
    this.env = env
    this.ctx = ctx
    this.blocks = {}
    this.exported = []
  }
  Same.prototype = Context.prototype
  return (locals, blocks, env) => {
    // Nunjucks copies this property by assignment, which sets the prototype.
    if (Object.hasOwn(locals, '__proto__')) return create(locals, blocks, env)
    const context = new Same(env, { ...locals })
    for (const name of Object.keys(blocks)) context.addBlock(name, blocks[name])
    return context
  }
}

/**
 * Derives a runtime for functions that may pass pages to each other. A precompiled template that receives a page
 * either appends it to a string, which converts it, or marks it as safe.
 *
 * @param {object} runtime
 * @returns {object}
 */
function splicingOf (runtime) {
  return Object.create(runtime, {
    markSafe: { __proto__: null, value: (value) => runtime.markSafe(value instanceof Rendered ? value.toString() : value) }
  })
}

module.exports = { engineOf, templateClassOf }
