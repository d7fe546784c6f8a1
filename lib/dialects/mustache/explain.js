'use strict'

const { isStock } = require('./stock')

/** The types of tags that write what is looked up, or a partial. */
const WRITING = ['name', '&', '>']

/**
 * @param {import('./page').Page} page
 * @returns {import('../dialect').Explanation}
 * @throws {Error} as mustache.js does, if the template has an error
 */
function explainPage (page) {
  const { setting: { engine, tags } } = page
  const tokens = page.parse(tags)
  if (!isStock(engine)) return { whole: `is of Mustache ${engine.version}, and only the unchanged code of 4.2 is known` }

  page.compile()
  return { spans: spansOf(tokens) }
}

/**
 * @param {import('./body').Token[]} tokens
 * @returns {import('../dialect').Span[]}
 */
function spansOf (tokens) {
  return tokens.flatMap(([type, , start, end, nested]) => {
    if (type === 'text') return [{ start, end, kind: 'static' }]
    if (WRITING.includes(type)) return [{ start, end, kind: 'dynamic' }]
    return Array.isArray(nested) ? spansOf(nested) : []
  })
}

module.exports = { explainPage }
