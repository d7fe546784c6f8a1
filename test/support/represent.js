'use strict'

const { ServerResponse } = require('node:http')
const decisions = require('../../lib/response/decision')
const responders = require('../../lib/response/responder')

/**
 * Decides how a client gets a page.
 *
 * @param {object} settings
 * @param {string[]} [settings.accepted] the names of the codings that the client accepts, the best first; without them, the page is not encoded
 * @param {import('../../lib/response/decision').Etag} [settings.etag]
 * @param {boolean} [settings.deflatesText]
 * @param {import('../../lib/response/memo').Memo} [settings.memo]
 * @param {typeof decisions & typeof responders} [settings.modules] others
 * @returns {{ coding: string, isNegotiated: boolean, tag: unknown, isHit: boolean, body: () => import('../../lib/response/responder').Body }}
 */
function represent (rendered, { accepted, etag, deflatesText = true, memo, modules = { ...decisions, ...responders } }) {
  const responder = new modules.Responder({ compress: deflatesText ? true : 'static', threshold: accepted === undefined ? Infinity : 0, memo })
  const req = { method: 'GET', headers: { 'accept-encoding': headerOf(accepted ?? []) } }
  const decision = modules.decide(responder, { req, res: new ServerResponse(req), etag }, rendered)
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
