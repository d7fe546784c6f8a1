'use strict'

const { dialects } = require('../../lib/dialects')

/** The language of each engine. */
const LANGUAGES = Object.fromEntries(dialects.flatMap((dialect) => [dialect.package, ...dialect.packages].map((engine) => [engine, dialect.name])))

module.exports = { LANGUAGES }
