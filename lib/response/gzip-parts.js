'use strict'

const zlib = require('node:zlib')
const { combine } = require('../page/crc32')
const { Deflated, LOW_LEVEL } = require('../page/deflated')

/** RFC 1951, section 3.2.4: the capacity of a stored block, and the size of its header. */
const MOST_STORED = 0xffff
const BLOCK_HEADER_BYTES = 5

/**
 * The size from which deflating pays: a run of this many bytes or more is deflated at the fastest level. Each saved byte then costs about
 * as much time as with zlib's level 6 over a whole article, 17 ns; over the listing, that is 4 ns. Node 24, bench/deflate.js of 1.0.0,
 * nanoseconds for each byte saved:
 *
 *     bytes     512  1024  2048  4096  8192
 *     listing    70    26    12     7     4
 *     article    73    45    30    23    16
 */
const WORTH_DEFLATING = 2048

/**
 * A fragment below this many bytes does not split the text around it into two runs. Nor does a fragment that occurred earlier on the page:
 * without that rule, a loop of 1 KB of static text is 8.5 times as long as with zlib's level 6 (bench/deflate.js of 1.0.0), with it 1.7
 * times. With 2048 instead of 512 it is 1.06 times, but pages with few and long values take ten times as long.
 */
const SHORT_FRAGMENT = 512

/**
 * The size from which the runs of a page are deflated in zlib's threads while the page is sent, chunked. The
 * longest block of the event loop by a page with this much text, Node 20, two cores, in milliseconds, as the
 * longest time between two `setImmediate`. Below this size, threads save less than they cost.
 *
 *     KB                    128   256   512  1024  10240
 *     on the event loop     2.5   3.9   6.4    12    119
 *     in threads                              4.1     39
 *     compression           1.3   1.7   2.6   4.3     34
 *     not deflated          1.4   1.7   2.2   3.4     28
 */
const LONG = 256 * 1024

/**
 * @returns {GzipPart[]}
 *
 * @typedef {Buffer | import('../page/static-fragment').StaticFragment | { deflated: Deflated }} GzipPart bytes to be stored, or a fragment
 */
function partsOf ({ chunks, text: { bytes, lengths } }) {
  const parts = []
  let index = 0
  let offset = 0
  for (const chunk of chunks) {
    if (typeof chunk !== 'string') parts.push(chunk)
    else parts.push(bytes.subarray(offset, offset += lengths[index++]))
  }
  return parts
}

function bytesOf (parts) {
  let total = 0
  for (const part of parts) total += splicedBytes(part)
  return total
}

/** @returns {number} the size of the part in a gzip member, in bytes */
function splicedBytes (part) {
  if (!Buffer.isBuffer(part)) return part.deflated.bytes.length
  return part.length + BLOCK_HEADER_BYTES * Math.ceil(part.length / MOST_STORED)
}

/**
 * @returns {Run[]} the runs of parts that are worth deflating
 *
 * @typedef {{ start: number, end: number }} Run indexes of parts, `end` is exclusive
 */
function findRuns (parts) {
  const runs = []
  const seen = new Set()
  let start = 0
  let size = 0
  const close = (end) => {
    if (size >= WORTH_DEFLATING) runs.push({ start, end })
    start = end + 1
    size = 0
  }

  parts.forEach((part, index) => {
    if (Buffer.isBuffer(part) || part.bytes.length < SHORT_FRAGMENT || isRepetition(part, seen)) {
      size += splicedBytes(part)
    } else {
      close(index)
      seen.add(part)
      if (part.kind !== undefined) seen.add(part.kind)
    }
  })
  close(parts.length)
  return runs
}

/**
 * Cached fragments of the same name are alike, such as the rows of a list. 100 rows of 583 bytes, Node 20: 28,277 bytes
 * in 116 µs as fragments of their own, 7,965 bytes in 136 µs as one run. Longer ones would take more time than they save bytes.
 *
 * @returns {boolean} whether the fragment, or one like it, occurred earlier on the page
 */
function isRepetition (part, seen) {
  return seen.has(part) || (part.kind !== undefined && part.bytes.length < WORTH_DEFLATING && seen.has(part.kind))
}

/** @returns {GzipPart[]} the parts, with one deflated part in place of each run */
function deflateRuns (parts, runs) {
  let next = 0
  const pieces = runs.map(({ start, end }) => {
    const before = parts.slice(next, start)
    const run = parts.slice(start, end).map((part) => Buffer.isBuffer(part) ? part : part.bytes)
    next = end
    return [...before, { deflated: new Deflated(run.length === 1 ? run[0] : Buffer.concat(run), LOW_LEVEL) }]
  })
  return [...pieces.flat(), ...parts.slice(next)]
}

/** Writes parts as deflate blocks, without a final block. @returns {{ offset: number, crc: number }} where they end, and the CRC so far */
function writeParts (parts, output, offset, crc) {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      offset = store(part, output, offset)
      crc = zlib.crc32(part, crc)
    } else {
      output.set(part.deflated.bytes, offset)
      offset += part.deflated.bytes.length
      crc = combine(crc, part.deflated)
    }
  }
  return { offset, crc }
}

/** Writes stored blocks. @returns {number} the end offset */
function store (bytes, output, offset) {
  for (let start = 0; start < bytes.length; start += MOST_STORED) {
    const length = Math.min(bytes.length - start, MOST_STORED)
    output[offset] = 0
    output.writeUInt16LE(length, offset + 1)
    output.writeUInt16LE(~length & 0xffff, offset + 3)
    bytes.copy(output, offset + BLOCK_HEADER_BYTES, start, start + length)
    offset += BLOCK_HEADER_BYTES + length
  }
  return offset
}

module.exports = { LONG, bytesOf, deflateRuns, findRuns, partsOf, writeParts }
