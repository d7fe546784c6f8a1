'use strict'

const { Splicer } = require('../../template/splicer')
const { StaticFragment } = require('../../template/static-fragment')

/**
 * What became of a fragment at the end of a page.
 *
 * @type {{ start: WeakMap<StaticFragment, string | StaticFragment>, end: WeakMap<StaticFragment, string | StaticFragment> }}
 */
const kept = { start: new WeakMap(), end: new WeakMap() }

/**
 * Takes away the white space around a page, as `String.prototype.trim` does.
 *
 * @param {import('../../template/rendered').Chunk[]} chunks
 * @returns {import('../../template/rendered').Rendered}
 */
function trim (chunks) {
  const rest = [...chunks]
  while (rest.length > 0 && (rest[0] = trimmed(rest[0], 'start')) === '') rest.shift()
  while (rest.length > 0 && (rest[rest.length - 1] = trimmed(rest.at(-1), 'end')) === '') rest.pop()

  const out = new Splicer()
  out.splice({ chunks: rest })
  return out.end()
}

/**
 * @param {import('../../template/rendered').Chunk} chunk
 * @param {'start' | 'end'} side
 * @returns {import('../../template/rendered').Chunk}
 */
function trimmed (chunk, side) {
  if (typeof chunk === 'string') return trimText(chunk, side)
  const text = trimText(chunk.text, side)
  if (text.length === chunk.text.length) return chunk

  let found = kept[side].get(chunk)
  if (found === undefined) {
    found = StaticFragment.from(text)
    kept[side].set(chunk, found)
  }
  return found
}

/**
 * @param {string} text
 * @param {'start' | 'end'} side
 * @returns {string}
 */
function trimText (text, side) {
  return side === 'start' ? text.trimStart() : text.trimEnd()
}

module.exports = { trim }
