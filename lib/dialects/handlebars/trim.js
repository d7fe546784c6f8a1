'use strict'

const { Splicer } = require('../../page/splicer')
const { StaticFragment } = require('../../page/static-fragment')

/**
 * Maps a fragment at the start or end of a page to its trimmed form.
 *
 * @type {Record<'start' | 'end', WeakMap<StaticFragment, string | StaticFragment>>}
 */
const trimmedCache = { start: new WeakMap(), end: new WeakMap() }

/**
 * Removes the white space around a page, as `String.prototype.trim` does.
 *
 * @returns {import('../../page/rendered').Rendered}
 */
function trim (chunks) {
  const rest = [...chunks]
  while (rest.length > 0 && (rest[0] = trimmed(rest[0], 'start')) === '') rest.shift()
  while (rest.length > 0 && (rest[rest.length - 1] = trimmed(rest.at(-1), 'end')) === '') rest.pop()

  const out = new Splicer()
  out.splice({ chunks: rest })
  return out.end()
}

function trimmed (chunk, side) {
  if (typeof chunk === 'string') return trimText(chunk, side)
  const text = trimText(chunk.text, side)
  if (text.length === chunk.text.length) return chunk

  let found = trimmedCache[side].get(chunk)
  if (found === undefined) {
    found = StaticFragment.from(text)
    trimmedCache[side].set(chunk, found)
  }
  return found
}

function trimText (text, side) {
  return side === 'start' ? text.trimStart() : text.trimEnd()
}

module.exports = { trim }
