'use strict'

const { html } = require('buffered-render')
const clock = require('./clock')

/**
 * The entries of the logbook, each sent as soon as it is available.
 *
 * @param {AsyncIterable<{ time: number, text: string }>} entries
 * @param {() => string} since returns the time since the start of the page
 */
module.exports = async function * logbook (entries, since) {
  for await (const { time, text } of entries) {
    yield html`
        <li><time datetime="${new Date(time).toISOString()}">${clock(time)}</time> ${text} <span class="ready">after ${since()}</span></li>`
  }
}
