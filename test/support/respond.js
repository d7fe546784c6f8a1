'use strict'

const { decide } = require('../../lib/response/decision')

/**
 * Answers with a page, as the adapters do.
 *
 * @param {import('../../lib/response/responder').Responder} responder
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {import('../../lib/page/rendered').Rendered} page
 * @param {object} validation
 * @param {import('../../lib/response/decision').Etag} validation.etag
 * @param {{ fresh: boolean }} [validation.framework]
 * @returns {Promise<void> | undefined} see `Responder.send`
 */
function respond (responder, req, res, page, { etag, framework }) {
  const exchange = { req, res, etag, framework }
  return responder.send(exchange, decide(responder, exchange, page))
}

module.exports = { respond }
