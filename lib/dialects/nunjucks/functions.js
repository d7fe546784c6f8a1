'use strict'

const { LRUCache } = require('lru-cache')
const { Rendered } = require('../../page/rendered')
const { nameFragments } = require('../shared/generated-code')
const { read } = require('./generated')
const { bindLoop } = require('./loops')
const { add, end, guarded, include, put, safe } = require('./output')
const { rewrite } = require('./rewrite')

/**
 * What makes the functions of a template, or the reason why only Nunjucks can run them.
 *
 * @typedef {{ create: (given: object) => Functions } | { reason: string }} Factory
 * @typedef {{ root: Function, blocks: Record<string, Function> }} Functions
 */

/**
 * Maps the code that Nunjucks generated to its factory: without a cache of its own, Nunjucks
 * compiles a template at each render.
 *
 * @type {LRUCache<string, Factory>}
 */
const factories = new LRUCache({ max: 500, maxSize: 4 << 20, sizeCalculation: (factory, source) => source.length + 1 })

/** What rewritten code sees beside its fragments. */
const NAMES = {
  __brAdd: add,
  __brEnd: end,
  __brGuarded: guarded,
  __brInclude: include,
  __brLoop: bindLoop,
  __brPut: put,
  __brRendered: Rendered,
  __brSafe: safe
}

/**
 * @param {object} template a compiled one of Nunjucks
 * @param {{ __brRuntime: object, __brSpliced: Function }} given the runtime that splices, and
 *   what gives the `Spliced` of a template
 * @returns {Functions | undefined} its functions, rewritten; nothing if only Nunjucks can run them
 */
function functionsOf (template, given) {
  const source = sourceOf(template)
  let factory = factories.get(source)
  if (factory === undefined) {
    factory = createFactory(template)
    factories.set(source, factory)
  }
  return factory.create?.({ ...NAMES, ...given })
}

/** @returns {string} the code of the function `root` and of those of the blocks */
function sourceOf ({ rootRenderFunc, blocks }) {
  return [rootRenderFunc, ...Object.values(blocks)].map(String).join('\n')
}

/** @returns {Factory} that of a compiled template */
function createFactory (template) {
  const generated = read(sourceOf(template))
  if (generated.reason) return generated

  const rewritten = rewrite(generated)
  const fragments = nameFragments(rewritten.fragments)
  const given = [...Object.keys(NAMES), '__brRuntime', '__brSpliced', ...Object.keys(fragments)]
  const blocks = Object.keys(template.blocks).map((name) => `${JSON.stringify(name)}: b_${name}`)
  const create = new Function(`{ ${given} }`, `${rewritten.source}\nreturn { root, blocks: { ${blocks} } };`) // eslint-disable-line no-new-func
  return { create: (values) => create({ ...values, ...fragments }) }
}

module.exports = { createFactory, functionsOf }
