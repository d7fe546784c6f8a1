'use strict'

const { Rendered } = require('../../template/rendered')
const { read } = require('./generated')
const { rewrite } = require('./rewrite')

/**
 * Makes functions of the code that Pug generated.
 *
 * @param {string} body
 * @param {object} runtime Pug's, what the code calls `pug`
 * @param {{ compileDebug: boolean, inlineRuntimeFunctions: boolean }} options
 * @returns {{
 *   whole: Function, splicing?: (locals: object, out: object) => string,
 *   generated: import('./generated').Generated | { reason: string }
 * }} `whole` is Pug's own function; `splicing`, if there is something to splice, writes into
 *   `out` and returns the text that is left
 * @throws {SyntaxError} as Pug does for code that cannot be compiled
 */
function createFunctions (body, runtime, { compileDebug, inlineRuntimeFunctions }) {
  const given = inlineRuntimeFunctions ? {} : { pug: runtime }
  // As Pug itself does, whose errors name what stands there.
  const whole = compile(`${body}${inlineRuntimeFunctions ? ';' : '\n'}return template;`, given)

  const generated = read(body, compileDebug)
  const rewritten = generated.reason ? undefined : rewrite(generated)
  if (!rewritten?.splices) return { whole, generated }

  const before = body.slice(0, generated.template.start)
  const named = Object.fromEntries(rewritten.fragments.map((fragment, index) => [`__br${index}`, fragment]))
  // The author's code may call the template by its name.
  const names = { ...given, template: whole, __brPut: put, __brRaw: putRaw, ...named }
  return { whole, splicing: compile(`${before}\nreturn ${rewritten.source}`, names), generated }
}

/**
 * @param {string} source
 * @param {object} given what it sees, by name
 * @returns {unknown} what it returns
 */
function compile (source, given) {
  return new Function(...Object.keys(given), source)(...Object.values(given)) // eslint-disable-line no-new-func
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {string} text since the last fragment
 * @param {import('../../template/static-fragment').StaticFragment} fragment
 * @returns {string} the text since this one: none
 */
function put (out, text, fragment) {
  out.text += text
  out.fragment(fragment)
  return ''
}

/**
 * `!= value`
 *
 * @param {import('../../template/splicer').Splicer} out
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

module.exports = { createFunctions }
