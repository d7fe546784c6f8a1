'use strict'

const { channel } = require('node:diagnostics_channel')

/** The channel of `StaticFragment.from`, which publishes every other run of static text. */
const staticTexts = channel('buffered-render:static-text')

/**
 * Publishes static text that never becomes a fragment, however long it is: text that reaches the
 * page as a part of a string.
 */
function publishLiteral (text) {
  staticTexts.publish({ text, fragment: undefined })
}

module.exports = { publishLiteral }
