'use strict'

const { html } = require('buffered-render')

/**
 * The fallback of a panel whose data are not available. Errors are logged, and not
 * shown on the page.
 */
module.exports = function unavailable () {
  return html`<p class="unavailable"><strong>No answer</strong> The data of this panel did not come. The rest of the page is not affected.</p>`
}
