'use strict'

const guards = require('./guards')

/**
 * The ranges that are tried: those of the library, the last of each engine up to its latest version.
 *
 * @type {Record<string, [oldest: string, newest?: string][]>}
 */
module.exports = Object.fromEntries(guards.all().map(({ package: name, versions }) => {
  return [name, versions.map(([oldest, newest], i) => i === versions.length - 1 ? [oldest] : [oldest, newest])]
}))
