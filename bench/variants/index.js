'use strict'

/**
 * Makes what answers `/` with the page of a counter of its own, see
 * `counters.js`, and `/<n>` with the page of the counter n. Those made in
 * advance have the samples only.
 *
 * @typedef {(page: import('../cases').Case) => import('node:http').RequestListener | Promise<import('node:http').RequestListener>} Variant
 */

/** @type {Record<string, Variant>} */
module.exports = { ...require('./express'), ...require('./koa') }
