'use strict'

const { complete } = require('./dialect')

/**
 * What is known of a dialect before its code is loaded, for the first view of its language: to load all of them would take a third
 * of the time until the first page.
 *
 * @typedef {Required<Pick<import('./dialect').Dialect, 'name' | 'extensions' | 'package' | 'packages'>> & { load: () => object }} Row
 * @type {Row[]}
 */
const dialects = [
  row('ejs', ['.ejs'], () => require('./ejs')),
  row('eta', ['.eta'], () => require('./eta')),
  row('handlebars', ['.hbs', '.handlebars'], () => require('./handlebars'), { packages: ['express-handlebars', 'hbs'] }),
  row('liquid', ['.liquid'], () => require('./liquid'), { package: 'liquidjs' }),
  row('mustache', ['.mustache', '.html'], () => require('./mustache')),
  row('nunjucks', ['.njk', '.nunjucks'], () => require('./nunjucks')),
  row('pug', ['.pug'], () => require('./pug'))
]

/** @type {Map<Row, Required<import('./dialect').Dialect>>} */
const loadedCache = new Map()

function row (name, extensions, load, packages) {
  return { name, extensions, package: name, packages: [], load, ...packages }
}

/**
 * @param {Row} row
 * @returns {Required<import('./dialect').Dialect>} the dialect with its code
 */
function loaded (row) {
  let dialect = loadedCache.get(row)
  if (dialect === undefined) {
    const { load, ...known } = row
    dialect = complete({ ...known, ...load() })
    loadedCache.set(row, dialect)
  }
  return dialect
}

/**
 * @param {string} extension including the dot
 * @returns {import('./dialect').Dialect | undefined}
 */
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
