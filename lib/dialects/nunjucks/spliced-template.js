'use strict'

const { internalsOf } = require('./nunjucks-internals')
const { fromCallback } = require('../../util/from-callback')
const { forget, functionsOf } = require('./functions')

/** A template of Nunjucks that renders to a `Rendered` or a string. */
class Spliced {
  constructor (template, internals, functions) {
    const { rootRenderFunc, blocks, render, getExported, compile } = template
    this.originals = { rootRenderFunc, blocks, render, getExported, compile }
    this.template = template
    this.internals = internals
    this.env = template.env
    // A template that extends this one reads these two properties, as in Nunjucks.
    this.rootRenderFunc = functions.root
    this.blocks = functions.blocks
    this.names = functions.names
  }

  /** @returns {boolean} whether the app has neither replaced a part of the template nor had it compiled again */
  isCurrent () {
    const { originals, template } = this
    return template.compiled && template.rootRenderFunc === originals.rootRenderFunc &&
      template.blocks === originals.blocks &&
      template.render === originals.render &&
      template.getExported === originals.getExported &&
      template.compile === originals.compile
  }

  /** Renders as `Template.prototype.render` does. The frame is that of the template that includes this one, if any. */
  render (locals, parentFrame, callback) {
    const { internals, env } = this
    const context = internals.createContext(locals, this.blocks, env)
    const frame = parentFrame ? parentFrame.push(true) : new internals.Frame()
    frame.topLevel = true
    let failed = false
    this.rootRenderFunc(env, context, frame, internals.runtime, (error, page) => {
      if (failed && page !== undefined) return
      if (!error) return callback(error, page)
      failed = true
      this.fail(error, page, parentFrame, callback)
    })
  }

  /** Runs the template for its macros and variables, as `Template.prototype.getExported` does. */
  getExported (...given) {
    const callback = given.pop()
    const [locals = {}, parentFrame] = given
    const { internals, env } = this
    const frame = parentFrame ? parentFrame.push() : new internals.Frame()
    frame.topLevel = true
    const context = internals.createContext(locals, this.blocks, env)
    this.rootRenderFunc(env, context, frame, internals.runtime, (error) => error
      ? callback(error, null)
      : callback(null, context.getExported()))
  }

  /** Has Nunjucks report an error of the template as it would if it rendered the template. */
  fail (error, page, parentFrame, callback) {
    const failing = Object.create(this.template)
    failing.rootRenderFunc = (env, context, frame, runtime, cb) => cb(error, page)
    failing.render({}, parentFrame, callback)
  }
}

/** Template of Nunjucks → its `Spliced`, or the reason why it has none. @type {WeakMap<object, Spliced | string>} */
const splicedCache = new WeakMap()

/**
 * @param {string} [name] the template's in Nunjucks' code. @param {string} [method] the one that this code calls
 * @returns {object} the `Spliced` of a template; for an engine fallback, the template itself
 * @throws {TypeError} as Nunjucks' code, for what a name such as `constructor` gives
 */
function splicedOf (template, name, method) {
  if (name !== undefined && Object(template) === template && typeof template[method] !== 'function') {
    throw new TypeError(`${name}.${method} is not a function`)
  }
  const spliced = splicedOrReason(template)
  return spliced instanceof Spliced ? spliced : template
}

/** Renders a template as Nunjucks does for an app. @returns {string | undefined} the reason for an engine fallback */
function renderTemplate (template, locals, done) {
  const spliced = splicedOrReason(template)
  const reason = fallbackReason(spliced)
  if (reason === undefined) {
    spliced.internals.values.check()
    spliced.render(locals, null, done)
  } else {
    template.render(locals, done)
  }
  return reason
}

/** @returns {string | undefined} why Nunjucks itself must render the template */
function fallbackReason (spliced) {
  return spliced instanceof Spliced ? spliced.internals.fallbackReason(spliced.env) : spliced
}

/**
 * Rewrites a template and those that it names again, which publishes their static text: the environment may keep them.
 *
 * @returns {Promise<string | undefined>} as `fallbackReason`
 */
async function rewriteAgain (template, names = new Set()) {
  splicedCache.delete(template)
  if (template?.compiled) forget(template)
  const spliced = splicedOrReason(template)
  const reason = fallbackReason(spliced)
  for (const name of reason === undefined ? spliced.names : []) {
    if (names.has(name)) continue
    names.add(name)
    // One that is missing may never be needed.
    const named = await fromCallback((done) => template.env.getTemplate(name, true, template.path, true, done))
    await rewriteAgain(named, names)
  }
  return reason
}

function splicedOrReason (template) {
  const cached = splicedCache.get(template)
  if (cached !== undefined && (typeof cached === 'string' || cached.isCurrent())) return cached
  const isPlain = typeof template === 'object' && template !== null &&
    !['render', 'getExported', 'compile'].some((name) => Object.hasOwn(template, name))
  if (!isPlain) return 'is no plain template of Nunjucks'

  const internals = internalsOf(template)
  const reason = internals.fallbackReason(template.env)
  if (reason !== undefined) return reason

  const spliced = create(template, internals)
  // Nunjucks compiles a broken template again, and throws its error.
  if (template.compiled) splicedCache.set(template, spliced)
  return spliced
}

function create (template, internals) {
  if (template.tmplProps !== undefined) return 'is precompiled'
  try {
    template.compile()
  } catch {
    return 'does not compile'
  }
  const { splicing: runtime, values: { bind, print } } = internals
  const functions = functionsOf(template, { runtime, bind, print, spliced: splicedOf })
  return functions.reason ?? new Spliced(template, internals, functions)
}

module.exports = { renderTemplate, rewriteAgain }
