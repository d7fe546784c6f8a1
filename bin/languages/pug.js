'use strict'

const { compile } = require('../../lib/dialects/pug')
const { generate } = require('../../lib/dialects/pug/generate')
const { readGenerated } = require('../../lib/dialects/pug/generated')
const { NO_LONG_TEXT } = require('../../lib/dialects/shared/engine-fallback')
const { outputsOf } = require('../../lib/dialects/shared/page-code')
const { LOCALS_HINT, MISSING_LOCAL } = require('../hints')
const { publishLiteral } = require('./publish-literal')
const { spansOf } = require('./pug/spans')
const { reasonOf } = require('./reason-of')

const FILTERS = 'If your app gives Pug filters, name them in engineOptions in the file of --options.'
const hints = [[/unknown filter /, FILTERS], [MISSING_LOCAL, LOCALS_HINT]]

/** A plugin of Pug that records the tokens of the template. */
class TokenRecorder {
  constructor () {
    /** The source of the first file, which is the template itself. @type {string | undefined} */
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
 * @param {object} context see `Dialect.explain`
 * @throws the error of Pug if the template does not compile or the options are invalid
 */
function explain (source, context) {
  const { options } = context
  const generateWith = (source, plugin) => {
    const plugins = [...options.plugins ?? [], plugin]
    return generate(source, { ...context, options: { ...options, plugins } }).body
  }
  const recorder = new TokenRecorder()
  const engineFallback = reasonOf(compile(source, context))
  const body = generateWith(source, recorder)
  if (engineFallback === undefined || engineFallback === NO_LONG_TEXT) {
    publishOthers(readGenerated(body, options.compileDebug !== false))
  }
  if (recorder.source !== source) return { engineFallback }
  const spans = spansOf(source, recorder.tokens, {
    isMixin: (name) => body.includes(`pug_mixins["${name}"] = pug_interp`),
    areConstant: (expressions) => areConstant(expressions, generateWith)
  })
  return { engineFallback, spans }
}

/**
 * Publishes the static text that does not become a fragment: that of functions which the page may not call by itself.
 */
function publishOthers ({ tree, language: { owns, partsOf, repeats } }) {
  const outputs = outputsOf(tree, { partsOf, owns: (fn) => !owns(fn) }).filter(({ statement }) => !repeats(statement))
  outputs.flatMap(({ parts }) => parts).filter(({ text }) => text).forEach(({ text }) => publishLiteral(text))
}

/**
 * Compiles expressions as values of attributes, to find those that Pug evaluates at compile time.
 *
 * @param {(source: string, plugin: object) => string} generateWith generates the code of a source with a plugin of Pug
 */
function areConstant (expressions, generateWith) {
  const attributes = expressions.map((val, i) => ({ name: `n${i}`, val, mustEscape: true }))
  const tag = { type: 'Tag', name: 'a', attrs: attributes, attributeBlocks: [], block: { type: 'Block', nodes: [] } }
  const body = generateWith('', { preCodeGen: () => ({ type: 'Block', nodes: [tag] }) })
  return attributes.map(({ name }) => !body.includes(`attr("${name}"`))
}

module.exports = { explain, hints }
