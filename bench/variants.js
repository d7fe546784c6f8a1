'use strict'

/**
 * Who serves the page of a case.
 *
 * @typedef {object} VariantDescription
 * @property {string} title what tables and charts say
 * @property {string} language of its views, which settles how it escapes
 * @property {string} module the file in `variants/` that exports it by its name
 */

/**
 * Makes what answers `/` with the page of a counter of its own, see
 * `counters.js`, and `/<n>` with the page of the counter n. Those made in
 * advance have the samples only.
 *
 * @typedef {(page: import('./cases').Case) => import('node:http').RequestListener | Promise<import('node:http').RequestListener>} Variant
 */

/**
 * Each as its own documentation has it for production. Only the process that
 * serves a variant loads its module.
 *
 * @type {Record<string, VariantDescription>}
 */
module.exports = {
  stock: { title: 'Express, EJS', language: 'ejs', module: 'express' },
  'stock-compression': { title: 'Express, EJS, compression', language: 'ejs', module: 'express' },
  'buffered-render': { title: 'Express, buffered-render, EJS', language: 'ejs', module: 'express' },
  unheld: { title: 'Express, buffered-render without held writes, EJS', language: 'ejs', module: 'express' },
  'stock-traced': { title: 'Express, EJS, traced', language: 'ejs', module: 'express' },
  traced: { title: 'Express, buffered-render, EJS, traced', language: 'ejs', module: 'express' },
  'stock-session': { title: 'Express, EJS, express-session', language: 'ejs', module: 'express' },
  session: { title: 'Express, buffered-render, EJS, express-session', language: 'ejs', module: 'express' },
  prebuilt: { title: 'Express, prebuilt', language: 'ejs', module: 'express' },
  'prebuilt-compression': { title: 'Express, prebuilt, compression', language: 'ejs', module: 'express' },
  'prebuilt-fresh': { title: 'Express, prebuilt', language: 'ejs', module: 'express' },
  'prebuilt-gzip': { title: 'Express, prebuilt gzip', language: 'ejs', module: 'express' },

  'express-pug': { title: 'Express, Pug', language: 'pug', module: 'express-engines' },
  'express-handlebars': { title: 'Express, Handlebars (hbs)', language: 'handlebars', module: 'express-engines' },
  'express-eta': { title: 'Express, Eta', language: 'eta', module: 'express-engines' },
  'express-html': { title: 'Express, buffered-render, html tag', language: 'html', module: 'express-engines' },

  koa: { title: 'Koa, EJS, koa-etag', language: 'ejs', module: 'koa' },
  'koa-compress': { title: 'Koa, EJS, koa-etag, koa-compress', language: 'ejs', module: 'koa' },
  'koa-buffered-render': { title: 'Koa, buffered-render, EJS', language: 'ejs', module: 'koa' },
  'koa-plain': { title: 'Koa, EJS', language: 'ejs', module: 'koa' },
  'koa-plain-compress': { title: 'Koa, EJS, koa-compress', language: 'ejs', module: 'koa' },

  fastify: { title: 'Fastify, EJS', language: 'ejs', module: 'fastify' },
  hono: { title: 'Hono, html', language: 'hono', module: 'hono' },
  'hono-compress': { title: 'Hono, html, compress', language: 'hono', module: 'hono' },

  'http-ghtml': { title: 'node:http, ghtml', language: 'ghtml', module: 'http' },
  'http-kitajs': { title: 'node:http, @kitajs/html', language: '@kitajs/html', module: 'http' },
  'http-html': { title: 'node:http, buffered-render, html tag', language: 'html', module: 'http' },
  'http-prebuilt': { title: 'node:http, prebuilt', language: 'ejs', module: 'http' },
  'http-prebuilt-gzip': { title: 'node:http, prebuilt gzip', language: 'ejs', module: 'http' }
}
