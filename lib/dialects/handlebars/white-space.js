'use strict'

const { Splicer } = require('../../page/splicer')
const { StaticFragment } = require('../../page/static-fragment')
const { memoize } = require('../../util/memoize')

/** The limit of repeated changes in the cache: partials that include themselves are indented at each level. */
const MAX_DEPTH = 8

/**
 * Returns the indented and trimmed forms of a fragment, and the number of changes that it is the result of.
 *
 * @type {(fragment: StaticFragment, depth: number) => { depth: number, forms: Map<string, string | StaticFragment> }}
 */
const entryOf = memoize((fragment, depth) => ({ depth, forms: new Map() }))

/** Indents each line but an empty last one, as Handlebars does for a partial that is alone on its line. */
function writeIndented (out, chunks, indent) {
  const lineStart = `\n${indent}`
  let isLineStart = true
  for (const chunk of chunks) {
    const start = isLineStart ? indent : ''
    const key = isLineStart ? lineStart : indent
    const indented = changed(chunk, key, (text) => start + indentLines(text, indent))
    out.splice({ chunks: [indented] })
    isLineStart = (chunk.text ?? chunk).endsWith('\n')
  }
}

/**
 * A loop is faster than `replaceAll`: 0.8 of the time of a page of nested partials (sitemap of Cornerstone,
 * `npm run bench:compare real`).
 */
function indentLines (text, indent) {
  let lines = ''
  let start = 0
  for (let end = text.indexOf('\n') + 1; end > 0 && end < text.length; end = text.indexOf('\n', end) + 1) {
    lines += text.slice(start, end) + indent
    start = end
  }
  return lines + text.slice(start)
}

/** Removes the white space around a page, as `String.prototype.trim` does. */
function trim (chunks) {
  const rest = [...chunks]
  const trimStart = (text) => text.trimStart()
  const trimEnd = (text) => text.trimEnd()
  while (rest.length > 0 && (rest[0] = changed(rest[0], 'start', trimStart)) === '') rest.shift()
  while (rest.length > 0 && (rest[rest.length - 1] = changed(rest.at(-1), 'end', trimEnd)) === '') rest.pop()

  const out = new Splicer()
  out.splice({ chunks: rest })
  return out.end()
}

/** @returns {string | StaticFragment} a chunk with changed text; `key` names this form of a fragment */
function changed (chunk, key, change) {
  if (typeof chunk === 'string') return change(chunk)
  const { depth, forms } = entryOf(chunk, 0)
  const cached = forms.get(key)
  if (cached !== undefined) return cached

  const text = change(chunk.text)
  if (text === chunk.text) return chunk
  if (depth === MAX_DEPTH) return text
  const form = StaticFragment.from(text)
  forms.set(key, form)
  if (form !== text) entryOf(form, depth + 1)
  return form
}

module.exports = { trim, writeIndented }
