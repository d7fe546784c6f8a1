'use strict'

const { html } = require('buffered-render')
const readings = require('./readings')

module.exports = function weather ({ summary, temperature, wind, gusts, from, pressure, visibility }) {
  return html`<p class="summary"><strong>${temperature} °C</strong> ${summary}</p>
      ${readings({ Wind: `${from} ${wind} kn`, Gusts: `${gusts} kn`, Pressure: `${pressure} hPa`, Visibility: `${visibility} nm` })}`
}
