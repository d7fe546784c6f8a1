'use strict'

const { versionOf } = require('../dialects/guards/unrecognized')
const { version } = require('../page/other-copy')
const { quoted } = require('../util/printable')

/** How many characters are shown from the difference on, and before it. */
const [SHOWN, BEFORE] = [40, 20]
/** The most bytes of a character in UTF-8. */
const MOST_BYTES = 4

/**
 * The first byte that differs, its line, from 1, the text before it, and the texts from there on.
 *
 * @typedef {{ offset: number, line: number, before: string, alone: string, ours: string }} Difference
 */

/** @param {Buffer} alone the page without this library. @param {Buffer} ours @returns {Difference | undefined} */
function difference (alone, ours) {
  if (alone.equals(ours)) return undefined
  let offset = 0
  while (offset < alone.length && alone[offset] === ours[offset]) offset++
  let start = offset
  while (start > 0 && (alone[start] & 0xc0) === 0x80) start--
  const line = alone.subarray(0, offset).toString('latin1').split('\n').length
  const textBefore = alone.toString('utf8', Math.max(0, start - MOST_BYTES * BEFORE), start)
  const before = Array.from(textBefore).slice(-BEFORE).join('')
  const shown = (page) => Array.from(page.toString('utf8', start, start + MOST_BYTES * SHOWN)).slice(0, SHOWN).join('')
  return { offset, line, before, alone: shown(alone), ours: shown(ours) }
}

/** @returns {string} the name of an engine, and its version if its package is known */
function titleOf ({ dialect: { name, package: packageName }, engine }) {
  return packageName ? `${name} ${versionOf(packageName, engine)}` : name
}

/** @returns {string} how the outcomes of a view differ, for a person; what the app has written is quoted */
function describeDifference (view, engine, { alone, ours }) {
  const found = alone.bytes && ours.bytes && difference(alone.bytes, ours.bytes)
  const where = found ? `, first at byte ${found.offset}, in line ${found.line}, after ${quoted(found.before)}` : ''
  const shown = ({ bytes, name, message }) => bytes
    ? `a page of ${bytes.length} bytes`
    : `throws ${quoted(`${name}: ${message}`)}`
  const texts = found ? [found.alone, found.ours].map(quoted) : [alone, ours].map(shown)
  return `View ${quoted(view)} differs from its engine${where}:\n` +
    `  ${engine}: ${texts[0]}\n` +
    `  buffered-render ${version}: ${texts[1]}\n` +
    'See BUFFERED_RENDER_DIFFERENCE in docs/errors.md of buffered-render'
}

module.exports = { describeDifference, difference, titleOf }
