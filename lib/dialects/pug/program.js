'use strict'

const { Rendered } = require('../../page/rendered')
const { engineFallback } = require('../shared/engine-fallback')
const { evaluate, nameFragments } = require('../shared/generated-code')
const { read } = require('./generated')
const { rewrite } = require('./rewrite')

/**
 * Makes a program of the code that Pug generated.
 *
 * @param {string} body
 * @param {object} runtime Pug's, what the code calls `pug`
 * @param {{ compileDebug: boolean, inlineRuntimeFunctions: boolean }} options
 * @returns {import('../../template').Program} Pug's own function where there is nothing to splice
 * @throws {SyntaxError} as Pug does for code that cannot be compiled
 */
function createProgram (body, runtime, { compileDebug, inlineRuntimeFunctions }) {
  const given = inlineRuntimeFunctions ? {} : { pug: runtime }
  // As Pug itself does, whose errors name what stands there.
  const renderByEngine = evaluate(`${body}${inlineRuntimeFunctions ? ';' : '\n'}return template;`, given)

  const generated = read(body, compileDebug)
  const rewritten = generated.reason ? undefined : rewrite(generated)
  if (rewritten === undefined) return engineFallback(renderByEngine, generated.reason)

  const before = body.slice(0, generated.template.start)
  // The author's code may call the template by its name.
  const names = { ...given, template: renderByEngine, __brPut: put, __brRaw: putRaw, ...nameFragments(rewritten.fragments) }
  const splicing = evaluate(`${before}\nreturn ${rewritten.source}`, names)
  return (out, locals) => { out.text += splicing(locals, out) }
}

/**
 * @param {import('../../page/splicer').Splicer} out
 * @param {string} text since the last fragment
 * @param {import('../../page/static-fragment').StaticFragment} fragment
 * @returns {string} the text since this one: none
 */
function put (out, text, fragment) {
  out.text += text
  out.fragment(fragment)
  return ''
}

/**
 * Appends `!= value`.
 *
 * @param {import('../../page/splicer').Splicer} out
 * @param {string} text since the last fragment
 * @param {unknown} value
 * @returns {string} the text since the last fragment, the value's own too
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

module.exports = { createProgram }
