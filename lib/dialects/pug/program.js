'use strict'

const { Rendered } = require('../../page/rendered')
const { engineFallback } = require('../shared/engine-fallback')
const { OURS, OUT } = require('../shared/names')
const { pageCode } = require('../shared/page-code')
const { evaluate } = require('../shared/parse')
const { RAW, readGenerated } = require('./generated')

/** Why Pug renders a template that it renders as fast. */
const NO_LONG_TEXT = 'has no static text that is long enough'

/**
 * Creates the program of a template.
 *
 * @param {{ body: string, dependencies: string[] }} code that Pug generated, from these files
 * @param {object} runtime Pug's runtime, which the code calls `pug`
 * @returns {import('../../../types/template').Program} an engine fallback if there is nothing to splice; its `compiled`
 *   is what `pug.compile` returns
 * @throws {SyntaxError} Pug's error for code that JavaScript cannot parse
 */
function createProgram ({ body, dependencies }, runtime, { compileDebug, inlineRuntimeFunctions }) {
  const given = inlineRuntimeFunctions ? {} : { pug: runtime }
  // The same source as in Pug itself, since its errors quote the source.
  const compiled = evaluate(`${body}${inlineRuntimeFunctions ? ';' : '\n'}return template;`, given)
  compiled.dependencies = dependencies
  const program = writing(body, compiled, { given, compileDebug })
  return Object.assign(program, { compiled, dependencies })
}

function writing (body, compiled, { given, compileDebug }) {
  const generated = readGenerated(body, compileDebug)
  const { edits, fragments, reason } = generated.reason ? generated : pageCode(generated.tree, generated.language)
  if (reason) return engineFallback(compiled, reason)
  const statements = generated.tree.edited(edits)
  if (fragments.length === 0 && !statements.includes(RAW)) return engineFallback(compiled, NO_LONG_TEXT)

  // The template may call itself by its name.
  const template = generated.callsItself ? compiled : undefined
  const source = `${generated.before}\nreturn function (locals, ${OUT}) {${statements}}`
  const splicing = evaluate(source, { ...given, template, [OURS]: { fragments, raw } })
  return (out, locals) => splicing(locals, out)
}

/** `!= value`. Takes and returns the text since the last fragment. */
function raw (out, text, value) {
  if (value === undefined || value === null) return text
  if (!(value instanceof Rendered)) return text + value
  out.text += text
  out.splice(value)
  const rest = out.text
  out.text = ''
  return rest
}

module.exports = { NO_LONG_TEXT, createProgram }
