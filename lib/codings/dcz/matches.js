'use strict'

const { HASH_BITS, SHORTEST_SOUGHT, hashAt } = require('./dictionary')

/** A match that is shorter gives way to a longer one at the next byte, as with zlib's `max_lazy`. */
const MAX_LAZY = 12

/** Hash → the latest place on the page; 0 for none. Nothing of an earlier page may be left. */
const PAGE_HASH_BITS = 12
const latest = new Int32Array(1 << PAGE_HASH_BITS)

/** Finds matches of dynamic text in the page before it, and in the dictionary, for the `Blocks` of `zstd.js`. */
function matchWithDictionary (page, start, end, { bytes, places }, blocks) {
  const view = new DataView(page.buffer, page.byteOffset, page.length)
  let [at, length, offset] = [0, 0, 0]
  // Place 0 also stands for none, so nothing at 0 is looked up.
  for (let i = Math.max(start, 1); i <= end - SHORTEST_SOUGHT; i++) {
    const hash = hashAt(view, i)
    const before = latest[hash >>> HASH_BITS - PAGE_HASH_BITS]
    const place = places[hash]
    latest[hash >>> HASH_BITS - PAGE_HASH_BITS] = i
    const onPage = commonLength(page, before, page, i, end)
    const inDictionary = commonLength(bytes, place, page, i, end)
    const longest = Math.max(onPage, inDictionary)
    if (longest > length && longest >= SHORTEST_SOUGHT) {
      at = i
      length = longest
      offset = onPage < longest ? i + bytes.length - place : i - before
      if (length < MAX_LAZY) continue
    }
    if (length === 0) continue
    i = at + length - 1
    const source = offset < at ? page : bytes
    const shift = offset < at ? -offset : bytes.length - offset
    const least = Math.max(start, blocks.rest, -shift)
    while (at > least && source[at - 1 + shift] === page[at - 1]) at--
    blocks.match(at, i + 1 - at, offset)
    length = 0
  }
}

function commonLength (source, place, page, at, end) {
  let i = at
  while (i < end && source[place++] === page[i]) i++
  return i - at
}

module.exports = { latest, matchWithDictionary }
