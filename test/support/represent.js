'use strict'

const { ServerResponse } = require('node:http')
const { Responder } = require('../../lib/response/respond')

/**
 * Chooses how a client gets a page.
 *
 * @param {object} settings
 * @param {string[]} [settings.accepted] the names of the codings that the client accepts, the best first; without them, the page is not encoded
 * @param {import('../../lib/response/respond').Etag} [settings.etag]
 * @param {boolean} [settings.deflatesText]
 * @param {import('../../lib/response/memo').Memo} [settings.memo]
 * @param {{ Responder: typeof Responder }} [settings.modules] others
 * @returns {{ coding: string, isNegotiated: boolean, tag: unknown, isHit: boolean, body: () => Buffer | import('node:stream').Readable }}
 */
function represent (rendered, { accepted, etag, deflatesText = true, memo, modules = { Responder } }) {
  const responder = new modules.Responder({ compress: deflatesText ? true : 'static', threshold: accepted === undefined ? Infinity : 0, memo })
  const req = { method: 'GET', headers: { 'accept-encoding': headerOf(accepted ?? []) } }
  const representation = responder.represent({ req, res: new ServerResponse(req), etag }, rendered)
  return {
    coding: representation.coding.name,
    isNegotiated: representation.accepted !== undefined,
    tag: representation.tag,
    isHit: representation.entry !== undefined,
    body () {
      const body = responder.makeBody(representation)
      return Array.isArray(body) ? body[0] : body
    }
  }
}

/** @returns {string} a value of Accept-Encoding that refuses all other codings */
function headerOf (accepted) {
  return [...accepted.map((coding, i) => `${coding};q=${1 - i / 10}`), '*;q=0'].join(', ')
}

module.exports = { represent }
