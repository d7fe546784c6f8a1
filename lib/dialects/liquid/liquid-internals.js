'use strict'

const { ANY, CheckedMethods } = require('../shared/checked-methods')
const { memoize } = require('../../util/memoize')
const { rendersAlike } = require('./renders-alike')
const { runGenerator } = require('./run-generator')
const { unrecognized } = require('../shared/unrecognized')

/**
 * Digests of the methods that the dialect replaces, in all versions whose behaviour is the same. With any other code, the
 * engine renders all pages.
 */
const PAGE_CODE = {
  Emitter: { write: '2n3sYOambz8P' },
  HTML: { render: 'TmdmyzOpiWTR' },
  Liquid: {
    renderFile: 'HZWcGpjblH4l',
    _renderFile: 'Ou1PKgiKJJ1X',
    _render: 'g-amzq-w43IZ ZN7kqF45FTxa',
    parse: 'w3VfhZVxr1aF',
    _parseFile: '9iJIv7z7d2ea',
    _parsePartialFile: 'Pb6frVCjkBbS SiYrK0-iuiey',
    _parseLayoutFile: 'JiVeIawvhefa dDoMSS-89x4v'
  },
  Output: { render: 'SnjN9V8Q2ryi NnOF6HXgr3yG' },
  Parser: { parse: ANY, parseTokens: ANY, parseToken: ANY, _parseFile: 'Z6o4lkkiOCVs j-Qa6NkEW8k6', _parseFileCached: 'oXV9YpEML81L sLU1krB5L5bE' },
  Render: { renderTemplates: '8XeBseCyg8ve nRgc_fOjU2yo' }
}

/** The same for values. With any other code, Liquid evaluates them. */
const VALUE_CODE = {
  BlockDrop: { super: 'jiGvDW9u7NPG' },
  Context: { _get: 'O9husFSIb0g_', _getFromScope: 'JUlgLi7PFwe4' },
  Expression: { evaluate: 'IP_q9sxmohaH' },
  Filter: { render: '_MhpblLNLhhD' },
  Value: { value: 'HlraAuMVAC8N' }
}

/** The same for `render` and `getBlockRender` of the tags that are replaced or spliced. With any other code, Liquid renders the tag. */
const TAG_CODE = {
  '#': 'hVMhQ0ircgrO',
  assign: '66pZm2GdFyZz',
  block: 'nUM0BoMX3XpX',
  capture: 'ij6ESES8wUUQ',
  case: 'zXHkJ4Qc-Ahf CCn2eeNyxXjw',
  comment: 'hVMhQ0ircgrO',
  echo: 'kEYpcXHProzb ia5Avikt2TPT',
  for: 'Mv-b6hBX8aJQ sRTD4FLidds4',
  if: 'mt_RsFuga4FF Y58Sh2bHNC62',
  include: 'H4pcezGur6eZ 5hxmv8rXZudO',
  layout: 'C9XFGJhp6r7e yMnRmMjCpxvi',
  liquid: 'C-YXiwMgfRlo',
  raw: 'M56wcCwaM0pt',
  render: 'MU7IcmCXrd-4 ZlyVRXbGE4zw',
  tablerow: 'QfTDaTFYpcqL fR5eLiSRf8ia',
  unless: 'wjlc5smkNhqO f1MROL_lZLhX'
}

/** The part of a context that `renderTemplates` reads, without a limit of time. */
const NO_LIMIT = { opts: {}, renderLimit: { check () {} } }

/**
 * The classes and functions inside one copy of Liquid. An instance has no reference to its package, so they are read
 * from objects that the class creates.
 */
