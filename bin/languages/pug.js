'use strict'

const { generate } = require('../../lib/dialects/pug/generate')
const { read } = require('../../lib/dialects/pug/generated')
const { spansOf } = require('./pug/spans')
const { tellStaticText } = require('./pug/static-text')

/** A plugin of Pug that keeps the tokens of the template. */
class Watch {
  constructor () {
    /** What Pug got the tokens from, the first of all files. @type {string | undefined} */
    this.source = undefined
    /** @type {import('./pug/spans').Token[] | undefined} */
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
 * @param {object} context see `Dialect.explain`
 * @returns {import('../../lib/dialects/dialect').Explanation}
 * @throws what Pug throws for a template or options that it cannot compile
 */
function explain (source, context) {
  const { options } = context
  const generateWith = (source, plugin) => {
    const plugins = [...options.plugins ?? [], plugin]
    return generate(source, { ...context, options: { ...options, plugins } }).body
  }
  const watch = new Watch()
  const body = generateWith(source, watch)
  // Pug's code has the author's in it, which need not be JavaScript.
  new Function('pug', `${body}\nreturn template;`) // eslint-disable-line no-new, no-new-func

  const generated = read(body, options.compileDebug !== false)
  const whole = generated.reason
  if (!whole) tellStaticText(generated)
  if (watch.source !== source) return { whole }
  const spans = spansOf(source, watch.tokens, {
    isMixin: (name) => body.includes(`pug_mixins["${name}"] = pug_interp`),
    areConstant: (expressions) => areConstant(expressions, generateWith)
  })
  return { whole, spans }
}

/**
 * Has Pug compile expressions as values of attributes, to see which of them it computes.
 *
 * @param {string[]} expressions
 * @param {(source: string, plugin: object) => string} generateWith gives the code for a source by Pug with a plugin
 * @returns {boolean[]}
 */
function areConstant (expressions, generateWith) {
  const attributes = expressions.map((val, i) => ({ name: `n${i}`, val, mustEscape: true }))
  const tag = { type: 'Tag', name: 'a', attrs: attributes, attributeBlocks: [], block: { type: 'Block', nodes: [] } }
  const body = generateWith('', { preCodeGen: () => ({ type: 'Block', nodes: [tag] }) })
  return attributes.map(({ name }) => !body.includes(`attr("${name}"`))
}

/**
 * @param {string} filename
 * @param {object} context
 * @returns {(locals: object) => string} Pug's own function, as its `renderFile` calls it
 * @throws what Pug throws for a template or options that it cannot compile
 */
function byEngine (filename, { engine, options: { views, cache, ...options } }) {
  const render = engine.compileFile(filename, options)
  return (locals) => {
    locals.filename = filename
    return render(locals)
  }
}

module.exports = { byEngine, explain }
