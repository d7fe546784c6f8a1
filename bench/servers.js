'use strict'

/**
 * A renderer or server to compare with others. Servers are set up as their documentation recommends for
 * production. A peer loads its packages when it is created, so that only its own process loads them.
 *
 * @template T
 * @typedef {object} Peer
 * @property {string} title for tables and charts
 * @property {string} language of its views, which determines how it escapes
 * @property {(page: import('./pages').Page) => T | Promise<T>} create
 */

/**
 * Answers `/` with the page of its own counter, see `counters.js`, and `/<n>` with the page of the counter n.
 * Servers with prebuilt pages have only the samples.
 *
 * @typedef {import('node:http').RequestListener} Server
 */

/** @type {Record<string, Peer<Server>>} */
module.exports = {
  ...require('./servers/express'),
  ...require('./servers/fragments'),
  ...require('./servers/koa'),
  ...require('./servers/others')
}
