'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { languageOf } = require('../languages')
const { Splicer } = require('../../lib/page/splicer')

const STATIC_TEXT = 'buffered-render:static-text'

/**
 * Has a dialect explain a template, and listens to the static text that it is
 * compiled to.
 *
 * @param {string} source
 * @param {Required<import('../../lib/dialects/dialect').Dialect>} dialect
 * @param {import('../../lib/dialects/dialect').Context & { locals?: object }} context
 * @returns {{ explanation: import('../../lib/dialects/dialect').Explanation, text: import('../../lib/page/rendered').Rendered }}
 *   `text` has each run of the template's static text once
 * @throws what the engine throws for a template that it cannot compile
 */
function explanationOf (source, dialect, context) {
  const out = new Splicer()
  let loading = 0
  const listen = ({ text, fragment }) => {
    if (loading > 0) return
    if (fragment === undefined) out.text += text
    else out.fragment(fragment)
  }
  // What other files are compiled to is theirs.
  const load = (filename) => {
    loading++
    try {
      return context.load(filename)
    } finally {
      loading--
    }
  }

  subscribe(STATIC_TEXT, listen)
  try {
    const explanation = languageOf(dialect).explain(source, { ...context, load })
    return { explanation, text: out.end() }
  } finally {
    unsubscribe(STATIC_TEXT, listen)
  }
}

module.exports = { explanationOf }
