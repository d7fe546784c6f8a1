'use strict'

const { channel } = require('node:diagnostics_channel')

const texts = channel('buffered-render:static-text')

/**
 * Tells of static text of which no fragment is made, however long it is, as
 * `StaticFragment.from` tells of all other: text that gets to a page as a part of a string.
 *
 * @param {string} text
 */
function tellLiteral (text) {
  texts.publish({ text, fragment: undefined })
}

module.exports = { tellLiteral }
