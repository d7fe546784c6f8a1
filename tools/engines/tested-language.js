'use strict'

const hosts = require('./hosts')
const { LANGUAGES } = require('./languages')

/**
 * @param {string} name of a package
 * @param {object} exports what the app gets of it
 * @returns {{ language: import('../../test/dialects/suite').Language, engine: object }} its language, whose examples it opens, and their engine
 */
function testedLanguage (name, exports) {
  const language = require(`../../test/dialects/languages/${LANGUAGES[name]}`)
  const open = (setup) => hosts[name]?.(exports, setup) ?? language.open(setup)
  return { language: { ...language, open }, engine: LANGUAGES[name] === 'handlebars' ? require('handlebars') : exports }
}

module.exports = { testedLanguage }
