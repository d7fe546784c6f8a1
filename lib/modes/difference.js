'use strict'

const { version } = require('../page/other-copy')
const { quoted } = require('../util/printable')

/** The number of characters that are shown, and of those before them. */
const [SHOWN, BEFORE] = [40, 20]
/** The most bytes of a character in UTF-8. */
const MOST_BYTES = 4

/**
 * @param {Buffer} alone the page without this library
 * @param {Buffer} ours
 * @returns {Difference | undefined} the first difference
 *
 * @typedef {object} Difference
 * @property {number} offset of the first byte that differs
 * @property {number} line of that byte, from 1
 * @property {string} before the text that precedes it in both pages
 * @property {string} alone text at that byte in the page without this library
 * @property {string} ours the same with it
 */
function difference (alone, ours) {
  if (alone.equals(ours)) return undefined
  let offset = 0
  while (offset < alone.length && alone[offset] === ours[offset]) offset++
  let start = offset
  while (start > 0 && (alone[start] & 0xc0) === 0x80) start--
  const line = alone.subarray(0, offset).toString('latin1').split('\n').length
  const before = characters(alone, start - MOST_BYTES * BEFORE, start).slice(-BEFORE).join('')
  const excerpt = (page) => characters(page, start, start + MOST_BYTES * SHOWN).slice(0, SHOWN).join('')
  return { offset, line, before, alone: excerpt(alone), ours: excerpt(ours) }
}

function characters (page, start, end) {
  return Array.from(page.toString('utf8', Math.max(0, start), end))
}

/** @returns {string} how the outcomes of a view differ, for a person. What the app has written is quoted */
function describe (view, engine, { alone, ours }) {
  const { line, offset, before, ...texts } = (alone.bytes && ours.bytes && difference(alone.bytes, ours.bytes)) ?? {}
  const where = line && `The first difference is at byte ${offset}, in line ${line}, after ${quoted(before)}.\n`
  const shown = ({ bytes, name, message }) => bytes ? `a page of ${bytes.length} bytes` : `throws ${quoted(`${name}: ${message}`)}`
  return `View ${quoted(view)} differs from that of its engine. ${where ?? '\n'}` +
    `  ${engine}: ${where ? quoted(texts.alone) : shown(alone)}\n` +
    `  buffered-render ${version}: ${where ? quoted(texts.ours) : shown(ours)}`
}

module.exports = { describe, difference }
