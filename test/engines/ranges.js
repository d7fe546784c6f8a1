'use strict'

const splicedVersions = require('../../lib/dialects/shared/spliced-versions')

/**
 * The ranges that are tried: those of the library, the last of each engine up to its latest version.
 *
 * @type {Record<string, [oldest: string, newest?: string][]>}
 */
module.exports = Object.fromEntries(Object.entries(splicedVersions).map(([name, ranges]) => {
  return [name, ranges.map(([oldest, newest], i) => i === ranges.length - 1 ? [oldest] : [oldest, newest])]
}))
