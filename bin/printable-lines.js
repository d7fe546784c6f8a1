'use strict'

const { printable } = require('../lib/util/printable')

/**
 * @param {string} text one such as the message of an engine
 * @returns {string} the same for several lines, with all but the first indented
 */
function printableLines (text) {
  return text.trimEnd().split(/\r?\n/).map(printable).join('\n').replace(/\n(?=.)/g, '\n    ')
}

module.exports = { printableLines }
