'use strict'

/**
 * @param {import('../../lib/page/rendered').Rendered} rendered
 * @returns {import('../../lib/page/static-fragment').StaticFragment[]} its static fragments, in order
 */
function fragmentsOf ({ chunks }) {
  return chunks.filter((chunk) => typeof chunk !== 'string')
}

module.exports = { fragmentsOf }
