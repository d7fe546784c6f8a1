'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { outputsAmong } = require('../shared/outputs-among')
const { SplicingEmitter } = require('./emitter')
const { Nodes } = require('./node-list')
const { DirectValue, failing } = require('./value')

/** The tags that print the same text, or none, at every render. */
const STATIC = ['#', 'comment', 'raw']

/** The tags whose instance renders other templates for them. */
const NESTING = ['block', 'capture', 'case', 'for', 'if', 'include', 'liquid', 'render', 'tablerow', 'unless']

/**
 * Creates nodes that splice from templates that Liquid has parsed. Liquid's templates are not changed: a tag is copied
 * where it must differ, and renders by Liquid's method.
 */
function createNodes (templates, liquidRenderer) {
  const outputs = outputsAmong(templates, (template) => partsOf(template, liquidRenderer.internals))
  const list = outputs.flatMap(({ parts }) => parts).map(({ text, template }) =>
    text === undefined ? createNode(template, liquidRenderer) : new Static(text, template.token))
  return new Nodes(list, templates, liquidRenderer.internals)
}

/** See `outputsAmong`. */
function partsOf (template, { HTML, tags }) {
  const isText = template.constructor === HTML
  if (!isText && !STATIC.includes(tags.get(template.constructor))) return [{ template }]
  const text = isText ? template.str : template.render()
  return text ? [{ text, template }] : null
}

/** @returns {object} the template itself, if it is a tag of the app */
function createNode (template, liquidRenderer) {
  const { internals } = liquidRenderer
  if (template.constructor === internals.Output) {
    return internals.knowsValues
      ? new (isSuper(template) ? SuperOutput : DirectOutput)(template, internals)
      : template
  }

  const name = internals.tags.get(template.constructor)
  if (name === undefined) return template

  const node = Object.assign(Object.create(Object.getPrototypeOf(template)), template)
  const nested = (templates) => templates && createNodes(templates, liquidRenderer)
  const direct = (value) => internals.knowsValues && value?.constructor === internals.Value
    ? new DirectValue(value, internals)
    : value
  if (NESTING.includes(name)) node.liquid = liquidRenderer.forTags
  if (name === 'layout') node.liquid = liquidRenderer.forLayout
  const { value, templates, elseTemplates, branches } = { __proto__: null, ...template }
  node.value = direct(value)
  node.templates = nested(templates)
  node.elseTemplates = nested(elseTemplates)
  node.branches = branches?.map((branch) => ({
    ...branch,
    value: direct(branch.value),
    templates: nested(branch.templates)
  }))
  return node
}

class Static {
  /** @param {object} token Liquid's, of the first template of the text */
  constructor (text, token) {
    this.text = text
    this.token = token
    const form = StaticFragment.from(text)
    this.fragment = form === text ? undefined : form
  }

  render (ctx, emitter) {
    if (!(emitter instanceof SplicingEmitter)) emitter.write(this.text)
    else if (this.fragment === undefined) emitter.out.text += this.text
    else emitter.out.fragment(this.fragment)
  }
}

/** `{{ value | filter }}` */
class DirectOutput {
  constructor (output, internals) {
    this.output = output
    this.internals = internals
    this.token = output.token
    this.isSegment = true
    this.value = new DirectValue(output.value, internals)
  }

  render (ctx, emitter) {
    const value = this.value.value(ctx, false)
    const type = typeof value
    if (type !== 'object' && type !== 'function') emitter.write(value)
    // Liquid waits for promises and reads the values of drops.
    else return this.output.constructor.prototype.render.call({ value: { value: () => value } }, ctx, emitter)
  }
}

/** `{{ block.super }}`, which writes the block of the layout to the page. */
class SuperOutput extends DirectOutput {
  render (ctx, emitter) {
    const scope = ctx.findScope('block')
    const block = ctx.scopes.includes(scope) ? scope.block : undefined
    const writesToPage = block?.constructor === this.internals.BlockDrop && emitter instanceof SplicingEmitter
    return writesToPage ? this.writeBlock(block, emitter) : super.render(ctx, emitter)
  }

  * writeBlock (block, emitter) {
    try {
      yield block.superBlockRender(emitter)
    } catch (error) {
      yield this.value.operand.through(failing(error), false)
    }
  }
}

function isSuper ({ value: { filters, initial: { postfix } } }) {
  return filters.length === 0 && postfix.length === 1 && /^block\s*\.\s*super$/.test(postfix[0].getText())
}

module.exports = { createNodes }
