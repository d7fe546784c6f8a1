'use strict'

const { ServerResponse } = require('node:http')
const { Responder } = require('../../lib/response/page')

/**
 * Decides how a client gets a page.
 *
 * @param {object} settings
 * @param {string[]} [settings.accepted] the names of the codings that the client accepts, the best first; without them, the page is not encoded
 * @param {import('../../lib/response/page').Etag} [settings.etag]
 * @param {boolean} [settings.deflatesText]
 * @param {import('../../lib/response/memo').Memo} [settings.memo]
 * @param {typeof Responder} [settings.Class] of other modules
 * @returns {{ coding: string, isNegotiated: boolean, tag: unknown, isHit: boolean, body: () => import('../../lib/response/page').Body }}
 */
function represent (rendered, { accepted, etag, deflatesText = true, memo, Class = Responder }) {
  const responder = new Class({ compress: deflatesText ? true : 'static', threshold: accepted === undefined ? Infinity : 0, memo })
  const req = { method: 'GET', headers: { 'accept-encoding': headerOf(accepted ?? []) } }
  const decision = responder.decide({ req, res: new ServerResponse(req), etag }, rendered)
  return {
    coding: decision.coding.name,
    isNegotiated: accepted !== undefined,
    tag: decision.tag,
    isHit: decision.entry !== undefined,
    body: () => responder.bytes(decision)
  }
}

/** @returns {string} a value of Accept-Encoding that refuses all other codings */
function headerOf (accepted) {
  return [...accepted.map((coding, i) => `${coding};q=${1 - i / 10}`), '*;q=0'].join(', ')
}

module.exports = { represent }
