'use strict'

const { count } = require('./words')

/** The predicate of each finding, for one view and for several. */
const PREDICATES = {
  'rendered-by-engine': ['is rendered by its engine', 'are rendered by their engines'],
  'missing-engine': ['needs an engine that is not installed', 'need an engine that is not installed'],
  'does-not-compile': ['does not compile', 'do not compile'],
  'keeps-with': ['keeps the with statement', 'keep the with statement'],
  'does-not-render': ['does not render with the data', 'do not render with the data']
}

/**
 * @param {import('./analyse').Figures[]} views
 * @returns {string} a sentence that says how many views are split, and what keeps the others from it or slows them down
 */
function verdictOf (views) {
  const split = views.filter((view) => view.static !== undefined && view.engineFallback === undefined).length
  const findings = Object.entries(PREDICATES).flatMap(([kind, predicates]) => {
    const found = views.filter((view) => view.findings.some((finding) => finding.kind === kind)).length
    return found === 0 ? [] : `${found} ${predicates[found === 1 ? 0 : 1]}`
  })
  const sentence = `${split} of ${count(views.length, 'view')} ${split === 1 ? 'is' : 'are'} split`
  return `${[sentence, findings.join(', ')].filter(Boolean).join('; ')}.`
}

module.exports = { verdictOf }
