'use strict'

const { BitWriter } = require('../gzip/bit-writer')
const { loadPage } = require('../gzip/matches')
const { writeLiterals } = require('./literals')
const { latest, matchWithDictionary } = require('./matches')
const { MOST_SEQUENCES, SHORTEST_CODED, setSequence, writeSequences } = require('./sequences')

/** The largest window, in bytes, within which browsers decode pages (RFC 9842, section 5). */
const LONGEST_PAGE = 8 << 20

/** RFC 8878, section 3.1.1.2.4. A shorter page is one block. */
const LONGEST_BLOCK = 128 << 10

/** RFC 9842, section 5: a skippable frame with the hash of the dictionary. */
const HEADER = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0])
/** RFC 8878, section 3.1.1: the magic number, and a single segment with a size of four bytes, which is the window. */
const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0])

const writer = new BitWriter()

/** The current block and its literals. */
const block = new BitWriter()
const literals = Buffer.allocUnsafeSlow(LONGEST_BLOCK)

/**
 * Encodes a page as `dcz` (RFC 9842): one frame of Zstandard (RFC 8878). Static fragments of the dictionary are
 * matches. A page with much text that is not in the dictionary may be longer than its gzip: the caller compares both.
 *
 * @param {object} [how] if `matchesText` is false, the frame has dynamic text as it is: the length of the frame depends
 *   only on that of the text
 * @returns {Buffer | undefined} undefined if the page is too long
 */
function encodeDcz (rendered, dictionary, { matchesText = true } = {}) {
  if (rendered.byteLength > LONGEST_PAGE) return undefined
  const page = loadPage(rendered)
  latest.fill(0)
  writer.clear()
  for (const bytes of [HEADER, dictionary.sha256, FRAME]) writer.bytes(bytes)
  writer.put(page.length, 32)
  const blocks = new Blocks(page, matchesText)
  let [start, index] = [0, 0]
  for (const chunk of rendered.chunks) {
    const isText = typeof chunk === 'string'
    const end = start + (isText ? rendered.text.lengths[index++] : chunk.byteLength)
    const place = isText ? undefined : dictionary.starts.get(chunk.digest)
    if (place !== undefined) blocks.match(start, end - start, start + dictionary.bytes.length - place)
    else if (matchesText) matchWithDictionary(page, start, end, dictionary, blocks)
    start = end
  }
  blocks.divide(start)
  blocks.end(start, true)
  return writer.toBuffer()
}

/** Divides a page with its matches into blocks (RFC 8878, section 3.1.1.2). */
class Blocks {
  constructor (page, codesLiterals) {
    this.page = page
    this.codesLiterals = codesLiterals
    /** The end of the latest match: literals follow. */
    this.rest = 0
    this.begin(0)
  }

  begin (start) {
    this.start = start
    this.literalCount = 0
    this.sequenceCount = 0
    /** The offset of the latest match in the block. */
    this.offset = 0
  }

  /** Adds a match, in parts where it crosses blocks. Parts that are too short for one become literals. */
  match (start, length, offset) {
    this.divide(start)
    const part = Math.min(length, this.start + LONGEST_BLOCK - start)
    if (part >= SHORTEST_CODED) this.add(start, part, offset)
    if (part < length) this.match(start + part, length - part, offset)
  }

  /** Ends the blocks that are full at a place. */
  divide (place) {
    while (place - this.start >= LONGEST_BLOCK) this.end(this.start + LONGEST_BLOCK)
  }

  add (start, length, offset) {
    const literalLength = start - this.rest
    this.takeLiterals(start)
    // Section 3.1.1.5: 1 means the latest offset, but not directly after a match.
    const offsetValue = offset === this.offset && literalLength > 0 ? 1 : offset + 3
    setSequence(this.sequenceCount++, literalLength, length, offsetValue)
    this.offset = offset
    this.rest = start + length
    if (this.sequenceCount === MOST_SEQUENCES) this.end(this.rest)
  }

  takeLiterals (end) {
    for (let i = this.rest; i < end; i++) literals[this.literalCount++] = this.page[i]
    this.rest = end
  }

  /** Writes the block (section 3.1.1.2.2): as it is, of type 0, if that is not longer, else compressed, of type 2. */
  end (end, isLast = false) {
    this.takeLiterals(end)
    block.clear()
    writeLiterals(block, literals.subarray(0, this.literalCount), this.codesLiterals)
    writeSequences(block, this.sequenceCount)
    const isShorter = block.byteLength < end - this.start
    const bytes = isShorter ? block.toBuffer() : this.page.subarray(this.start, end)
    writer.put((isLast ? 1 : 0) | (isShorter ? 4 : 0) | bytes.length << 3, 24)
    writer.bytes(bytes)
    this.begin(end)
  }
}

module.exports = { LONGEST_PAGE, encodeDcz }
