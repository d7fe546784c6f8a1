'use strict'

const { StaticFragment } = require('../../page/static-fragment')

/** The limit of repeated indentation in the cache: partials that include themselves have none. */
const MAX_DEPTH = 8

/**
 * Maps a fragment to its indented forms, by indent, and to the number of times that it is indented itself.
 *
 * @type {WeakMap<StaticFragment, { depth: number, indented: Map<string, StaticFragment> }>}
 */
const indentedCache = new WeakMap()

/**
 * Writes a partial with an indent before each line, as Handlebars does for a partial that is alone on its line. An
 * empty last line is not indented.
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
  if (depth === MAX_DEPTH) {
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
