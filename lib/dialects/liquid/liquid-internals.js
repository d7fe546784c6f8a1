'use strict'

const guard = require('../guards/liquidjs.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { unknownCode, unrecognized } = require('../guards/unrecognized')
const { strippedCodeOf } = require('../../util/code-digest')
const { memoize } = require('../../util/memoize')
const { rendersAlike } = require('./renders-alike')
const { runGenerator } = require('./run-generator')

const known = new KnownCode(guard)

/** The classes whose methods the dialect replaces. If the code of one is different, Liquid renders all pages. */
const PAGE_CLASSES = ['Liquid', 'Parser', 'Render', 'Emitter', 'HTML', 'Output']

/** The same for values. If the code of one is different, Liquid evaluates them. */
const VALUE_CLASSES = ['BlockDrop', 'Context', 'Expression', 'Filter', 'Value']

/** The tags that are replaced or spliced. If the code of one is different, Liquid renders the tag. */
const TAG_CLASSES = Object.keys(known.code).filter((name) => ![...PAGE_CLASSES, ...VALUE_CLASSES].includes(name))

/** The part of a context that `renderTemplates` reads, without a limit of time. */
const NO_LIMIT = { opts: {}, renderLimit: { check () {} } }

/**
 * The classes and functions inside a copy of Liquid, read from objects: instances have no reference to their package.
 */
class LiquidInternals {
  constructor (Liquid) {
    const liquid = new Liquid({ cache: true })
    this.Liquid = Liquid
    this.Render = liquid.renderer.constructor
    this.Parser = liquid.parser.constructor
    this.Loader = liquid.parser.loader.constructor
    this.Cache = liquid.options.cache.constructor
    this.fs = liquid.options.fs
    this.engineTags = new Set(Object.values(liquid.tags))
    this.engineFilters = new Set(Object.values(liquid.filters))
    this.methods = new CheckedMethods(known)
    /** The method for whose unknown code Liquid itself must render all pages. @type {string | undefined} */
    this.unknown = this.findUnknown(PAGE_CLASSES.slice(0, 3)) ?? this.findForeign()
    // What an app has replaced is not called here.
    if (this.unknown !== undefined) return
    const [html, output] = liquid.parse('a{{ b | upcase }}')
    const [block] = liquid.parse('{% block a %}{% endblock %}')
    const take = (ctx, emitter) => {
      this.Context = ctx.constructor
      this.Emitter = emitter.constructor
      this.BlockDrop = ctx.findScope('block').block.constructor
    }
    block.templates.push({ token: html.token, render: take })
    liquid.renderSync([block])
    this.HTML = html.constructor
    this.Output = output.constructor
    this.Value = output.value.constructor
    this.Filter = output.value.filters[0].constructor
    this.Expression = output.value.initial.constructor
    const operands = liquid.parse('{{ "a" }}{{ 1 }}{{ true }}{{ a.b }}')
      .map(({ value }) => value.initial.postfix[0].constructor)
    /** The classes of constants and of properties, as operands. */
    this.Constants = new Set(operands.slice(0, 3))
    this.Property = operands[3]
    this.unknown = this.findUnknown(PAGE_CLASSES.slice(3))
    this.knowsValues = this.findUnknown(VALUE_CLASSES) === undefined
    const isKnown = (name) => liquid.tags[name] !== undefined &&
      this.methods.findUnknown(name, liquid.tags[name].prototype) === undefined
    this.tags = new Map(TAG_CLASSES.filter(isKnown).map((name) => [liquid.tags[name], name]))
  }

  findUnknown (types) {
    for (const type of types) {
      const unknown = this.methods.findUnknown(type, this[type].prototype)
      if (unknown !== undefined) return unknown
    }
  }

  /** @returns {string | undefined} a method that is not in the code of its class: an app has replaced it */
  findForeign () {
    for (const type of ['Loader', 'Parser']) {
      const code = strippedCodeOf(this[type])
      const names = Object.getOwnPropertyNames(this[type].prototype)
      const foreign = names.find((name) => !code.includes(strippedCodeOf(this[type].prototype[name])))
      if (foreign !== undefined) return `${type}.${foreign}`
      this.methods.watch(type, this[type].prototype, names)
    }
  }

  /** @returns {boolean} whether an instance reads files as Liquid does: the app gives it no file system of its own */
  static readsDisk (instance) {
    return internalsOf(classOf(instance))?.fs === instance.options.fs
  }

  /** @returns {LiquidInternals | undefined} nothing if Liquid itself must render the pages of the instance */
  static of (instance) {
    return LiquidInternals.fallbackReason(instance) === undefined ? internalsOf(classOf(instance)) : undefined
  }

  /** @returns {string | undefined} why Liquid itself must render the pages of the instance */
  static fallbackReason (instance) {
    const internals = internalsOf(classOf(instance))
    return internals === null ? unrecognized(guard, instance) : internals.fallbackReason(instance)
  }

  fallbackReason (instance) {
    const { Liquid, Render } = this
    const changed = this.unknown ?? this.methods.findReplaced()
    if (changed !== undefined) return unrecognized(guard, instance, unknownCode(guard, changed))
    for (const name in known.code.Liquid) {
      if (instance[name] !== Liquid.prototype[name]) return `is of an instance of Liquid with another ${name}()`
    }
    if (instance.renderer.renderTemplates !== Render.prototype.renderTemplates) {
      return 'is of an instance of Liquid with another renderer'
    }
    if (instance.options.keepOutputType) {
      return 'is of an instance of Liquid with the option keepOutputType, whose pages need not be text'
    }
  }

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

/** Returns the internals of a class `Liquid`; null where it is built differently, or renders a different page. */
const internalsOf = memoize((Liquid) => {
  try {
    const internals = new LiquidInternals(Liquid)
    return internals.unknown !== undefined || rendersAlike(internals, new Liquid()) ? internals : null
  } catch {
    return null
  }
})

/** @returns {Function} the class `Liquid`, the base of the app's subclasses */
function classOf (instance) {
  const prototype = Object.getPrototypeOf(instance)
  const above = Object.getPrototypeOf(prototype)
  return above === null || Object.getPrototypeOf(above) === null ? prototype.constructor : classOf(prototype)
}

module.exports = { LiquidInternals, classOf, guard }
