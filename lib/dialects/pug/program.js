'use strict'

const { Rendered } = require('../../page/rendered')
const { NO_LONG_TEXT, fallbackProgram } = require('../shared/engine-fallback')
const { OURS, OUT } = require('../shared/names')
const { pageCode } = require('../shared/page-code')
const { evaluate } = require('../shared/parse')
const { RAW, readGenerated } = require('./generated')

/**
 * Compiles code as Pug does: from the same source, since its errors quote the source.
 *
 * @param {object} code what `generate` returns
 * @param {object} runtime Pug's, which the code calls `pug` unless it has what it uses inline
 * @returns {Function} what `pug.compile` returns
 * @throws {SyntaxError} Pug's error for code that JavaScript cannot parse
 */
function compileCode ({ body, dependencies, inlineRuntimeFunctions }, runtime) {
  const compiled = inlineRuntimeFunctions
    ? evaluate(`${body};return template;`)
    : evaluate(`${body}\nreturn template;`, { pug: runtime })
  return Object.assign(compiled, { dependencies })
}

/** @returns {import('../../../types/template').Program} an engine fallback if there is nothing to splice */
function createProgram ({ body, compileDebug, inlineRuntimeFunctions }, compiled, runtime) {
  const generated = readGenerated(body, compileDebug)
  const { edits, fragments, reason } = generated.reason ? generated : pageCode(generated.tree, generated.language)
  if (reason) return fallbackProgram(compiled, reason)
  const statements = generated.tree.edited(edits)
  if (fragments.length === 0 && !statements.includes(RAW)) return fallbackProgram(compiled, NO_LONG_TEXT)

  // The template may call itself by its name.
  const template = generated.callsItself ? compiled : undefined
  const source = `${generated.before}\nreturn function (locals, ${OUT}) {${statements}}`
  const names = { ...inlineRuntimeFunctions ? {} : { pug: runtime }, template, [OURS]: { fragments, raw } }
  const splicing = evaluate(source, names)
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

module.exports = { compileCode, createProgram }
