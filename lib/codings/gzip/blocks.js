'use strict'

const { WINDOW } = require('./alphabets')
const { huffmanCodeOf } = require('./code')
const { matchOnPage, remember } = require('./matches')
const { LOW_LEVEL, deflate } = require('../../page/deflated')
const { DEFLATED_AHEAD, StaticFragment } = require('../../page/static-fragment')

/** RFC 1951, section 3.2.4: the capacity of a stored block. */
const MOST_STORED = 0xffff

/** A shorter page does not save the lengths of its code, some 80 bytes. */
const LEAST_CODED = 512

/** If the code takes fewer bytes, and less than a quarter of the page, the page repeats itself: zlib is shorter. */
const FEW_BYTES = 512

/** From this many bytes on, text is deflated by zlib, and the whole page if most of it is text or repetitions. */
const LONG_TEXT = 2048
const MOST_OF_PAGE = 2 / 3

/**
 * From this size on, the text of a page is deflated in zlib's threads while the page is sent, chunked; shorter text,
 * on the event loop, since threads would cost more than they save. How long a page with this much text blocks the
 * event loop at most, as the longest time between two `setImmediate`, Node 20, two cores, in milliseconds:
 *
 *     KB                    128   256   512  1024  10240
 *     on the event loop     2.5   3.9   6.4    12    119
 *     in threads                              4.1     39
 *     compression           1.3   1.7   2.6   4.3     34
 *     not deflated          1.4   1.7   2.2   3.4     28
 */
const THREAD_THRESHOLD = 256 * 1024

/** The bytes at the end of a fragment in which later text finds matches. */
const REMEMBERED = 4096

/** A shorter fragment is matched like text after one of the same kind, such as another row of a list. */
const SHORT_FRAGMENT = 2048

/**
 * What a repeated fragment counts as text. Sixteen rows or more are a third shorter with zlib, fewer are longer. A long
 * one does not count: zlib's fastest level finds few repetitions of it, so twelve of 17 KB are three times as long.
 */
const REPETITION = LONG_TEXT / 16
const LONG_REPETITION = 8 * 1024

const tokens = new Int32Array(LONG_TEXT)

/**
 * Writes a page, or a part of one, as DEFLATE blocks, none of which is the last one.
 *
 * @param {Buffer} page its bytes, by `loadPage`
 * @param {import('..').EncoderOptions} options
 * @param {boolean} options.deflatesText if false, the number of bits reveals nothing about how well dynamic text
 *   compresses
 * @param {boolean} [options.isStrong] whether the validator is strong, so that the bytes do not depend on what is kept
 */
function writeBlocks (writer, rendered, page, { deflatesText, isStrong }) {
  if (!deflatesText || page.length < LEAST_CODED) return writePlain(writer, rendered, page)
  const start = writer.byteLength
  const { runs, runBytes } = runsOf(rendered)
  if (runBytes < Math.max(LONG_TEXT, MOST_OF_PAGE * page.length) || runBytes >= THREAD_THRESHOLD) {
    new CodedBlocks(writer, page, huffmanCodeOf(rendered, isStrong), isStrong).write(runs)
    const size = writer.byteLength - start
    if (size < page.length && (size >= FEW_BYTES || size >= page.length / 4)) return
    // Or the code of the page does not fit its text, such as Chinese in an English template.
    writer.moveTo(start)
  }
  writer.bytes(deflate(page, LOW_LEVEL))
}

/** Writes stored text between fragments that are deflated by themselves. */
function writePlain (writer, { chunks, text: { lengths } }, page) {
  let start = 0
  let index = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') {
      store(writer, page.subarray(start, start += lengths[index++]))
    } else {
      writer.bytes(chunk.deflated)
      start += chunk.byteLength
    }
  }
}

/** RFC 1951, section 3.2.4. */
function store (writer, text) {
  for (let start = 0; start < text.length; start += MOST_STORED) {
    const bytes = text.subarray(start, start + MOST_STORED)
    writer.put(0, 3)
    writer.align()
    writer.put(bytes.length | ~bytes.length << 16, 32)
    writer.bytes(bytes)
  }
}

/**
 * Divides a page into runs of dynamic text, together with fragments that repeat earlier ones, and other fragments, each
 * a separate run.
 *
 * @returns {{ runs: Run[], runBytes: number }} `runBytes`: the bytes of those with text or repetitions
 *
 * @typedef {{ size: number, ranges: Range[] }} Run `size` counts its text, 0 for a fragment
 * @typedef {object} Range
 * @property {number} start
 * @property {number} end
 * @property {import('../../page/static-fragment').StaticFragment} [fragment] `undefined` for text
 * @property {import('../../page/static-fragment').StaticFragment} [before] an earlier one on the page, in
 *   which the fragment finds matches
 * @property {number} gap the number of bytes between the two
 */
