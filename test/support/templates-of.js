'use strict'

const dialects = require('../../lib/dialects')
const { withDefaults } = require('../../lib/dialects/dialect')
const { RenderLog } = require('../../lib/views/render-log')
const { TemplateLoader } = require('../../lib/views/template-loader')

/**
 * @param {string | object} named a dialect of the library by its name, or another one
 * @param {object} engine its package, or an instance of it
 * @param {object} [options] compile options; templates are kept unless `cache` is off
 * @returns {TemplateLoader} templates of the dialect, as a renderer keeps them
 */
function templatesOf (named, engine, { cache = true, ...options } = {}) {
  const dialect = typeof named === 'string' ? dialects.byName(named) : withDefaults(named)
  const compileOptions = { ...options, cache }
  return new TemplateLoader({ dialect, engine, options: () => compileOptions, cache }, { templateCache: Object.assign(new Map(), { hits: 0, misses: 0 }), renderLog: new RenderLog() })
}

module.exports = { templatesOf }
