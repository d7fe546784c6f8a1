'use strict'

const fs = require('node:fs')
const path = require('node:path')
const mustache = require('mustache')
const { outcome } = require('../../support/outcome')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

/**
 * The two ways to render a page: with the engine and with the dialect.
 *
 * @typedef {object} Sides
 * @property {(locals: object) => Promise<object>} stock outcome of the engine's render of
 *   `page.mustache`, see `outcome`
 * @property {(locals: object) => Promise<object>} ours outcome of the dialect's render
 * @property {(locals: object) => import('../../../lib/page/rendered').Rendered} rendered
 * @property {(name: string) => string} file
 */

/**
 * @param {Record<string, string>} sources by name, without the extension; one is `page`
 * @param {object} [setup]
 * @param {object} [setup.engine]
 * @param {object} [setup.options] compile options
 * @param {boolean} [setup.cache]
 * @returns {Sides}
 */
function sides (sources, { engine = mustache, options = {}, cache = true } = {}) {
  const files = Object.entries(sources).map(([name, source]) => [`${name}.mustache`, source])
  const { file } = viewFolder(Object.fromEntries(files))
  const templates = templatesOf('mustache', engine, { views: file(''), ...options, cache })
  const partial = (name) => name !== '' && fs.existsSync(file(`${name}.mustache`)) ? fs.readFileSync(file(`${name}.mustache`), 'utf8') : undefined
  const rendered = (locals) => templates.load(file('page.mustache')).render(locals)
  return {
    stock: (locals) => outcome(() => engine.render(sources.page, locals, partial, options)),
    ours: (locals) => outcome(() => rendered(locals).toString()),
    rendered,
    file
  }
}

/** The folder of the corpus. */
const corpus = path.join(__dirname, '../../corpus/mustache')

module.exports = { corpus, sides }
