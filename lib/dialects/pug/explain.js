'use strict'

const { tellLiteral } = require('../../template/static-fragment')
const { literalsOf } = require('./rewrite')
const { spansOf } = require('./spans')

/**
 * A plugin of Pug that notes the tokens of the template.
 */
class Watch {
  constructor () {
    /** What Pug got the tokens from, the first of all files. @type {string | undefined} */
    this.source = undefined
    /** @type {import('./spans').Token[] | undefined} */
    this.tokens = undefined
  }

  preLex (source) {
    this.source ??= source
    return source
  }

  postLex (tokens) {
    this.tokens ??= tokens
    return tokens
  }
}

/**
 * @param {string} source
 * @param {Watch} watch that was there when it was compiled
 * @param {object} compiled
 * @param {string} compiled.body the code that Pug generated
 * @param {import('./generated').Generated | { reason: string }} compiled.generated the same, read
 * @param {(source: string, plugin: object) => string} compileBody gives the code for a
 *   source by Pug with a plugin
 * @returns {import('../dialect').Explanation}
 */
function explanationOf (source, watch, { body, generated }, compileBody) {
  const whole = generated.reason
  if (!whole) literalsOf(generated).forEach(tellLiteral)
  if (watch.source !== source) return { whole }

  return {
    whole,
    spans: spansOf(source, watch.tokens, {
      isMixin: (name) => body.includes(`pug_mixins["${name}"] = pug_interp`),
      areConstant: (expressions) => areConstant(expressions, compileBody)
    })
  }
}

/**
 * Has Pug compile expressions as values of attributes, to see which of them it computes.
 *
 * @param {string[]} expressions
 * @param {(source: string, plugin: object) => string} compileBody
 * @returns {boolean[]}
 */
function areConstant (expressions, compileBody) {
  const attributes = expressions.map((val, i) => ({ name: `n${i}`, val, mustEscape: true }))
  const tag = { type: 'Tag', name: 'a', attrs: attributes, attributeBlocks: [], block: { type: 'Block', nodes: [] } }
  const body = compileBody('', { preCodeGen: () => ({ type: 'Block', nodes: [tag] }) })
  return attributes.map(({ name }) => !body.includes(`attr("${name}"`))
}

module.exports = { Watch, explanationOf }
