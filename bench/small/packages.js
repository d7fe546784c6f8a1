'use strict'

const languages = require('../languages')
const written = require('../pages/languages')

/** @returns {[name: string, package: import('../languages').Package][]} the packages of a language, with a tiny view unless they have others */
function packagesOf (language) {
  const { extension, write } = written[language]
  const files = { [`tiny.${extension}`]: write('<p>{{title}}</p>\n', { name: 'tiny' }) }
  return Object.entries(languages[language].packages).map(([name, given]) => [name, { extension, files, views: ['tiny'], setUp () {}, ...given }])
}

module.exports = Object.fromEntries(Object.keys(languages).flatMap(packagesOf))
