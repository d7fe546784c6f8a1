'use strict'

const { CountedCache } = require('../../util/lru-cache')
const { DISTANCES, SYMBOLS } = require('./html-counts')
const { END_OF_BLOCK, FIRST_LENGTH, LONGEST_MATCH, SHORTEST_MATCH, countSymbols, lengths } = require('./alphabets')
const { BitWriter } = require('./bit-writer')
const { canonicalCodes, lengthsOf } = require('./huffman')
const { tokensOf } = require('./matches')

/** With it, two writes of at most 32 bits write a token. A limit of 15 would change sizes by less than 0.2 %. */
const LONGEST_CODE = 12

/** The order in which a block lists the lengths of its code for code lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
/** The symbol that repeats the length before. */
const REPEAT = 16
const SHORTEST_REPEAT = 3
const LONGEST_REPEAT = 6

/** The bytes of a fragment that count for its code. HTML at large counts half as much, at least as this many tokens. */
const MOST_COUNTED = 32 * 1024
const LEAST_OF_HTML = 100
const HTML_TOKENS = SYMBOLS.reduce((sum, count) => sum + count)

/** The least count of a symbol, in tokens: each has a code. */
const LEAST = 1 / 8

/** Bytes: of all codes and strings, of the longest string, of a code, and of a string besides its bits. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_OF_STRING = 128 * 1024
const CODE_OVERHEAD = 6 * 1024
const STRING_OVERHEAD = 1024

/** Once the memory is full, one miss in 61 replaces the oldest. A prime, so that it is not always the same place. */
const MISSES = 61

const sizeCalculation = ({ byteLength }) => byteLength

/** Digest of a code's fragment → the code; each string. @type {CountedCache<string | BitString, Code | BitString>} */
const codes = new CountedCache({ maxSize: MOST_BYTES, sizeCalculation, dispose: (entry) => entry.forget?.() })
let misses = 0

/** The code of HTML at large, made at its first use. */
let html
const htmlCode = () => (html ??= makeCode([]))

/** The Huffman code of a DEFLATE block (RFC 1951, section 3.2.7), and static text in it: each symbol has a code. */
class Code {
  constructor (symbolCounts, distanceCounts) {
    const symbolLengths = lengthsOf(symbolCounts, LONGEST_CODE)
    const distanceLengths = lengthsOf(distanceCounts, LONGEST_CODE)
    const symbolCodes = canonicalCodes(symbolLengths)
    const entry = (symbol, extra = 0, extraBits = 0) =>
      (symbolCodes[symbol] | extra << symbolLengths[symbol]) << 5 | symbolLengths[symbol] + extraBits
    const entryOfLength = (length, symbol = lengths.symbolOf[length]) =>
      entry(FIRST_LENGTH + symbol, length - lengths.firsts[symbol], lengths.extraBits[symbol])
    // What is written for each literal, length and symbol of a distance: the bits, and in the lowest five, how many.
    this.literals = Int32Array.from({ length: 256 }, (_, byte) => entry(byte))
    this.lengths = Int32Array.from({ length: LONGEST_MATCH + 1 }, (_, length) =>
      length < SHORTEST_MATCH ? 0 : entryOfLength(length))
    const distanceCodes = canonicalCodes(distanceLengths)
    this.distances = Int32Array.from(distanceCodes, (code, symbol) => code << 5 | distanceLengths[symbol])
    this.end = entry(END_OF_BLOCK)
    this.header = headerOf(symbolLengths, distanceLengths)
    this.byteLength = CODE_OVERHEAD
    /** Digest of a fragment → digest of the one before it → its text. @type {Map<string, Map<string?, BitString>>} */
    this.strings = new Map()
  }

  /** @returns {BitString | undefined} a fragment, with matches in the one before, if any; always if it `isRequired` */
  stringOf ({ bytes, digest }, before, isRequired) {
    const { strings } = this
    const known = strings.get(digest)?.get(before?.digest)
    if (known !== undefined || !(isRequired || isAdmitted())) return known
    const string = bitString(this, tokensOf(bytes, before?.bytes))
    const others = strings.get(digest) ?? new Map()
    strings.set(digest, others.set(before?.digest, string))
    string.forget = () => others.delete(before?.digest) && others.size === 0 && strings.delete(digest)
    codes.set(string, string)
    return string
  }
}

