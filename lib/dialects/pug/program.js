'use strict'

const { Rendered } = require('../../page/rendered')
const { engineFallback } = require('../shared/engine-fallback')
const { evaluate } = require('../shared/generated-code')
const { read } = require('./generated')
const { rewrite } = require('./rewrite')

/** Why Pug renders a template that it renders as fast. */
const NO_LONG_TEXT = 'has no static text that is long enough'

/**
 * Creates the program of a template.
 *
 * @param {string} body the code that Pug generated
 * @param {object} runtime Pug's runtime, which the code calls `pug`
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
  const splicing = evaluate(`${before}\nreturn ${rewritten.source}`, { ...given, template: renderByEngine })
  const { fragments } = rewritten
  return (out, locals) => { out.text += splicing(locals, new Output(out, fragments)) }
}

/** What rewritten code uses during one render, by the one name that is inserted. */
class Output {
  constructor (out, fragments) {
    this.out = out
    this.fragments = fragments
  }

  /**
   * Writes a fragment.
   *
   * @param {string} text the text since the last fragment
   * @param {number} index of the fragment
   * @returns {string} an empty string: the text since this fragment
   */
  put (text, index) {
    this.out.text += text
    this.out.fragment(this.fragments[index])
    return ''
  }

  /**
   * Writes `!= value`.
   *
   * @param {string} text the text since the last fragment
   * @returns {string} the text since the last fragment, including that of the value
   */
  raw (text, value) {
    if (value === undefined || value === null) return text
    if (!(value instanceof Rendered)) return text + value
    const { out } = this
    out.text += text
    out.splice(value)
    const rest = out.text
    out.text = ''
    return rest
  }
}

module.exports = { NO_LONG_TEXT, createProgram }
