'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { languageOf } = require('../languages')
const { Splicer } = require('../../lib/page/splicer')

const STATIC_TEXT = 'buffered-render:static-text'

/**
 * Explains a template with its dialect, and collects the static text that the dialect publishes while it compiles the
 * template.
 *
 * @param {import('../../lib/dialects/dialect').Context & { locals?: object }} context
 * @returns {{
 *   explanation: import('../../types/template').Explanation,
 *   text: import('../../lib/page/rendered').Rendered
 * }} `text` contains each run of the template's static text once
 * @throws the engine's error if the template does not compile
 */
function explanationOf (source, dialect, context) {
  const out = new Splicer()
  let loading = 0
  const listen = ({ text, fragment }) => {
    if (loading > 0) return
    if (fragment === undefined) out.text += text
    else out.fragment(fragment)
  }
  // The static text of other templates is not counted here.
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
