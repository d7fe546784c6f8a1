'use strict'

const Handlebars = require('handlebars')
const dialect = require('../../lib/dialects').byName('handlebars')
const { Template } = require('../../lib/template/template')
const { outcome } = require('./outcome')

/**
 * @typedef {object} Case
 * @property {string} source
 * @property {(env: object, log: unknown[]) => void} [setup] registers helpers and partials
 * @property {() => object} [locals] makes those of one render
 * @property {object} [options] compile options, with `runtimeOptions`
 */

/**
 * Renders a template twice by Handlebars and twice by the dialect, each with an
 * instance of its own.
 *
 * @param {Case} example
 * @returns {Promise<{ expected: object[], actual: object[], pages: object[] }>} how
 *   each render ended and what it logged; the pages are the dialect's
 */
async function bothWays ({ source, setup = () => {}, locals = () => ({}), options = {} }) {
  const { runtimeOptions, ...compileOptions } = options
  const expected = await twice(setup, (env) => {
    const template = env.compile(source, compileOptions)
    return () => template(locals(), runtimeOptions)
  })
  const pages = []
  const actual = await twice(setup, (env) => {
    const template = new Template('page.hbs', dialect.compile(source, { filename: 'page.hbs', engine: env, options: { ...options, views: [], cache: true } }))
    return () => {
      const page = template.render(locals())
      pages.push(page)
      return page.toString()
    }
  })
  return { expected, actual, pages }
}

async function twice (setup, compile) {
  const env = Handlebars.create()
  const log = []
  setup(env, log)
  let render
  const once = () => outcome(() => {
    render ??= compile(env)
    return render()
  })
  return [{ ...await once(), log: log.splice(0) }, { ...await once(), log: log.splice(0) }]
}

module.exports = { bothWays }
