'use strict'

const { CountedCache } = require('../lru-cache')
const { DISTANCES, SYMBOLS } = require('./html-counts')
const { END_OF_BLOCK, FIRST_LENGTH, LONGEST, SHORTEST, countSymbols, lengths } = require('./alphabets')
const { BitWriter } = require('./bit-writer')
const { codesOf, lengthsOf } = require('./huffman')
const { tokensOf } = require('./matches')

/** Each token then is written by two writes of at most 32 bits. A limit of 15 changes sizes by less than 0.2 %. */
const LONGEST_CODE = 12

/** The order in which a block lists the lengths of its code for code lengths, and the symbol that repeats the length before. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const REPEAT = 16
const SHORTEST_REPEAT = 3
const LONGEST_REPEAT = 6

/** The bytes of a fragment that count for its code. HTML at large counts half as much, as this many tokens at least. */
const MOST_COUNTED = 32 * 1024
const LEAST_OF_HTML = 100
const HTML_TOKENS = SYMBOLS.reduce((sum, count) => sum + count)

/** The least counts of symbols, in tokens: each has a code. More for printable ASCII. */
const LEAST = 1 / 8
const LEAST_PRINTABLE = 1 / 2

/** The memory of all codes, and of one. What is beyond is made again, with the same bits. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_OF_CODE = 8 * 1024 * 1024
const CODE_OVERHEAD = 8 * 1024
const STRING_OVERHEAD = 256

/** The most fragments before a fragment for which its bits are kept. */
const MOST_BEFORE = 64

/** Digest of the fragment that a code is made for → the code. @type {CountedCache<string, Code>} */
const codes = new CountedCache({ maxSize: MOST_BYTES, sizeCalculation: ({ byteLength }) => byteLength })

/** The Huffman code of a DEFLATE block (RFC 1951, section 3.2.7), in which each symbol has a code, and static text in this code. */
class Code {
  /** @param {number[]} symbolCounts of literals and lengths. @param {number[]} distanceCounts. @param {string} [key] in `codes` */
  constructor (symbolCounts, distanceCounts, key) {
    const symbolLengths = lengthsOf(symbolCounts, LONGEST_CODE)
    const distanceLengths = lengthsOf(distanceCounts, LONGEST_CODE)
    const symbolCodes = codesOf(symbolLengths)
    const entry = (symbol, extra = 0, extraBits = 0) => (symbolCodes[symbol] | extra << symbolLengths[symbol]) << 5 | symbolLengths[symbol] + extraBits
    const entryOfLength = (length, symbol = lengths.symbolOf[length]) => entry(FIRST_LENGTH + symbol, length - lengths.firsts[symbol], lengths.extraBits[symbol])
    // What is written for each literal, length and symbol of a distance: the bits, and in the lowest five, how many.
    this.literals = Int32Array.from({ length: 256 }, (_, byte) => entry(byte))
    this.lengths = Int32Array.from({ length: LONGEST + 1 }, (_, length) => length < SHORTEST ? 0 : entryOfLength(length))
    this.distances = Int32Array.from(codesOf(distanceLengths), (code, symbol) => code << 5 | distanceLengths[symbol])
    this.end = entry(END_OF_BLOCK)
    this.header = headerOf(symbolLengths, distanceLengths)
    this.key = key
    this.clear()
  }

  clear () {
    /** Fragment → the one before it → the text of the fragment. @type {WeakMap<object, Map<object | undefined, BitString>>} */
    this.strings = new WeakMap()
    this.byteLength = CODE_OVERHEAD
  }

  /** @returns {BitString} the text of a fragment in this code, with matches in the text of the fragment before it, if there is one */
  stringOf (fragment, before) {
    const known = this.strings.get(fragment)?.get(before)
    if (known !== undefined) return known
    if (this.byteLength > MOST_OF_CODE) this.clear()
    const strings = this.strings.get(fragment) ?? new Map()
    if (strings.size === MOST_BEFORE) strings.clear()
    const string = bitString(this, tokensOf(fragment.bytes, before?.bytes))
    this.strings.set(fragment, strings.set(before, string))
    this.byteLength += string.words.byteLength + string.pieces.byteLength + STRING_OVERHEAD
    // The cache counts the bytes of a value when it is added.
    codes.delete(this.key)
    codes.set(this.key, this)
    return string
  }
}

