'use strict'

const { isUntransformed } = require('./headers')

/**
 * @param {import('./slots').Reader} reader what reads the body on its way
 * @param {boolean} isDecided as of `Responder`
 * @returns {string | undefined} why a page must be sent unencoded: 'status 206', 'content-encoding', 'no-transform',
 *   'x-no-compression', or as from `whyUnread`
 */
function whyUnencoded (req, res, reader, isDecided) {
  if (res.statusCode === 206) return 'status 206'
  if (res.hasHeader('Content-Encoding')) return 'content-encoding'
  if (isUntransformed(res)) return 'no-transform'
  if (req.headers['x-no-compression']) return 'x-no-compression'
  return whyUnread(reader, isDecided)
}

/**
 * With the option `compress`, the app has decided: the package compression does not encode pages again, and an `end`
 * gets encoded bytes.
 *
 * @returns {string | undefined} who expects text, to rewrite, store or compress it: compression, or a method
 */
function whyUnread (reader, isDecided) {
  if (reader === undefined || reader === 'passing') return undefined
  if (isDecided && (reader === 'compression' || reader === 'end')) return undefined
  return reader
}

/** @returns {boolean} whether middleware may replace the body and the head */
function mayBeRewritten (reader) {
  return whyUnread(reader, false) !== undefined && reader !== 'compression'
}

module.exports = { mayBeRewritten, whyUnencoded, whyUnread }
