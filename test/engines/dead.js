'use strict'

/**
 * Parts of methods that no page reaches: package → method → the part, in one line, and why.
 *
 * @type {Record<string, Record<string, { part: string, reason: string }[]>>}
 */
module.exports = {}
