'use strict'

/**
 * Parts of methods that can be left out, and no page shows it: package → why → method → the parts, each in one line.
 *
 * @type {Record<string, Record<string, Record<string, string[]>>>}
 */
module.exports = {
}
