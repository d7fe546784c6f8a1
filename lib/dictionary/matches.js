'use strict'

const { HASH_BITS, SHORTEST, hashAt } = require('./dictionary')

/** Hash → the latest place on the page. */
const PAGE_HASH_BITS = 12
const latest = new Int32Array(1 << PAGE_HASH_BITS)

/** Finds matches of dynamic text in the page before it, and in the dictionary. @param {object} blocks which get them, see `zstd.js` */
function matchText (page, start, end, { bytes, places }, blocks) {
  const view = new DataView(page.buffer, page.byteOffset, page.length)
  let length = 0
  let offset = 0
  // Place 0 stands for none too, so that nothing at 0 is looked up.
  for (let i = Math.max(start, 1); i <= end - SHORTEST; i++) {
    const hash = hashAt(view, i)
    const before = latest[hash >>> HASH_BITS - PAGE_HASH_BITS]
    const place = places[hash]
    latest[hash >>> HASH_BITS - PAGE_HASH_BITS] = i
    const onPage = commonLength(page, before, page, i, end)
    const inDictionary = commonLength(bytes, place, page, i, end)
    const longest = Math.max(onPage, inDictionary)
    // A longer match may begin at the next byte.
    if (longest > length && longest >= SHORTEST) {
      length = longest
      offset = onPage < longest ? i + bytes.length - place : i - before
    } else if (length > 0) {
      const [source, shift] = offset < i ? [page, -offset] : [bytes, bytes.length - offset]
      const least = Math.max(start, blocks.rest, -shift)
      let at = i - 1
      i = at + length - 1
      while (at > least && source[at - 1 + shift] === page[at - 1]) at--
      blocks.match(at, i + 1 - at, offset)
      length = 0
    }
  }
}

/** @returns {number} how many bytes are alike */
function commonLength (source, place, page, at, end) {
  let i = at
  while (i < end && source[place++] === page[i]) i++
  return i - at
}

function forgetPage () {
  latest.fill(0)
}

module.exports = { forgetPage, matchText }
