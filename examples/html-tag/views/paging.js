'use strict'

const { html } = require('buffered-render')

/**
 * The links to the other pages of a list.
 */
module.exports = function paging ({ previous, numbers, next }) {
  return html`
    <nav class="paging" aria-label="Pages">
      ${previous && html`<a href="${previous}" rel="prev">← Previous</a>`}
      <ol>${numbers.map(numbered)}</ol>
      ${next && html`<a href="${next}" rel="next">Next →</a>`}
    </nav>`
}

function numbered ({ number, href, current, afterGap }) {
  return html`
    ${afterGap && html`<li class="gap">…</li>`}
    <li><a href="${href}" aria-label="Page ${number}"${current && html` aria-current="page"`}>${number}</a></li>`
}
