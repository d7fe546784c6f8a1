'use strict'

const dialect = require('../../lib/dialects/mustache')
const { fallbackReason } = require('../../lib/dialects/mustache/engine')

/** Types of tags that write a value or a partial. */
const WRITING = ['name', '&', '>']

/** @throws {Error} the error of mustache.js if it cannot parse the template */
function explain (source, context) {
  const { engine, options } = context
  const tokens = new engine.Writer().parse(source, options.tags || engine.tags)
  const engineFallback = fallbackReason(engine)
  if (engineFallback !== undefined) return { engineFallback }

  // Compiles the template now; otherwise its first render does.
  dialect.compile(source, context).source.tokens()
  return { spans: spansOf(tokens) }
}

function spansOf (tokens) {
  return tokens.flatMap(([type, , start, end, nested]) => {
    if (type === 'text') return [{ start, end, kind: 'static' }]
    if (WRITING.includes(type)) return [{ start, end, kind: 'dynamic' }]
    return Array.isArray(nested) ? spansOf(nested) : []
  })
}

module.exports = { explain }