class LiquidInternals {
  constructor (Liquid) {
    const liquid = new Liquid()
    const [html, output] = liquid.parse('a{{ b | upcase }}')
    const [block] = liquid.parse('{% block a %}{% endblock %}')
    const take = (ctx, emitter) => {
      this.Context = ctx.constructor
      this.Emitter = emitter.constructor
      this.BlockDrop = ctx.findScope('block').block.constructor
    }
    block.templates.push({ token: html.token, render: take })
    liquid.renderSync([block], {})
    this.Liquid = Liquid
    this.fs = liquid.options.fs
    this.HTML = html.constructor
    this.Output = output.constructor
    this.Value = output.value.constructor
    this.Filter = output.value.filters[0].constructor
    this.Expression = output.value.initial.constructor
    this.Render = liquid.renderer.constructor
    this.Parser = liquid.parser.constructor
    const operands = liquid.parse('{{ "a" }}{{ 1 }}{{ true }}{{ a.b }}').map(({ value }) => value.initial.postfix[0].constructor)
    /** The classes of constants and of properties, as operands. */
    this.Constants = new Set(operands.slice(0, 3))
    this.Property = operands[3]
    this.ownTags = new Set(Object.values(liquid.tags))
    this.methods = new CheckedMethods()
    const unknown = this.findUnknown(PAGE_CODE)
    this.knowsValues = this.findUnknown(VALUE_CODE) === undefined
    this.tags = new Map(Object.keys(TAG_CODE).filter((name) => this.knowsTag(liquid.tags[name], name)).map((name) => [liquid.tags[name], name]))
    /** Why Liquid itself must render the pages of all instances. @type {string | undefined} */
    this.reason = undefined
    if (unknown !== undefined) this.reason = `uses a LiquidJS whose method ${unknown}() has unknown code`
    else if (!rendersAlike(this, liquid)) this.reason = 'uses a LiquidJS that renders a test page in another way'
  }

  findUnknown (known) {
    const owners = Object.fromEntries(Object.keys(known).map((type) => [type, this[type].prototype]))
    return this.methods.findUnknown(owners, known)
  }

  knowsTag (Tag, name) {
    return Tag !== undefined && this.methods.check(Tag.prototype, ['render', 'getBlockRender'], TAG_CODE[name], name)
  }

  /** @returns {LiquidInternals | undefined} nothing if Liquid itself must render the pages of the instance */
  static of (instance) {
    const internals = internalsOf(classOf(instance))
    return internals !== null && internals.reasonAgainst(instance) === undefined ? internals : undefined
  }

  /** @returns {string | undefined} why Liquid itself must render the pages of the instance */
  static reasonAgainst (instance) {
    const internals = internalsOf(classOf(instance))
    return internals === null ? unrecognized('liquidjs', instance, 'uses a LiquidJS that is built in an unknown way') : internals.reasonAgainst(instance)
  }

  reasonAgainst (instance) {
    const { Liquid, Render } = this
    if (this.reason !== undefined) return unrecognized('liquidjs', instance, this.reason)
    const replaced = this.methods.findReplaced()
    if (replaced !== undefined) return unrecognized('liquidjs', instance, `uses a LiquidJS whose method ${replaced}() has been replaced`)
    for (const name in PAGE_CODE.Liquid) {
      if (instance[name] !== Liquid.prototype[name]) return `is of an instance of Liquid with another ${name}()`
    }
    if (instance.renderer.renderTemplates !== Render.prototype.renderTemplates) return 'is of an instance of Liquid with another renderer'
    if (instance.options.keepOutputType) return 'is of an instance of Liquid with the option keepOutputType, whose pages need not be text'
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

/** Returns the internals of a class `Liquid`; null where it is built differently. @type {(Liquid: Function) => LiquidInternals | null} */
const internalsOf = memoize((Liquid) => {
  try {
    return new LiquidInternals(Liquid)
  } catch {
    return null
  }
})

/** @returns {Function} the class `Liquid`, the base of the app's subclasses */
function classOf (instance) {
  let prototype = Object.getPrototypeOf(instance)
  for (;;) {
    const above = Object.getPrototypeOf(prototype)
    if (above === null || Object.getPrototypeOf(above) === null) return prototype.constructor
    prototype = above
  }
}

module.exports = { LiquidInternals, classOf }