function runsOf ({ chunks, text: { lengths } }) {
  /** Fragments, and kinds of them → where the latest one begins. @type {Map<object | string, number>} */
  const starts = new Map()
  const runs = []
  let run
  let runBytes = 0
  let longest
  let start = 0
  let index = 0
  for (const chunk of chunks) {
    const isText = typeof chunk === 'string'
    const end = start + (isText ? lengths[index++] : chunk.byteLength)
    const isRepeated = !isText && starts.has(chunk)
    const isAlike = !isText && !isRepeated && chunk.kind !== undefined &&
      chunk.byteLength < SHORT_FRAGMENT && starts.has(chunk.kind)
    const isLikeText = isText || isAlike
    const before = isRepeated ? chunk : !isText && chunk.isTemplateText ? longest : undefined
    const range = rangeOf(start, end, isLikeText ? undefined : chunk, before, starts)
    if (isLikeText || (isRepeated && end - start < LONG_REPETITION)) {
      if (run === undefined) runs.push(run = { size: 0, ranges: [] })
      run.size += isRepeated ? REPETITION : end - start
      runBytes += end - start
      run.ranges.push(range)
    } else {
      runs.push({ size: 0, ranges: [range] })
      run = undefined
      if (chunk.isTemplateText && !(chunk.byteLength <= longest?.byteLength)) longest = chunk
      if (chunk.kind !== undefined) starts.set(chunk.kind, start)
    }
    if (!isText) starts.set(chunk, start)
    start = end
  }
  return { runs, runBytes }
}

/** @returns {Range} has no `before` that is too far away. In itself, a fragment finds each byte at the same place */
function rangeOf (start, end, fragment, before, starts) {
  const beforeStart = before && starts.get(before)
  const isNear = beforeStart !== undefined && (before === fragment ? start : end) - beforeStart <= WINDOW
  if (!isNear) return { start, end, fragment, before: undefined, gap: 0 }
  return { start, end, fragment, before, gap: start - beforeStart - before.byteLength }
}

/** Text and fragments in the code of the page; what is long, or repeats itself often, is deflated by zlib. */
class CodedBlocks {
  constructor (writer, page, code, isStrong) {
    this.writer = writer
    this.page = page
    this.code = code
    this.isStrong = isStrong
    /** Whether a block in the code has begun. */
    this.isOpen = false
  }

  write (runs) {
    for (const { size, ranges } of runs) {
      const run = this.page.subarray(ranges[0].start, ranges.at(-1).end)
      if (size >= LONG_TEXT && run.length < THREAD_THRESHOLD) this.writeDeflated(deflate(run, LOW_LEVEL))
      else for (const range of ranges) this.writeRange(range)
    }
    this.close()
  }

  writeRange ({ start, end, fragment, before, gap }) {
    const { code, writer } = this
    // Codes do not keep what is long, nor a part of a file that is read for this page only.
    const isKept = fragment === undefined ||
      (fragment.byteLength < DEFLATED_AHEAD && fragment instanceof StaticFragment)
    if (!isKept) return this.writeDeflated(fragment.deflated)
    if (!this.isOpen) writer.string(code.header, code)
    this.isOpen = true
    // Without bits, a fragment is matched like text.
    const string = fragment && code.stringOf(fragment, before, this.isStrong)
    if (string === undefined) {
      for (; start < end; start += LONG_TEXT) {
        writer.tokens(tokens, matchOnPage(start, Math.min(start + LONG_TEXT, end), tokens), code)
      }
    } else {
      writer.string(string, code, gap)
      remember(Math.max(start, end - REMEMBERED), end)
    }
  }

  writeDeflated (bytes) {
    this.close()
    flush(this.writer)
    this.writer.bytes(bytes)
  }

  close () {
    if (this.isOpen) this.writer.symbol(this.code.end)
    this.isOpen = false
  }
}

/** Ends on a byte boundary, if need be with an empty stored block. */
function flush (writer) {
  if (writer.used % 8 === 0) return
  writer.put(0, 3)
  writer.bytes(Uint8Array.of(0, 0, 0xff, 0xff))
}

module.exports = { THREAD_THRESHOLD, flush, writeBlocks }
