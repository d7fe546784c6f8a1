'use strict'

const { Splicer } = require('../../lib/page/splicer')

/** Writes chunks as a program does: text beside text becomes one. @returns {import('../../lib/page/rendered').Rendered} */
function spliced (chunks) {
  const out = new Splicer()
  for (const chunk of chunks) {
    if (typeof chunk === 'string') out.text += chunk
    else out.fragment(chunk)
  }
  return out.end()
}

/**
 * @param {import('../../lib/page/rendered').Rendered} rendered
 * @returns {import('../../lib/page/static-fragment').StaticFragment[]} its static fragments, in order
 */
function fragmentsOf ({ chunks }) {
  return chunks.filter((chunk) => typeof chunk !== 'string')
}

/** @returns {number} the share of a page's bytes that are in static fragments */
function shareOf (page) {
  return fragmentsOf(page).reduce((sum, { bytes }) => sum + bytes.length, 0) / page.byteLength
}

module.exports = { fragmentsOf, shareOf, spliced }
