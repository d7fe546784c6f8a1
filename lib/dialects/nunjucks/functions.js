'use strict'

const { LRUCache } = require('lru-cache')
const { Rendered } = require('../../template/rendered')
const { read } = require('./generated')
const { bindLoop } = require('./loops')
const { add, createPage, end, put } = require('./output')
const { rewrite } = require('./rewrite')

/**
 * Makes the functions of a template, by the code that Nunjucks generated: without a
 * cache, Nunjucks compiles a template at each render. `false` where it cannot be
 * rewritten.
 *
 * @type {LRUCache<string, ((given: object) => object) | false>}
 */
const factories = new LRUCache({ max: 500, maxSize: 4 << 20, sizeCalculation: (factory, source) => source.length + 1 })

/** What rewritten code sees beside its fragments. */
const NAMES = { __brAdd: add, __brCreatePage: createPage, __brEnd: end, __brLoop: bindLoop, __brPut: put, __brRendered: Rendered }

/**
 * @param {object} template a compiled one of Nunjucks
 * @param {{ __brRuntime: object, __brSpliced: Function }} given the runtime that splices,
 *   and what finds a template that does
 * @returns {{ root: Function, blocks: Record<string, Function> } | undefined} its functions,
 *   rewritten; nothing if only Nunjucks can run them
 */
function functionsOf ({ rootRenderFunc, blocks }, given) {
  const names = Object.keys(blocks)
  const source = [rootRenderFunc, ...Object.values(blocks)].map(String).join('\n')
  let factory = factories.get(source)
  if (factory === undefined) {
    factory = createFactory(source, names)
    factories.set(source, factory)
  }
  return factory ? factory({ ...NAMES, ...given }) : undefined
}

/**
 * @param {string} source of the function `root` and those of the blocks
 * @param {string[]} names of the blocks
 * @returns {((given: object) => { root: Function, blocks: Record<string, Function> }) | false}
 */
function createFactory (source, names) {
  const generated = read(source)
  if (generated === undefined) return false

  const rewritten = rewrite(generated)
  const fragments = Object.fromEntries(rewritten.fragments.map((fragment, index) => [`__br${index}`, fragment]))
  const given = [...Object.keys(NAMES), '__brRuntime', '__brSpliced', ...Object.keys(fragments)]
  const blocks = names.map((name) => `${JSON.stringify(name)}: b_${name}`)
  const create = new Function(`{ ${given} }`, `${rewritten.source}\nreturn { root, blocks: { ${blocks} } };`) // eslint-disable-line no-new-func
  return (values) => create({ ...values, ...fragments })
}

module.exports = { functionsOf }
