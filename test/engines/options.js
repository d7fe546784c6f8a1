'use strict'

const { parseArgs } = require('node:util')

const ENGINES = ['ejs', 'eta', 'handlebars', 'express-handlebars', 'hbs', 'liquidjs', 'mustache', 'nunjucks', 'pug']

const USAGE = `Usage: npm run test:engines -- [options] [engine[@version] …]

Installs engines in a temporary folder, by default the latest version of all, and renders
the templates of test/corpus and generated ones by the engine and by the dialect. Prints how
many templates the dialect splices, how many it leaves to the engine, and which pages differ.

  ${ENGINES.join(', ')}

  --markdown   print the table as Markdown
  --help       print this help

The exit code is 1 if a page differs or an engine cannot be installed, and 2 if the command line is invalid.`

/**
 * @typedef {object} Options
 * @property {Record<string, string>} engines names and versions
 * @property {boolean} markdown
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} with the engine, and the valid names
 */
function parseOptions (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { markdown: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }
  })
  const engines = Object.fromEntries((positionals.length > 0 ? positionals : ENGINES).map((given) => {
    const [name, range = 'latest'] = given.split('@')
    if (!ENGINES.includes(name)) throw new TypeError(`Unknown engine '${name}'; the engines are ${ENGINES.join(', ')}`)
    return [name, range]
  }))
  return { engines, ...values }
}

module.exports = { USAGE, parseOptions }
