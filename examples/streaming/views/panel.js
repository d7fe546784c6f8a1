'use strict'

const { html } = require('buffered-render')

/**
 * A part of the page that says what it waits for until that is there: the style sheet
 * hides it then.
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
