'use strict'

const mustache = require('mustache')
const { outcome } = require('../../support/outcome')
const language = require('./mustache')

/**
 * @param {Record<string, string>} sources by name, without the extension; one is `page`
 * @param {object} [options] compile options
 * @returns {Record<'stock' | 'ours' | 'rendered', (locals: object) => unknown>} the outcome of the engine's render of the page, that of
 *   the dialect's, and its page
 */
function sides (sources, options = {}) {
  const folder = language.folderOf({ sources })
  const { page, template } = language.open({ engine: mustache, folder, example: { sources, options }, setting: language.usualSettings[0] })
  const rendered = (locals) => template().render(locals)
  return { stock: (locals) => outcome(() => page(locals)), ours: (locals) => outcome(() => rendered(locals).toString()), rendered }
}

module.exports = { sides }