/**
 * @returns {BitString} the bits of tokens. Between two pieces is a match in the fragment before; its distance depends on the page
 *
 * @typedef {{ words: Uint32Array, pieces: Int32Array }} BitString the number of bits of the first piece, which begin at a word; the token
 *   of a match; the same of the next piece; and so on
 */
function bitString (code, tokens) {
  const writer = new BitWriter()
  const pieces = []
  for (let start = 0; start <= tokens.length;) {
    let end = start
    while (tokens[end] >= 0) end++
    const { count } = writer
    writer.tokens(tokens.slice(start, end), end - start, code)
    pieces.push(writer.endPiece(count))
    if (end < tokens.length) pieces.push(-tokens[end])
    start = end + 1
  }
  return { words: writer.words.slice(0, writer.count), pieces: Int32Array.from(pieces) }
}

/** @returns {BitString} the begin of a block that is not the last one, with the code lengths */
function headerOf (symbolLengths, distanceLengths) {
  const runs = runsOf([...symbolLengths, ...distanceLengths])
  const counts = new Array(19).fill(0)
  for (const { symbol } of runs) counts[symbol]++
  const runLengths = lengthsOf(counts, 7)
  const runCodes = codesOf(runLengths)
  const listed = ORDER.findLastIndex((symbol) => runLengths[symbol] > 0) + 1

  const writer = new BitWriter()
  writer.put(0b100, 3)
  writer.put(symbolLengths.length - 257, 5)
  writer.put(distanceLengths.length - 1, 5)
  writer.put(listed - 4, 4)
  for (const symbol of ORDER.slice(0, listed)) writer.put(runLengths[symbol], 3)
  for (const { symbol, repeats } of runs) {
    writer.put(runCodes[symbol], runLengths[symbol])
    if (symbol === REPEAT) writer.put(repeats - SHORTEST_REPEAT, 2)
  }
  const pieces = Int32Array.of(writer.endPiece(0))
  return { words: writer.words.slice(0, writer.count), pieces }
}

/** @returns {{ symbol: number, repeats?: number }[]} lengths, none of which is 0, and repetitions of the one before, three to six times */
function runsOf (codeLengths) {
  const runs = []
  for (let i = 0; i < codeLengths.length;) {
    const before = codeLengths[i - 1]
    let repeats = 0
    while (repeats < LONGEST_REPEAT && codeLengths[i + repeats] === before) repeats++
    const isRun = repeats >= SHORTEST_REPEAT
    runs.push(isRun ? { symbol: REPEAT, repeats } : { symbol: codeLengths[i] })
    i += isRun ? repeats : 1
  }
  return runs
}

/**
 * Gives the code of a page, for what occurs in its longest fragment of template text and in HTML at large. No text of a request
 * counts, so that all servers send the same bytes.
 */
function codeOf ({ chunks }) {
  let longest
  for (const chunk of chunks) {
    if (typeof chunk !== 'string' && chunk.isTemplateText && !(chunk.byteLength <= longest?.byteLength)) longest = chunk
  }
  const key = longest?.digest ?? 'HTML'
  const known = codes.get(key)
  if (known !== undefined) {
    codes.hits++
    return known
  }
  codes.misses++
  const code = makeCode(longest === undefined ? [] : tokensOf(longest.bytes.subarray(0, MOST_COUNTED)), key)
  codes.set(key, code)
  return code
}

function makeCode (tokens, key) {
  const share = Math.max(tokens.length / 2, LEAST_OF_HTML) / HTML_TOKENS
  const symbolCounts = SYMBOLS.map((count, symbol) => share * count + (isPrintable(symbol) ? LEAST_PRINTABLE : LEAST))
  const distanceCounts = DISTANCES.map((count) => share * count + LEAST)
  countSymbols(tokens, 1, symbolCounts, distanceCounts)
  return new Code(symbolCounts, distanceCounts, key)
}

function isPrintable (symbol) {
  return symbol === 10 || (symbol >= 32 && symbol < 127)
}

module.exports = { codeOf, codes }
