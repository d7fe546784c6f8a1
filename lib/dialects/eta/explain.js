'use strict'

const { SourceCursor } = require('../../template/source-cursor')

/**
 * A part of a template as Eta parses it: text, with escapes, or a tag.
 *
 * @typedef {string | { t: string, val: string }} Part
 */

/**
 * @param {string} source
 * @param {object} engine an instance of Eta
 * @param {import('./variant').Variant} variant that the template was compiled to
 * @param {object} [locals]
 * @returns {import('../dialect').Explanation}
 */
function explanationOf (source, engine, variant, locals) {
  const spans = spansOf(source, engine.config, engine.parse(source))
  if (variant.reason) return { spans, whole: variant.reason }
  return locals === undefined || variant.splices(locals) ? { spans } : { spans, whole: "is given a local with a name of Eta's own" }
}

/** The types of tags that write nothing: code, and those that have none of the prefixes. */
const SILENT = ['e', '']

/**
 * @param {string} source of which Eta may have left white space out
 * @param {object} config of the instance
 * @param {Part[]} parts
 * @returns {import('../dialect').Span[] | undefined} nothing if a plugin has made other parts
 */
function spansOf (source, config, parts) {
  const cursor = new SourceCursor(source)
  const spans = []
  for (const part of parts) {
    const isText = typeof part === 'string'
    const pieces = isText ? cursor.take(textOf(part)) : takeTag(cursor, part, config)
    if (pieces === undefined) return
    const kind = isText ? 'static' : 'dynamic'
    if (!SILENT.includes(part.t)) spans.push(...pieces.map((piece) => ({ ...piece, kind })))
  }
  return spans
}

/**
 * @param {string} text as it stands between single quotes
 * @returns {string}
 */
function textOf (text) {
  return text.replace(/\\(.)/g, (_, character) => character === 'n' ? '\n' : character)
}

/**
 * @param {SourceCursor} cursor
 * @param {{ t: string, val: string }} tag
 * @param {object} config
 * @returns {{ start: number, end: number }[] | undefined}
 */
function takeTag (cursor, { t, val }, { parse, tags: [open, close] }) {
  const opened = cursor.take(open)
  if (opened === undefined) return
  if (/[-_]/.test(cursor.source[cursor.position])) cursor.position++
  const prefix = { e: parse.exec, i: parse.interpolate, r: parse.raw }[t] ?? t
  if (!cursor.take(prefix) || !cursor.take(val)) return
  const closed = cursor.take(`-${close}`) ?? cursor.take(`_${close}`) ?? cursor.take(close)
  return closed && [{ start: opened[0].start, end: cursor.position }]
}

module.exports = { explanationOf }
