'use strict'

const { html } = require('buffered-render')

/**
 * A list of figures with their labels.
 *
 * @param {Record<string, string>} readings
 */
module.exports = function readings (readings) {
  return html`<dl class="readings">${Object.entries(readings).map(reading)}</dl>`
}

function reading ([name, value]) {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}
