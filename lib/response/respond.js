'use strict'

const fresh = require('fresh')
const { entityTag } = require('./etag')

const HTML = 'text/html; charset=utf-8'

/**
 * @typedef {object} Settings
 * @property {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} etag
 * @property {() => boolean} [isFresh] the framework's own test of freshness
 */

/**
 * Sends a page.
 *
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {import('../template/rendered').Rendered} rendered
 * @param {Settings} settings
 */
function respond (req, res, rendered, settings) {
  res.end(prepare(req, res, rendered, settings))
}

/**
 * Sets the status and the headers of a response that is to hold a page.
 * Headers that are set already stay as they are.
 *
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {import('../template/rendered').Rendered} rendered
 * @param {Settings} settings
 * @returns {Buffer | undefined} the body, nothing if the response has none
 */
function prepare (req, res, rendered, { etag, isFresh = () => isFreshResponse(req, res) }) {
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
  if (!res.hasHeader('Transfer-Encoding')) res.setHeader('Content-Length', rendered.byteLength)
  if (!res.hasHeader('ETag')) setEntityTag(res, entityTag(rendered, etag))
  if (isConditional(req) && isFresh()) res.statusCode = 304

  const { statusCode } = res
  if (statusCode === 204 || statusCode === 304) return removeContent(res)
  if (statusCode === 205) return resetContent(res)
  return req.method === 'HEAD' ? undefined : rendered.toBuffer()
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {string | undefined} tag
 */
function setEntityTag (res, tag) {
  if (tag) res.setHeader('ETag', tag)
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @returns {boolean} whether an answer without a body could do
 */
function isConditional ({ headers }) {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/**
 * RFC 9110, section 13.1.
 *
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @returns {boolean} whether the client has this page already
 */
function isFreshResponse ({ method, headers }, res) {
  if ((method !== 'GET' && method !== 'HEAD') || res.statusCode >= 300) return false
  return fresh(headers, { etag: res.getHeader('ETag'), 'last-modified': res.getHeader('Last-Modified') })
}

/**
 * @param {import('node:http').ServerResponse} res of status 204 or 304
 */
function removeContent (res) {
  res.removeHeader('Content-Type')
  res.removeHeader('Content-Length')
  res.removeHeader('Transfer-Encoding')
}

/**
 * @param {import('node:http').ServerResponse} res of status 205, RFC 9110, section 15.3.6
 */
function resetContent (res) {
  res.setHeader('Content-Length', '0')
  res.removeHeader('Transfer-Encoding')
}

module.exports = { prepare, respond }
