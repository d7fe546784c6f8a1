'use strict'

const { digestOf } = require('../shared/is-unmodified')
const { runGenerator } = require('./run-generator')

/** The methods of an instance that render a page. */
const METHODS = ['renderFile', '_renderFile', '_render', 'parse', '_parseFile', '_parsePartialFile', '_parseLayoutFile']

/** The tags that the dialect replaces or splices. */
const TAGS = ['#', 'assign', 'block', 'capture', 'case', 'comment', 'echo', 'for', 'if', 'include', 'layout', 'liquid', 'raw', 'render', 'tablerow', 'unless']

/**
 * Digests of the code that the dialect replaces or depends on. With any other code, the engine renders all pages.
 */
const KNOWN = new Set([
  'WFNsUs_YsFW4HQKYxlmXdEDxkyS52okzc70Wp8bad9E', // 10.30.1
  't1WyAK2pumoUJmVcAikaDd0m0BcDD5LPQa075eVh1YM', // 10.30.0
  '-0QuqSMm10vj30MmVacn5GNZ2Rx57KzNMr1Y3hQaLdQ' // 10.28.0 to 10.29.0
])

/** The versions with these digests. */
const VERSIONS = '10.28 to 10.30'

/** The part of a context that `renderTemplates` reads, without a limit of time. */
const NO_LIMIT = { opts: {}, renderLimit: { check () {} } }

/** Maps a class `Liquid` to its internals; to null where it has none of those. @type {WeakMap<Function, LiquidInternals | null>} */
const internalsCache = new WeakMap()

/**
 * The classes and functions inside one copy of Liquid. An instance has no reference to its package, so they are read
 * from objects that the class creates.
 */
class LiquidInternals {
  /**
   * @param {Function} Liquid the class
   */
  constructor (Liquid) {
    const liquid = new Liquid()
    const [html, output] = liquid.parse('a{{ b | upcase }}')
    const { ctx, emitter } = probe(liquid, html.token)
    const [block] = liquid.parse('{% block a %}{% endblock %}')
    block.templates.push({ token: html.token, render: (ctx) => { this.BlockDrop = ctx.findScope('block').block.constructor } })
    liquid.renderSync([block], {})
    this.Liquid = Liquid
    this.fs = liquid.options.fs
    this.HTML = html.constructor
    this.Output = output.constructor
    this.Value = output.value.constructor
    this.Filter = output.value.filters[0].constructor
    this.Expression = output.value.initial.constructor
    this.Context = ctx.constructor
    this.Emitter = emitter.constructor
    this.Render = liquid.renderer.constructor
    this.Parser = liquid.parser.constructor
    this.tags = new Map(TAGS.map((name) => [liquid.tags[name], name]))
    this.ownTags = new Set(Object.values(liquid.tags))
    this.isKnown = KNOWN.has(digestOf(replacedCode(this)))
  }

  /**
   * @param {object} instance
   * @returns {LiquidInternals | undefined} nothing if the version of Liquid is unknown, or the instance is modified
   */
  static of (instance) {
    const internals = internalsFor(instance)
    return internals?.isKnown && internals.changeOf(instance) === undefined ? internals : undefined
  }

  /**
   * @param {object} instance
   * @returns {string | undefined} why it may render differently from an unmodified instance: the rest of a sentence
   *   that begins with the name of a template
   */
  changeOf (instance) {
    const { Liquid, Render } = this
    for (const name of METHODS) {
      if (instance[name] !== Liquid.prototype[name]) return `is of an instance of Liquid with another ${name}()`
    }
    if (instance.renderer.renderTemplates !== Render.prototype.renderTemplates) return 'is of an instance of Liquid with another renderer'
    if (instance.options.keepOutputType) return 'is of an instance of Liquid with the option keepOutputType, whose pages need not be text'
  }

  /** Calls Liquid's own `renderTemplates`. @returns {Iterator<unknown>} */
  renderTemplates (templates, ctx, emitter) {
    return this.Render.prototype.renderTemplates(templates, ctx, emitter)
  }

  /** @returns {unknown} the error that Liquid throws for an error of a template */
  renderError (error, { token }) {
    try {
      runGenerator(this.renderTemplates([{ token, render () { throw error } }], NO_LIMIT, {}))
    } catch (thrown) {
      return thrown
    }
  }

  /** @returns {string} the text that Liquid prints for a value */
  stringify (value) {
    const emitter = new this.Emitter()
    emitter.write(value)
    return emitter.buffer
  }
}

/** @returns {LiquidInternals | null} those of the instance's Liquid, of known code or not; null where Liquid is built differently */
function internalsFor (instance) {
  const Liquid = classOf(instance)
  let internals = internalsCache.get(Liquid)
  if (internals === undefined) {
    try {
      internals = new LiquidInternals(Liquid)
    } catch {
      internals = null
    }
    internalsCache.set(Liquid, internals)
  }
  return internals
}

/** @returns {Function} the class `Liquid`, the base of the app's subclasses */
function classOf (instance) {
  let prototype = Object.getPrototypeOf(instance)
  for (;;) {
    const above = Object.getPrototypeOf(prototype)
    if (above === null || Object.getPrototypeOf(above) === null) return prototype.constructor
    prototype = above
  }
}

/** @returns {{ ctx: object, emitter: object }} the arguments of a template's `render` */
function probe (liquid, token) {
  let found
  liquid.renderSync([{ token, render (ctx, emitter) { found = { ctx, emitter } } }], {})
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

module.exports = { LiquidInternals, VERSIONS, internalsFor }
