'use strict'

const { withDefaults } = require('./dialect')
const { memoize } = require('../util/memoize')

/**
 * What is known of a dialect before its code is loaded, for the first view of its language: loading all of them would
 * take a third of the time until the first page (`npm run bench:compare cold`).
 *
 * @typedef {Required<Pick<import('./dialect').Dialect, 'name' | 'extensions' | 'package' | 'packages'>> &
 *   { load: () => object, readsCode?: boolean }} Row `readsCode`: it parses code that the engine generates
 * @type {Row[]}
 */
const dialects = [
  row('ejs', ['.ejs'], () => require('./ejs'), { readsCode: true }),
  row('eta', ['.eta'], () => require('./eta'), { readsCode: true }),
  row('handlebars', ['.hbs', '.handlebars'], () => require('./handlebars'), {
    packages: ['express-handlebars', 'hbs']
  }),
  row('liquid', ['.liquid'], () => require('./liquid'), { package: 'liquidjs' }),
  row('mustache', ['.mustache', '.html'], () => require('./mustache')),
  row('nunjucks', ['.njk', '.nunjucks'], () => require('./nunjucks'), { readsCode: true }),
  row('pug', ['.pug'], () => require('./pug'), { readsCode: true })
]

function row (name, extensions, load, more) {
  return { name, extensions, package: name, packages: [], load, ...more }
}

/** Gives the dialect of a row with its code. @type {(row: Row) => Required<import('./dialect').Dialect>} */
const loaded = memoize(({ load, readsCode, ...known }) => withDefaults({ ...known, ...load() }))

/** @param {string} extension including the dot */
function byExtension (extension) {
  const row = dialects.find(({ extensions }) => extensions.includes(extension))
  return row && loaded(row)
}

/** @returns {import('./dialect').Dialect | undefined} */
function byName (name) {
  const row = dialects.find((row) => row.name === name)
  return row && loaded(row)
}

module.exports = { byExtension, byName, dialects, loaded }
