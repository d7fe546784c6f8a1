'use strict'

const path = require('node:path')
const locals = require('./locals')
const { VIEWS } = require('./views')

/**
 * @typedef {object} Page
 * @property {string} view
 * @property {(n: number) => object} data returns the locals of the page with this counter
 * @property {(language: string) => [views: string, texts: string]} foldersOf returns the folders of the views in a language, and of
 *   the static texts that they include
 */

const folder = (...names) => path.join(VIEWS, ...names)

const page = (view, data, foldersOf) => ({ view, data, foldersOf })

/** Pages in EJS, as in an app. */
const inEjs = () => [folder('ejs'), folder('ejs')]
/** @type {Record<string, Page>} */
const ejsPages = {
  fortunes: page('fortunes', locals.fortunes, inEjs),
  article: page('article/page', locals.english, inEjs),
  'article-one-file': page('article/one-file', locals.english, inEjs),
  'article-chinese': page('article-chinese/page', locals.chinese, inEjs),
  listing: page('listing', locals.listing, inEjs)
}

/** Their names in tables. A page with the same name has the same bytes everywhere. */
const TITLES = { fortunes: 'Fortunes', article: 'article', 'article-one-file': 'article in one file', 'article-chinese': 'article, Chinese', listing: 'listing' }

/** A page whose rows are the same for all users. `member/with-rows` and `member/with-grid` are the same page with cached fragments. */
const memberPage = page('member/page', locals.member, inEjs)

/** Pages in each language, with its own layouts, partials and conditions. */
const inDialect = (language) => [folder('dialects', language), folder('dialects', language)]
/** @type {Record<string, Page>} */
const dialectPages = {
  article: page('article', locals.english, inDialect),
  listing: page('listing', locals.listing, inDialect)
}

/**
 * Pages for several projects. Long static text is in separate files, shared by all languages; each includes it as its
 * documentation recommends.
 */
const beside = (edition) => (language) => [folder('shared', language), folder('texts', edition)]
/** @type {Record<string, Page>} */
const sharedPages = {
  fortunes: page('fortunes', locals.fortunes, beside('english')),
  article: page('article', locals.english, beside('english')),
  'article-chinese': page('article', locals.chinese, beside('chinese')),
  'article-long': page('article', locals.english, beside('long'))
}

/** Options of a renderer or an app for `ejsPages`. */
const EJS_VIEWS = { views: folder('ejs'), extension: 'ejs', cache: true }

module.exports = { EJS_VIEWS, TITLES, dialectPages, ejsPages, memberPage, sharedPages }
