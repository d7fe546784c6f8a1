'use strict'

/**
 * A renderer or server to compare with others, set up as its documentation recommends for production. A peer loads its packages when it
 * is created, so that only its own process loads them. The language of its views determines how it escapes.
 *
 * @template T
 * @typedef {{ title: string, language: string, create: (page: import('./pages').Page) => T | Promise<T> }} Peer
 */

/**
 * Each answers `/` with the page of its own counter, see `counters.js`, and `/<n>` with the page of the counter n.
 * Servers with prebuilt pages have only the samples.
 *
 * @type {Record<string, Peer<import('node:http').RequestListener>>}
 */
module.exports = {
  ...require('./servers/express'),
  ...require('./servers/koa'),
  ...require('./servers/others')
}
