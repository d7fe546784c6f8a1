'use strict'

const { figure } = require('../../bin/measure/figures')
const { ratios, spread } = require('../../bin/measure/statistics')
const variants = require('../variants')
const { NONE, gains } = require('./cells')
const { rates } = require('./rates')

/**
 * Who else serves a page, and how many times as many requests ours answers.
 *
 * @param {import('../rounds').Measured} page
 * @returns {import('./cells').Table}
 */
function summarizePeers (page) {
  const ours = rates(page, page.ours)
  return {
    title: `Peers: ${page.title}`,
    header: ['server', 'req/s', 'min–max', 'ours / this', 'min–max'],
    rows: page.variants.map((variant) => {
      const theirs = rates(page, variant)
      const { median, min, max } = spread(theirs)
      return [
        variants[variant].title,
        figure(median),
        `${figure(min)}–${figure(max)}`,
        ...variant === page.ours ? [NONE, NONE] : gains(ratios(ours, theirs))
      ]
    })
  }
}

module.exports = { summarizePeers }
