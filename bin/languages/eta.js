'use strict'

const eta = require('../../lib/dialects/eta')
const { instanceFor } = require('../../lib/dialects/eta/engine')
const { LOCALS_HINT, MISSING_LOCAL } = require('../hints')
const { reasonOf } = require('./reason-of')
const { SourceCursor } = require('./source-cursor')

const hints = [[MISSING_LOCAL, LOCALS_HINT]]

/**
 * A part of a template as parsed by Eta: text, with escapes, or a tag.
 *
 * @typedef {string | { t: string, val: string }} Part
 */

/** @type {import('.').Language['explain']} */
function explain (source, context) {
  const { filename, engine, options } = context
  const reason = reasonOf(eta.compile(source, context))
  const instance = instanceFor(engine, filename, options)
  const spans = spansOf(source, instance.config, instance.parse(source))
  return reason === undefined ? { spans } : { spans, engineFallback: reason }
}

/** Types of tags that write nothing: code, and tags with an unknown prefix. */
const SILENT = ['e', '']

/**
 * @param {string} source Eta may have omitted white space from it
 * @param {object} config that of the instance
 * @returns {import('../../types/template').Span[] | undefined} undefined if a plugin has changed the parts
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

/** @param {string} text has the escapes of a string in single quotes */
function textOf (text) {
  return text.replace(/\\(.)/g, (_, character) => character === 'n' ? '\n' : character)
}

function takeTag (cursor, { t, val }, { parse, tags: [open, close] }) {
  const opened = cursor.take(open)
  if (opened === undefined) return
  if (/[-_]/.test(cursor.source[cursor.position])) cursor.position++
  const prefix = { e: parse.exec, i: parse.interpolate, r: parse.raw }[t] ?? t
  if (!cursor.take(prefix) || !cursor.take(val)) return
  const closed = cursor.take(`-${close}`) ?? cursor.take(`_${close}`) ?? cursor.take(close)
  return closed && [{ start: opened[0].start, end: cursor.position }]
}

module.exports = { explain, hints }
