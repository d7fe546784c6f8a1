'use strict'

const dialect = require('../../lib/dialects/mustache')
const { isUnmodified } = require('../../lib/dialects/mustache/is-unmodified')

/** The types of tags that write what is looked up, or a partial. */
const WRITING = ['name', '&', '>']

/**
 * @param {string} source
 * @param {import('../../lib/dialects/dialect').Context} context
 * @returns {import('../../lib/dialects/dialect').Explanation}
 * @throws {Error} as mustache.js does, if the template has an error
 */
function explain (source, context) {
  const { engine, options } = context
  const tokens = new engine.Writer().parse(source, options.tags || engine.tags)
  if (!isUnmodified(engine)) return { whole: `is of Mustache ${engine.version}, and only the unchanged code of 4.2 is known` }

  // Otherwise left until it is rendered.
  dialect.compile(source, context).page.tokens()
  return { spans: spansOf(tokens) }
}

/**
 * @param {import('../../lib/dialects/mustache/page').Token[]} tokens
 * @returns {import('../../lib/dialects/dialect').Span[]}
 */
function spansOf (tokens) {
  return tokens.flatMap(([type, , start, end, nested]) => {
    if (type === 'text') return [{ start, end, kind: 'static' }]
    if (WRITING.includes(type)) return [{ start, end, kind: 'dynamic' }]
    return Array.isArray(nested) ? spansOf(nested) : []
  })
}

/**
 * @param {string} filename
 * @param {import('../../lib/dialects/dialect').Context} context
 * @returns {(locals: object) => string} renders it by mustache.js, which keeps what it has
 *   parsed, as the partials are kept here
 */
function byEngine (filename, context) {
  const options = { ...context.options, cache: true }
  const { page } = dialect.compile(dialect.read(filename), { ...context, filename, options })
  return (locals) => page.renderByEngine(locals)
}

module.exports = { byEngine, explain }
