'use strict'

/**
 * @param {import('../../lib/template/rendered').Rendered} rendered
 * @returns {import('../../lib/template/static-fragment').StaticFragment[]} its static fragments, in order
 */
function fragmentsOf ({ chunks }) {
  return chunks.filter((chunk) => typeof chunk !== 'string')
}

module.exports = { fragmentsOf }
