'use strict'

const { Rendered } = require('../../template/rendered')
const { Splicer } = require('../../template/splicer')

/**
 * What the rewritten code calls. Each function of a template has a variable `output`
 * with the text since its last fragment, and a page with all that was before.
 */

/**
 * @param {object} runtime what the function was given
 * @param {object} splicing the runtime that those are given whose caller takes a page
 * @returns {Splicer | undefined}
 */
function createPage (runtime, splicing) {
  return runtime === splicing ? new Splicer() : undefined
}

/**
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @param {import('../../template/static-fragment').StaticFragment} fragment
 * @returns {string} the text since this one: none
 */
function put (page, text, fragment) {
  if (page === undefined) return text + fragment.text
  page.text = text
  page.fragment(fragment)
  return ''
}

/**
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @param {unknown} value what a block or a template gave
 * @returns {string} the text since the last fragment, the value's own too
 */
function add (page, text, value) {
  if (page === undefined || !(value instanceof Rendered)) return text + value
  page.text = text
  page.splice(value)
  const rest = page.text
  page.text = ''
  return rest
}

/**
 * @param {Splicer | undefined} page to which more may be added: a template can end twice
 * @param {string} text since the last fragment
 * @returns {Rendered | string} a string if there is no fragment
 */
function end (page, text) {
  if (page === undefined || page.chunks.length === 0) return text
  return new Rendered(text === '' ? page.chunks.slice() : [...page.chunks, text])
}

module.exports = { add, createPage, end, put }
