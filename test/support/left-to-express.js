'use strict'

/** The reasons why Express renders a view, not its engine. */
const REASONS = /^(?:is not found$|has an engine without |is rendered (?:by (?:a |Express )|for a response |with settings ))/

/**
 * @param {{ engine: Record<string, number> }} stats of a renderer
 * @returns {number} the renders that were left to Express
 */
function leftToExpress ({ engine }) {
  return Object.entries(engine).reduce((sum, [reason, count]) => REASONS.test(reason) ? sum + count : sum, 0)
}

module.exports = { leftToExpress }
