'use strict'

/**
 * Calls a tag as a template literal of this text alone would.
 *
 * @template T
 * @param {(strings: TemplateStringsArray) => T} html
 * @param {string} text
 * @returns {T}
 */
module.exports = function literal (html, text) {
  return html(Object.assign([text], { raw: [text] }))
}
