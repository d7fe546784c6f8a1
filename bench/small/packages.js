'use strict'

const languages = require('../languages')

/** The packages of all languages. @type {Record<string, import('../languages').Package>} */
module.exports = Object.assign({}, ...Object.values(languages).map(({ packages }) => packages))
