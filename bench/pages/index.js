'use strict'

const fs = require('node:fs')
const path = require('node:path')
const locals = require('./locals')
const { VIEWS } = require('./views')

/**
 * @typedef {object} Page
 * @property {string} view
 * @property {(n: number) => object} data the locals of the page with this counter
 * @property {(language: string) => [views: string, texts: string]} foldersOf the folders of its views in a language, and of
 *   the static text that they include
 */

const folder = (...names) => path.join(VIEWS, ...names)

const page = (view, data, foldersOf) => ({ view, data, foldersOf })

/** As an app has them in EJS. */
const inEjs = () => [folder('ejs'), folder('ejs')]
/** @type {Record<string, Page>} */
const ejsPages = {
  fortunes: page('fortunes', locals.fortunes, inEjs),
  article: page('article/page', locals.english, inEjs),
  'article-chinese': page('article-chinese/page', locals.chinese, inEjs),
  listing: page('listing', locals.listing, inEjs)
}

/** Each language uses what it has for layouts, partials and conditions. */
const inDialect = (language) => [folder('dialects', language), folder('dialects', language)]
/** @type {Record<string, Page>} */
const dialectPages = {
  article: page('article', locals.english, inDialect),
  listing: page('listing', locals.listing, inDialect)
}

/**
 * Long static text is not in the view but beside it, once for all languages; each includes it in the way that its
 * documentation has for such text.
 */
const beside = (edition) => (language) => [folder('shared', language), folder('texts', edition)]
/** @type {Record<string, Page>} */
const sharedPages = {
  fortunes: page('fortunes', locals.fortunes, beside('english')),
  article: page('article', locals.english, beside('english')),
  'article-chinese': page('article', locals.chinese, beside('chinese')),
  'article-long': page('article', locals.english, beside('long'))
}

/** @returns {Record<string, string>} its static texts by their names */
function readTexts (folder) {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.html'))
  return Object.fromEntries(files.map((file) => [path.parse(file).name, fs.readFileSync(path.join(folder, file), 'utf8')]))
}

/** What a renderer or an app takes to have `ejsPages`. */
const EJS_VIEWS = { views: folder('ejs'), extension: 'ejs', cache: true }

/**
 * @param {string} name one of `ejsPages`
 * @returns {import('../../lib/page/rendered').Rendered[]} the page with the counters from 1 on
 */
function renderPages (name, count) {
  const renderer = require('buffered-render').createRenderer(EJS_VIEWS)
  const { view, data } = ejsPages[name]
  return Array.from({ length: count }, (_, i) => renderer.page(view, data(i + 1)))
}

module.exports = { EJS_VIEWS, dialectPages, ejsPages, folder, readTexts, renderPages, sharedPages }
