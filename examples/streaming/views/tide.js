'use strict'

const { html } = require('buffered-render')
const clock = require('./clock')

/** Size of the chart, in its own units. */
const WIDTH = 720
const HEIGHT = 180
const MOST_METRES = 6.5

/**
 * @param {import('../tide').TideTable} table
 */
module.exports = function tide ({ levels, turns, now }) {
  const [{ time: start }] = levels
  const length = levels.at(-1).time - start
  const place = ({ time, metres }) => ({
    x: ((time - start) / length * WIDTH).toFixed(1),
    y: (HEIGHT * (1 - metres / MOST_METRES)).toFixed(1)
  })
  const line = levels.map(place).map(({ x, y }) => `${x},${y}`).join(' ')
  const here = place(now)

  return html`<p class="summary"><strong>${metres(now)}</strong> at ${clock(now.time)} UTC</p>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The level of the water over 24 hours">
        <polygon points="0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}"/>
        <polyline points="${line}"/>
        <line x1="${here.x}" y1="0" x2="${here.x}" y2="${HEIGHT}"/>
        <circle cx="${here.x}" cy="${here.y}" r="6"/>
      </svg>
      <ul class="turns">${turns.map(turn)}</ul>`
}

function turn ({ time, isHigh, ...level }) {
  return html`
        <li>${isHigh ? 'High' : 'Low'} water <strong>${clock(time)}</strong> ${metres(level)}</li>`
}

function metres ({ metres }) {
  return `${metres.toFixed(1)} m`
}
