'use strict'

const { count } = require('./words')

/** The predicate of each finding, for one view and for several. */
const PREDICATES = {
  'rendered-by-engine': ['is rendered by its engine', 'are rendered by their engines'],
  'part-rendered-by-engine': ['has a part that its engine renders', 'have parts that their engines render'],
  'missing-engine': ['needs an engine that is not installed', 'need an engine that is not installed'],
  'does-not-compile': ['does not compile', 'do not compile'],
  'keeps-with': ['keeps the with statement', 'keep the with statement'],
  'unknown-filter': ['uses an unknown filter', 'use unknown filters'],
  'does-not-render': ['does not render with the data', 'do not render with the data']
}

/**
 * @param {import('./analyse').Figures[]} views
 * @returns {string} a sentence that says how many views are split, and what keeps the others from it or slows them down
 */
function verdictOf (views) {
  const compiled = views.filter((view) => view.static !== undefined && view.engineFallback === undefined)
  const split = compiled.filter(isSplit).length
  const others = compiled.length - split
  const reasons = others === 0 ? [] : [`${others} ${others === 1 ? 'has no static fragment of its own' : 'have no static fragment of their own'}`]
  for (const [kind, predicates] of Object.entries(PREDICATES)) {
    const found = views.filter((view) => view.findings.some((finding) => finding.kind === kind)).length
    if (found > 0) reasons.push(`${found} ${predicates[found === 1 ? 0 : 1]}`)
  }
  const sentence = `${split} of ${count(views.length, 'view')} ${split === 1 || views.length === 1 ? 'is' : 'are'} split`
  return `${[sentence, reasons.join(', ')].filter(Boolean).join('; ')}.`
}

/**
 * @returns {boolean} whether static fragments are spliced: into the page, if there are data, which may come from included files and
 *   misses those that a macro or a filter makes a string of
 */
function isSplit ({ static: text, page = text }) {
  return page.fragments > 0
}

module.exports = { verdictOf }
