'use strict'

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')

/** Below this share of busy time a server waited for the load generator. */
const SATURATED = 0.9

/**
 * Whether the servers were what was measured: a server that waits could have
 * served more, which understates its figure.
 *
 * @param {import('../rounds').Measured[]} pages at least one
 * @returns {string} a sentence
 */
function saturation (pages) {
  const servers = pages.flatMap(({ name, rounds }) => Object.keys(rounds[0]).map((variant) => ({
    name: `${variant} of ${name}`,
    busy: median(rounds.map((round) => busy(round[variant])))
  })))
  const idle = servers.filter((server) => server.busy < SATURATED)
  if (idle.length === 0) {
    const least = servers.reduce((a, b) => b.busy < a.busy ? b : a)
    return `The servers were busy at least ${percent(least.busy)} of the time (${least.name}).`
  }
  const list = idle.map((server) => `${server.name} (busy ${percent(server.busy)} of the time)`)
  return `These servers waited for the load generator, so that their figures are understated: ${list.join(', ')}.`
}

/** A loop that waits for the threads of its own process is not idle. */
function busy ({ utilization, cores }) {
  return Math.min(1, Math.max(utilization, cores))
}

function percent (share) {
  return `${figure(100 * share)} %`
}

module.exports = { saturation }