/** @returns {boolean} whether a string or a code that is missing is made and kept */
function isAdmitted () {
  return codes.calculatedSize < MOST_BYTES - MOST_OF_STRING || ++misses % MISSES === 0
}

/** @returns {BitString} tokens; between two pieces is a match in the fragment before, whose distance the page gives */
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
  return bitStringFrom(writer, pieces)
}

/**
 * @typedef {{ words: Uint32Array, pieces: Int32Array, byteLength: number, forget?: () => void }} BitString static text
 *   in a code. Its pieces: the number of bits of the first one, which begin at a word; the token of a match; the same
 *   for the next one; and so on
 */
function bitStringFrom (writer, pieces) {
  const words = writer.words.slice(0, writer.count)
  const byteLength = 4 * (words.length + pieces.length) + STRING_OVERHEAD
  return { words, pieces: Int32Array.from(pieces), byteLength, forget: undefined }
}

/** @returns {BitString} the beginning of a block that is not the last one, with the code lengths */
function headerOf (symbolLengths, distanceLengths) {
  const runs = runLengths([...symbolLengths, ...distanceLengths])
  const counts = new Array(19).fill(0)
  for (const { symbol } of runs) counts[symbol]++
  const lengths = lengthsOf(counts, 7)
  const runCodes = canonicalCodes(lengths)
  const listed = ORDER.findLastIndex((symbol) => lengths[symbol] > 0) + 1

  const writer = new BitWriter()
  writer.put(0b100, 3)
  writer.put(symbolLengths.length - 257, 5)
  writer.put(distanceLengths.length - 1, 5)
  writer.put(listed - 4, 4)
  for (const symbol of ORDER.slice(0, listed)) writer.put(lengths[symbol], 3)
  for (const { symbol, repeats } of runs) {
    writer.put(runCodes[symbol], lengths[symbol])
    if (symbol === REPEAT) writer.put(repeats - SHORTEST_REPEAT, 2)
  }
  return bitStringFrom(writer, [writer.endPiece(0)])
}

/** @returns {{ symbol: number, repeats?: number }[]} lengths, none 0, and three to six repetitions of the one before */
function runLengths (codeLengths) {
  const runs = []
  for (let i = 0; i < codeLengths.length;) {
    let repeats = 0
    while (repeats < LONGEST_REPEAT && codeLengths[i + repeats] === codeLengths[i - 1]) repeats++
    runs.push(repeats < SHORTEST_REPEAT ? { symbol: codeLengths[i] } : { symbol: REPEAT, repeats })
    i += runs.at(-1).repeats ?? 1
  }
  return runs
}

/**
 * Gives the code of a page, for what occurs in its longest fragment of template text and in HTML at large. No text of a
 * request counts, so that all servers send the same bytes. If it is not to be kept, it is made only if it `isRequired`.
 */
function huffmanCodeOf ({ chunks }, isRequired) {
  let longest
  for (const chunk of chunks) {
    if (typeof chunk !== 'string' && chunk.isTemplateText && !(chunk.byteLength <= longest?.byteLength)) longest = chunk
  }
  const known = longest === undefined ? htmlCode() : codes.get(longest.digest)
  codes[known === undefined ? 'misses' : 'hits']++
  if (known !== undefined || !(isRequired || isAdmitted())) return known ?? htmlCode()
  const code = makeCode(tokensOf(longest.bytes.subarray(0, MOST_COUNTED)))
  codes.set(longest.digest, code)
  return code
}

function makeCode (tokens) {
  const share = Math.max(tokens.length / 2, LEAST_OF_HTML) / HTML_TOKENS
  const symbolCounts = SYMBOLS.map((count) => share * count + LEAST)
  const distanceCounts = DISTANCES.map((count) => share * count + LEAST)
  countSymbols(tokens, 1, symbolCounts, distanceCounts)
  return new Code(symbolCounts, distanceCounts)
}

module.exports = { codes, huffmanCodeOf }
