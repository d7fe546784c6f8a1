'use strict'

const path = require('node:path')
const shared = require('../pages/shared')

const VIEWS = path.join(__dirname, '../views')

/**
 * @param {import('../cases').Case} page
 * @param {string} language
 * @returns {string[]} the folders of its views, and of their static text
 */
function viewFolders (page, language) {
  return page.texts === undefined ? [VIEWS] : shared.foldersOf(language, page)
}

/**
 * @param {Record<string, Function>} views those of a tag in `views/shared/tags/`
 * @param {import('../cases').Case} page
 * @returns {(locals: object) => any} renders it
 */
function viewOf (views, page) {
  const [, texts] = shared.foldersOf('tags', page)
  return views[page.view](shared.readTexts(texts))
}

module.exports = { viewFolders, viewOf }
