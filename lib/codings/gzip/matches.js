'use strict'

const { LONGEST_MATCH, SHORTEST_MATCH, WINDOW } = require('./alphabets')

// A token is a number: a literal its byte, a match `length << 16 | distance`.

/** How many earlier places a place of static text, which is parsed once, is compared with. */
const MOST_COMPARED = 64

/** Three literals are mostly shorter than a match of three bytes at a greater distance, as in zlib. */
const FAR = 4096

/** A match in another fragment is written by itself, so it has to be longer. */
const SHORTEST_OUTSIDE = 5

/** Dynamic text is parsed for each page: a place is compared only with the latest whose next 4 bytes hash alike. */
const SHORTEST_IN_TEXT = 4
const HASH_BITS = 14

/** Hash → the latest place on the page, plus `base`, which is more than all places of earlier pages. */
const latest = new Int32Array(1 << HASH_BITS)
let base = 1

/** The memory of the page at first, and what is kept for the next one, in bytes. */
const FIRST_BYTES = 1 << 16
const MOST_KEPT = 1 << 20

let pageLength = 0
let memory = Buffer.alloc(0)
/** The same memory. */
let view

/**
 * Finds the matches of static text in itself, and in the text of a fragment before it.
 *
 * @param {Buffer} [before] that text; with `text`, no longer than the window
 * @returns {number[]} tokens; those of matches in `before` are negative, their distance as if `before` ended where the
 *   text begins
 */
function tokensOf (text, before = Buffer.alloc(0)) {
  const bytes = Buffer.concat([before, text])
  const places = new Places(bytes, before.length)
  const tokens = []
  for (let i = 0; i < before.length; i++) places.add(i)
  let match = places.longest(before.length)
  for (let i = before.length; i < bytes.length;) {
    places.add(i)
    const next = places.longest(i + 1)
    // A longer match may begin at the next byte.
    if (match === 0 || next >>> 16 > match >>> 16) {
      tokens.push(bytes[i++])
      match = next
    } else {
      tokens.push(i - (match & 0xffff) < before.length ? -match : match)
      for (const end = i + (match >>> 16); ++i < end;) places.add(i)
      match = places.longest(i)
    }
  }
  return tokens
}

/** The places of static text so far, by their first three bytes. */
class Places {
  /** @param {number} start where the parsed text begins. What is before it is not next to it on the page */
  constructor (bytes, start) {
    this.bytes = bytes
    this.start = start
    this.heads = new Int32Array(1 << HASH_BITS).fill(-1)
    /** Place → the one before it with the same hash. */
    this.previous = new Int32Array(bytes.length)
  }

  add (place) {
    const hash = this.hashAt(place)
    this.previous[place] = this.heads[hash]
    this.heads[hash] = place
  }

  hashAt (place) {
    const { bytes } = this
    return Math.imul(bytes[place] | bytes[place + 1] << 8 | bytes[place + 2] << 16, 0x9e3779b1) >>> 32 - HASH_BITS
  }

  /** @returns {number} the token of the longest match at a place; 0 if there is none */
  longest (at) {
    const { bytes, previous, start } = this
    const room = Math.min(LONGEST_MATCH, bytes.length - at)
    let longest = SHORTEST_MATCH - 1
    let found = 0
    let place = this.heads[this.hashAt(at)]
    for (let left = MOST_COMPARED; left > 0 && place >= 0 && at - place <= WINDOW && longest < room; left--) {
      const most = place < start ? Math.min(room, start - place) : room
      let length = 0
      while (length < most && bytes[place + length] === bytes[at + length]) length++
      const isWorthIt = length > SHORTEST_MATCH
        ? place >= start || length >= SHORTEST_OUTSIDE
        : place >= start && at - place <= FAR
      if (length > longest && isWorthIt) {
        longest = length
        found = length << 16 | at - place
      }
      place = previous[place]
    }
    return found
  }
}

/** Copies a page to where the functions below find it. @returns {Buffer} its bytes, until the next page replaces it */
function loadPage (rendered) {
  base += pageLength
  pageLength = rendered.byteLength
  if (base + pageLength >= 2 ** 31) {
    latest.fill(0)
    base = 1
  }
  if (pageLength > memory.length || memory.length > MOST_KEPT) {
    memory = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(Math.max(pageLength, FIRST_BYTES))))
    view = new DataView(memory.buffer)
  }
  rendered.copy(memory)
  return memory.subarray(0, pageLength)
}

/** Lets later text find matches at every third of these bytes: characters of many scripts have three. */
function remember (start, end) {
  const [words, places, offset] = [view, latest, base]
  const last = end - SHORTEST_IN_TEXT
  for (let i = start; i <= last; i += 3) places[hashOf(words.getInt32(i, true))] = i + offset
}

/** Finds matches of dynamic text anywhere before it on the page. @returns {number} how many tokens it has written */
function matchOnPage (start, end, tokens) {
  // As constants of the function, they are read once.
  const [page, words, places, offset] = [memory, view, latest, base]
  const last = end - SHORTEST_IN_TEXT
  let count = 0
  let i = start
  while (i <= last) {
    const word = words.getInt32(i, true)
    const hash = hashOf(word)
    const place = places[hash] - offset
    places[hash] = i + offset
    if (place < 0 || i - place > WINDOW || words.getInt32(place, true) !== word) {
      tokens[count++] = word & 0xff
      i++
      continue
    }
    const most = Math.min(LONGEST_MATCH, end - i)
    let length = SHORTEST_IN_TEXT
    while (length < most && page[place + length] === page[i + length]) length++
    tokens[count++] = length << 16 | i - place
    const next = i + length
    const rest = Math.min(next, last + 1)
    while (++i < rest) places[hashOf(words.getInt32(i, true))] = i + offset
    i = next
  }
  while (i < end) tokens[count++] = page[i++]
  return count
}

function hashOf (word) {
  return Math.imul(word, 0x9e3779b1) >>> 32 - HASH_BITS
}

module.exports = { loadPage, matchOnPage, remember, tokensOf }
