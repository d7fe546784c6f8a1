'use strict'

/**
 * What clients say that they accept, and which codings they may be sent then.
 * One that says nothing is taken at its word: it may know no coding at all.
 *
 * @type {{ accept: string | undefined, allowed: string[] }[]}
 */
const ENCODINGS = [
  { accept: undefined, allowed: ['identity'] },
  { accept: 'gzip', allowed: ['identity', 'gzip'] },
  { accept: 'br', allowed: ['identity', 'br'] },
  { accept: 'gzip, deflate, br', allowed: ['identity', 'gzip', 'deflate', 'br'] },
  { accept: 'identity;q=0, gzip', allowed: ['gzip'] },
  { accept: 'gzip;q=0', allowed: ['identity'] }
]

module.exports = { ENCODINGS }
