'use strict'

const { html } = require('buffered-render')
const layout = require('./layout')

/**
 * The error page.
 */
module.exports = function error ({ status, title, message }) {
  const body = html`
    <div class="failure">
      <p class="status">${status}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="/">← All packages</a></p>
    </div>`
  return layout({ title, body })
}
