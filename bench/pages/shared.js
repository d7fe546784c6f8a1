'use strict'

const fs = require('node:fs')
const path = require('node:path')
const article = require('./article')
const fortunes = require('./fortunes')

const VIEWS = path.join(__dirname, '../views/shared')

/**
 * A page that has a view in every language of `views/shared/`. Long static text
 * is not in the view but beside it, once for all of them; each includes it in the
 * way that its documentation has for such text.
 *
 * @typedef {object} SharedPage
 * @property {string} view
 * @property {string} texts the folder of its static text in `views/shared/texts/`
 * @property {(n: number) => object} data the locals of the page with this counter
 */

/** @type {Record<string, SharedPage>} */
const pages = {
  fortunes: { view: 'fortunes', texts: 'english', data: fortunes },
  article: { view: 'article', texts: 'english', data: article.english },
  'article-chinese': { view: 'article', texts: 'chinese', data: article.chinese },
  'article-long': { view: 'article', texts: 'long', data: article.english }
}

/**
 * @param {string} language
 * @param {Pick<SharedPage, 'texts'>} page
 * @returns {[views: string, texts: string]} the folders with the views of a page and with its static text
 */
function foldersOf (language, { texts }) {
  return [path.join(VIEWS, language), path.join(VIEWS, 'texts', texts)]
}

/**
 * @param {string} folder
 * @returns {Record<string, string>} its static texts by their names
 */
function readTexts (folder) {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.html'))
  return Object.fromEntries(files.map((file) => [path.parse(file).name, fs.readFileSync(path.join(folder, file), 'utf8')]))
}

module.exports = { foldersOf, pages, readTexts }
