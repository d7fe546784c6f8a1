'use strict'

const axe = require('axe-core')

/** Rules that are off by default, since they are newer than WCAG 2.1. */
const RULES = { 'target-size': { enabled: true } }

/**
 * Checks the page of a tab with axe-core, and the pages of its frames.
 *
 * @param {import('playwright-core').Page} tab
 * @returns {Promise<string[]>} each violated rule with the start of the elements that violate it
 */
async function violationsOf (tab) {
  await Promise.all(tab.frames().map((frame) => frame.evaluate(axe.source)))
  const violations = await tab.evaluate(`axe.run({ resultTypes: ["violations"], rules: ${JSON.stringify(RULES)} }).then(({ violations }) => violations)`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`))
}

/**
 * @param {import('playwright-core').Page} tab
 * @returns {Promise<number>} pixels by which the page is wider than the window
 */
function overflowOf (tab) {
  return tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

module.exports = { overflowOf, violationsOf }
