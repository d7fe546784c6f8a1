'use strict'

const { StaticFragment } = require('../../page/static-fragment')

/** How often a fragment is kept indented again: partials that include themselves have no bound. */
const DEEPEST = 8

/**
 * For a fragment its indented forms by their indent, and how often it is indented itself.
 *
 * @type {WeakMap<StaticFragment, { depth: number, indented: Map<string, StaticFragment> }>}
 */
const indentedCache = new WeakMap()

/**
 * Writes a partial with an indent before each of its lines, as Handlebars does
 * for one that stands alone on its line: the line behind the last line end
 * stays as it is when it is empty.
 *
 * @param {import('../../page/splicer').Splicer} out
 * @param {import('../../page/rendered').Chunk[]} chunks
 * @param {string} indent
 */
function writeIndented (out, chunks, indent) {
  let startsLine = true
  for (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : chunk.text
    if (typeof chunk === 'string') out.text += indentText(chunk, indent, startsLine)
    else writeFragment(out, chunk, indent, startsLine)
    startsLine = text.endsWith('\n')
  }
}

function writeFragment (out, fragment, indent, startsLine) {
  const { depth, indented } = entryOf(fragment)
  if (depth === DEEPEST) {
    out.text += indentText(fragment.text, indent, startsLine)
    return
  }
  const key = startsLine ? `\n${indent}` : indent
  let found = indented.get(key)
  if (found === undefined) {
    found = new StaticFragment(indentText(fragment.text, indent, startsLine))
    indented.set(key, found)
    indentedCache.set(found, { depth: depth + 1, indented: new Map() })
  }
  out.fragment(found)
}

function entryOf (fragment) {
  let entry = indentedCache.get(fragment)
  if (entry === undefined) {
    entry = { depth: 0, indented: new Map() }
    indentedCache.set(fragment, entry)
  }
  return entry
}

function indentText (text, indent, startsLine) {
  const lines = text.split('\n')
  const last = lines.length - 1
  const rest = lines[last]
  if (last === 0) return startsLine ? indent + text : text
  if (rest === '') lines.pop()
  return (startsLine ? indent : '') + lines.join(`\n${indent}`) + (rest === '' ? '\n' : '')
}

module.exports = { writeIndented }
