'use strict'

const { digestOf } = require('../shared/is-unmodified')
const { runGenerator } = require('./run-generator')

/** The methods of an instance by which a page is rendered. */
const METHODS = ['renderFile', '_renderFile', '_render', 'parse', '_parseFile', '_parsePartialFile', '_parseLayoutFile']

/** The tags that are rendered in a way of the dialect's own. */
const TAGS = ['#', 'assign', 'block', 'capture', 'case', 'comment', 'echo', 'for', 'if', 'include', 'layout', 'liquid', 'raw', 'render', 'tablerow', 'unless']

/**
 * Digests of the code that the dialect replaces or builds on, without comments and white space.
 * A Liquid with any other renders its pages itself.
 */
const KNOWN = new Set([
  'WFNsUs_YsFW4HQKYxlmXdEDxkyS52okzc70Wp8bad9E', // 10.30.1
  't1WyAK2pumoUJmVcAikaDd0m0BcDD5LPQa075eVh1YM', // 10.30.0
  '-0QuqSMm10vj30MmVacn5GNZ2Rx57KzNMr1Y3hQaLdQ' // 10.28.0 to 10.29.0
])

/** The versions with one of those. */
const VERSIONS = '10.28 to 10.30'

/** What a limit of time asks of a context, and no more. */
const CALM = { opts: {}, renderLimit: { check () {} } }

/** Classes `Liquid` to what is known of them. @type {WeakMap<Function, LiquidInternals | null>} */
const kits = new WeakMap()

/**
 * What the dialect knows of one copy of Liquid. An instance does not lead to its package, so the
 * parts are taken from what the package makes.
 */
class LiquidInternals {
  /**
   * @param {Function} Liquid the class
   */
  constructor (Liquid) {
    const stock = new Liquid()
    const [html, output] = stock.parse('a{{ b | upcase }}')
    const { ctx, emitter } = probe(stock, html.token)
    const [block] = stock.parse('{% block a %}{% endblock %}')
    block.templates.push({ token: html.token, render: (ctx) => { this.BlockDrop = ctx.findScope('block').block.constructor } })
    stock.renderSync([block], {})
    this.Liquid = Liquid
    this.fs = stock.options.fs
    this.HTML = html.constructor
    this.Output = output.constructor
    this.Value = output.value.constructor
    this.Filter = output.value.filters[0].constructor
    this.Expression = output.value.initial.constructor
    this.Context = ctx.constructor
    this.Emitter = emitter.constructor
    this.Render = stock.renderer.constructor
    this.Parser = stock.parser.constructor
    this.tags = new Map(TAGS.map((name) => [stock.tags[name], name]))
    this.stockTags = new Set(Object.values(stock.tags))
    this.isKnown = KNOWN.has(digestOf(replacedCode(this)))
  }

  /**
   * @param {object} instance
   * @returns {LiquidInternals | undefined} nothing if the instance is of a Liquid, or is changed in
   *   a way, that the dialect does not know
   */
  static of (instance) {
    const internals = kitFor(instance)
    return internals?.isKnown && internals.changeOf(instance) === undefined ? internals : undefined
  }

  /**
   * @param {object} instance
   * @returns {string | undefined} why it may render in another way than one that nobody has changed:
   *   the rest of a sentence that begins with one of its templates
   */
  changeOf (instance) {
    const { Liquid, Render } = this
    for (const name of METHODS) {
      if (instance[name] !== Liquid.prototype[name]) return `is of an instance of Liquid with another ${name}()`
    }
    if (instance.renderer.renderTemplates !== Render.prototype.renderTemplates) return 'is of an instance of Liquid with another renderer'
    if (instance.options.keepOutputType) return 'is of an instance of Liquid with the option keepOutputType, whose pages need not be text'
  }

  /** @returns {Iterator<unknown>} Liquid's own */
  renderTemplates (templates, ctx, emitter) {
    return this.Render.prototype.renderTemplates(templates, ctx, emitter)
  }

  /** @returns {unknown} what Liquid throws for what a template has thrown */
  renderError (error, { token }) {
    try {
      runGenerator(this.renderTemplates([{ token, render () { throw error } }], CALM, {}))
    } catch (thrown) {
      return thrown
    }
  }

  /** @returns {string} what Liquid prints for a value */
  stringify (value) {
    const emitter = new this.Emitter()
    emitter.write(value)
    return emitter.buffer
  }
}

/** @returns {LiquidInternals | null} that of the instance's Liquid, be it known or not; null where Liquid is made in another way */
function kitFor (instance) {
  const Liquid = classOf(instance)
  let internals = kits.get(Liquid)
  if (internals === undefined) {
    try {
      internals = new LiquidInternals(Liquid)
    } catch {
      internals = null
    }
    kits.set(Liquid, internals)
  }
  return internals
}

/** @returns {Function} the class `Liquid`, above those that an app has derived */
function classOf (instance) {
  let prototype = Object.getPrototypeOf(instance)
  for (;;) {
    const above = Object.getPrototypeOf(prototype)
    if (above === null || Object.getPrototypeOf(above) === null) return prototype.constructor
    prototype = above
  }
}

/** @returns {{ ctx: object, emitter: object }} what templates are rendered with */
function probe (stock, token) {
  let found
  stock.renderSync([{ token, render (ctx, emitter) { found = { ctx, emitter } } }], {})
  return found
}

/** @returns {unknown[]} the functions that decide how a page is rendered */
function replacedCode ({ BlockDrop, Context, Emitter, Expression, Filter, HTML, Liquid, Output, Parser, Render, Value, tags }) {
  return [
    ...methodsOf(BlockDrop, ['super']),
    ...methodsOf(Context, ['findScope', 'readProperty', '_get', '_getFromScope']),
    ...methodsOf(Emitter, ['write']),
    ...methodsOf(Expression, ['evaluate']),
    ...[Filter, HTML, Output].flatMap((each) => methodsOf(each, ['render'])),
    ...methodsOf(Liquid, [...METHODS, 'express']),
    ...methodsOf(Parser, ['_parseFile', '_parseFileCached', 'parse']),
    ...methodsOf(Render, ['renderTemplates']),
    ...methodsOf(Value, ['value']),
    ...[...tags.keys()].flatMap((Tag) => methodsOf(Tag, ['render', 'getBlockRender']))
  ]
}

function methodsOf (type, names) {
  return names.map((name) => type.prototype[name])
}

module.exports = { LiquidInternals, VERSIONS, kitFor }
