'use strict'

const { TITLES, ejsPages: ejs, memberPage, sharedPages: shared } = require('./pages')
const { BROTLI, BROWSER, GZIP } = require('./headers')
const database = require('./servers/database')

/**
 * A measurement: a page, the requests for it, and the servers.
 *
 * @typedef {import('./pages').Page & object} Case
 * @property {string} name
 * @property {string} title for tables
 * @property {string} group for `--only`
 * @property {number} [pages] number of pages that requests ask for in rotation; without it, each request asks for a new page
 * @property {Record<string, string>} headers of every request; every response must be in a coding
 *   that `Accept-Encoding` names, or have none without that header
 * @property {boolean} [revalidates] whether requests are conditional, with the server's own entity tag
 * @property {string[]} variants of `servers.js`, in the order of the table
 * @property {string} baseline variant that uses the framework alone; all others must send the same page
 * @property {string} ours variant that uses this library
 * @property {() => Promise<string | undefined>} [missing] what the case needs and this machine has not
 */

const EXPRESS = compare('express', 'buffered-render')
const EXPRESS_COMPRESSION = compare('express-compression', 'buffered-render')
const EXPRESS_STREAMED = compare('express', 'streamed')
const EXPRESS_COMPRESSION_STREAMED = compare('express-compression', 'streamed')
const EXPRESS_TRACED = compare('express-traced', 'traced')
const EXPRESS_SESSION = compare('express-session', 'session')
const EXPRESS_PUG = compare('express-pug', 'buffered-render-pug')
const EXPRESS_DATABASE = compare('express-database', 'database')
const KOA = compare('koa', 'koa-buffered-render')
const KOA_COMPRESS = compare('koa-compress', 'koa-buffered-render')

const PEERS = {
  baseline: 'express',
  ours: 'buffered-render',
  variants: [
    'buffered-render', 'http-html', 'http-html-plain',
    'express', 'koa-plain', 'fastify', 'hono', 'http-ghtml', 'http-kitajs',
    'prebuilt-string', 'http-prebuilt'
  ]
}
const PEERS_COMPRESSION = {
  baseline: 'express-compression',
  ours: 'buffered-render',
  variants: [
    'buffered-render', 'express-html', 'http-html',
    'express-compression', 'koa-plain-compress', 'hono-compress',
    'prebuilt-gzip', 'http-prebuilt-gzip'
  ]
}

/** @returns {object} roles with the ways to cache fragments */
function cached (baseline, prebuilt) {
  return { variants: [baseline, 'buffered-render', 'cached-rows', 'cached-listing', prebuilt], baseline, ours: 'cached-listing' }
}

/** Their groups, names, titles, pages and roles. Without `headers`, pages have no content coding. */
const CASES = [
  ...Object.keys(ejs).map((name) => ['identity', name, TITLES[name], ejs[name], EXPRESS]),
  ['identity', 'fortunes-pug', 'Fortunes in Pug', shared.fortunes, EXPRESS_PUG],
  ['identity', 'fortunes-database', 'Fortunes from PostgreSQL', ejs.fortunes, EXPRESS_DATABASE, { missing: database.missing }],
  ['apps', 'article-traced', 'article, in a traced app', ejs.article, EXPRESS_TRACED],
  ['apps', 'article-session', 'article, behind express-session', ejs.article, EXPRESS_SESSION],
  ['gzip', 'article-gzip', 'article, gzip', ejs.article, EXPRESS_COMPRESSION, { headers: GZIP }],
  ['gzip', 'listing-gzip', 'listing, gzip', ejs.listing, EXPRESS_COMPRESSION, { headers: GZIP }],
  ['browser', 'article-browser', 'article, asked by a browser', ejs.article, EXPRESS_COMPRESSION, { headers: BROWSER }],
  ['browser', 'listing-browser', 'listing, asked by a browser', ejs.listing, EXPRESS_COMPRESSION, { headers: BROWSER }],
  ['streamed', 'article-streamed', 'article, streamed', ejs.article, EXPRESS_STREAMED],
  ['streamed', 'article-streamed-gzip', 'article, streamed, gzip', ejs.article, EXPRESS_COMPRESSION_STREAMED, { headers: GZIP }],
  ['revalidation', 'article-revalidation', 'article, 304', ejs.article, EXPRESS, { pages: 1, revalidates: true }],
  ['rotation', 'article-rotation', '100 articles in rotation, Brotli', ejs.article, EXPRESS_COMPRESSION, { pages: 100, headers: BROTLI }],
  ['fragments', 'member', 'listing with the name of the user', memberPage, cached('express', 'prebuilt')],
  ['fragments', 'member-gzip', 'listing with the name of the user, gzip', memberPage, cached('express-compression', 'prebuilt-gzip'), { headers: GZIP }],
  ['koa', 'article-koa', 'article, Koa', ejs.article, KOA],
  ['koa', 'article-gzip-koa', 'article, gzip, Koa', ejs.article, KOA_COMPRESS, { headers: GZIP }],
  ['koa', 'article-revalidation-koa', 'article, 304, Koa', ejs.article, KOA, { pages: 1, revalidates: true }],
  ['peers', 'peers-fortunes', 'Fortunes', shared.fortunes, PEERS],
  ['peers', 'peers-article', 'shared article', shared.article, PEERS],
  ['peers', 'peers-article-gzip', 'shared article, gzip', shared.article, PEERS_COMPRESSION, { headers: GZIP }]
]

/** @type {Case[]} */
module.exports = CASES.map(([group, name, title, page, roles, { headers = {}, ...more } = {}]) => {
  return { name, title, group, ...page, headers, ...more, ...roles }
})

function compare (baseline, ours) {
  return { baseline, ours, variants: [baseline, ours] }
}
