'use strict'

const { LRUCache } = require('../../util/lru-cache')
const { Splicer } = require('../../page/splicer')
const { isCall, isText } = require('../shared/matchers')
const { OURS } = require('../shared/names')
const { append } = require('../shared/output')
const { readGenerated } = require('./generated')
const { bindLoop } = require('./loops')
const { endOutput, include, safe } = require('./output')
const { rewrite } = require('./rewrite')

/**
 * Creates the functions of a template, or holds the reason for an engine fallback.
 *
 * @typedef {{ create: (given: object) => Functions } | { reason: string }} Factory
 * @typedef {{ root: Function, blocks: Record<string, Function>, names: string[] }} Functions `names` of what it loads
 */

/** Maps generated code to its factory. Nunjucks compiles a template on each render if its cache is off. */
const factoryCache = new LRUCache({
  max: 500,
  maxSize: 4 << 20,
  sizeCalculation: (factory, source) => source.length + 1
})

/** The functions and classes that rewritten code uses, by the one name that is inserted. */
const USED = { Splicer, append, bindLoop, endOutput, include, safe }

/**
 * @param {{ runtime: object, spliced: Function }} given the splicing runtime, and what returns a template's `Spliced`
 * @returns {Functions | { reason: string }} its rewritten functions, or the reason for an engine fallback
 */
function functionsOf (template, given) {
  const source = sourceOf(template)
  let factory = factoryCache.get(source)
  if (factory === undefined) {
    factory = createFactory(template)
    factoryCache.set(source, factory)
  }
  return factory.reason === undefined ? factory.create(given) : factory
}

function forget (template) {
  factoryCache.delete(sourceOf(template))
}

/** @returns {string} the code of the function `root` and of the block functions */
function sourceOf ({ rootRenderFunc, blocks }) {
  return [rootRenderFunc, ...Object.values(blocks)].map(String).join('\n')
}

function createFactory (template) {
  const generated = readGenerated(sourceOf(template))
  if (generated.reason) return generated

  const rewritten = rewrite(generated)
  if (rewritten.reason) return rewritten

  const blocks = Object.keys(template.blocks).map((name) => `${JSON.stringify(name)}: b_${name}`)
  const code = `${rewritten.source}\nreturn { root, blocks: { ${blocks} } };`
  const create = new Function(OURS, code) // eslint-disable-line no-new-func
  // Of the templates that the code extends, includes or imports by a literal.
  const loads = generated.tree.all('CallExpression').filter((node) => isCall(node, 'env', 'getTemplate'))
  const names = loads.map(({ arguments: [name] }) => name).filter(isText).map(({ value }) => value)
  return { create: (given) => ({ ...create({ ...USED, ...given, fragments: rewritten.fragments }), names }) }
}

module.exports = { createFactory, forget, functionsOf }
