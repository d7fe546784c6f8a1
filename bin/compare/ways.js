'use strict'

const GZIP = { 'Accept-Encoding': 'gzip' }

/** Assembles each page anew: the same page must not gain by having been asked for before. */
const NEW = { memo: false }

/**
 * A way to ask for the page, which is measured on both sides.
 *
 * @typedef {object} Way
 * @property {string} name its name in the JSON
 * @property {string} title its title in the report
 * @property {Server} ours
 * @property {Server} [alone] the one without this library; missing if no such server does the same
 * @property {boolean} [isAgain] whether the page was sent before, so that this library may have kept its bytes
 * @property {boolean} [isConditional] whether the client has the page already
 * @property {Record<string, string>} headers those of the request
 *
 * @typedef {object} Server
 * @property {boolean} isCompressed whether the app uses the middleware of its framework that compresses responses
 * @property {object} extraOptions options of this library, in addition to those of the app
 */

/** @returns {Way[]} in the order of the report; the first one asks for the page as it is */
function waysFor ({ framework: { name, compression }, options: { compress, memo } }) {
  const [plain, compressed] = [false, true].map((isCompressed) => ({ isCompressed, extraOptions: {} }))
  const fresh = (server) => ({ ...server, extraOptions: { ...server.extraOptions, ...NEW } })
  const ways = [
    { name: 'plain', title: 'uncompressed, new page', ours: fresh(plain) },
    { name: 'plainAgain', title: 'uncompressed, same page again', ours: plain, isAgain: true },
    { name: 'notModified', title: '304, the client has the page', ours: fresh(plain), isConditional: true }
  ].map((way) => ({ ...way, alone: plain, headers: {} }))
  const add = (name, title, alone, ours) => ways.push(
    { name, title: `${title}, new page`, alone, ours: fresh(ours), headers: GZIP },
    { name: `${name}Again`, title: `${title}, same page again`, alone, ours, headers: GZIP, isAgain: true }
  )
  if (compression) add('compressed', `${compression.name} in both`, compressed, compressed)
  else add('encoded', 'gzip by buffered-render', undefined, plain)
  // In Express, pages go to `compression` as they are without the option `compress`.
  if (compression && name === 'express' && compress === undefined) {
    ways.pop()
    add('encoded', 'compress: true', compressed, { isCompressed: true, extraOptions: { compress: true } })
  }
  return memo === false ? ways.filter(({ isAgain }) => !isAgain) : ways
}

module.exports = { waysFor }
