'use strict'

const { Rendered } = require('../../page/rendered')
const { engineFallback } = require('../shared/engine-fallback')
const { evaluate, nameFragments } = require('../shared/generated-code')
const { read } = require('./generated')
const { rewrite } = require('./rewrite')

/** Why Pug renders a template that it renders as fast. */
const NO_LONG_TEXT = 'has no static text that is long enough'

/**
 * Creates the program of a template.
 *
 * @param {string} body the code that Pug generated
 * @param {object} runtime Pug's runtime, which the code calls `pug`
 * @param {{ compileDebug: boolean, inlineRuntimeFunctions: boolean }} options
 * @returns {import('../../template').Program} an engine fallback if there is nothing to splice
 * @throws {SyntaxError} Pug's error for code that JavaScript cannot parse
 */
function createProgram (body, runtime, { compileDebug, inlineRuntimeFunctions }) {
  const given = inlineRuntimeFunctions ? {} : { pug: runtime }
  // The same source as in Pug itself, since its errors quote the source.
  const renderByEngine = evaluate(`${body}${inlineRuntimeFunctions ? ';' : '\n'}return template;`, given)

  const generated = read(body, compileDebug)
  const rewritten = generated.reason ? undefined : rewrite(generated)
  if (rewritten === undefined) return engineFallback(renderByEngine, generated.reason ?? NO_LONG_TEXT)

  const before = body.slice(0, generated.template.start)
  // The template may call itself by its name.
  const names = { ...given, template: renderByEngine, __brPut: put, __brRaw: putRaw, ...nameFragments(rewritten.fragments) }
  const splicing = evaluate(`${before}\nreturn ${rewritten.source}`, names)
  return (out, locals) => { out.text += splicing(locals, out) }
}

/**
 * Writes a fragment.
 *
 * @param {import('../../page/splicer').Splicer} out
 * @param {string} text the text since the last fragment
 * @param {import('../../page/static-fragment').StaticFragment} fragment
 * @returns {string} an empty string: the text since this fragment
 */
function put (out, text, fragment) {
  out.text += text
  out.fragment(fragment)
  return ''
}

/**
 * Writes `!= value`.
 *
 * @param {import('../../page/splicer').Splicer} out
 * @param {string} text the text since the last fragment
 * @param {unknown} value
 * @returns {string} the text since the last fragment, including that of the value
 */
function putRaw (out, text, value) {
  if (value === undefined || value === null) return text
  if (!(value instanceof Rendered)) return text + value
  out.text += text
  out.splice(value)
  const rest = out.text
  out.text = ''
  return rest
}

module.exports = { NO_LONG_TEXT, createProgram }
