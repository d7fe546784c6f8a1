'use strict'

const { html } = require('buffered-render')

/**
 * A part of the page that shows a waiting message until its content arrives. The style
 * sheet hides the message then.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} waiting
 * @param {unknown} content a page, or a promise of it
 */
module.exports = function panel (name, title, waiting, content) {
  return html`<section class="panel ${name}">
      <h2>${title}</h2>
      <p class="waiting">${waiting}</p>
      ${content}
    </section>`
}
