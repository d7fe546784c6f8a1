'use strict'

/**
 * What renders pages to bytes, or serves them, and is compared with others. Servers are each as their own documentation
 * has them for production. A peer requires its packages when it is created: only the process that it runs in loads them.
 *
 * @template T
 * @typedef {object} Peer
 * @property {string} title what tables and charts say
 * @property {string} language of its views, which settles how it escapes
 * @property {(page: import('./pages').Page) => T | Promise<T>} create
 */

/**
 * Answers `/` with the page of a counter of its own, see `counters.js`, and `/<n>` with the page of the counter n.
 * Those made in advance have the samples only.
 *
 * @typedef {import('node:http').RequestListener} Server
 */

/** @type {Record<string, Peer<Server>>} */
module.exports = {
  ...require('./servers/express'),
  ...require('./servers/koa'),
  ...require('./servers/others')
}
