'use strict'

const { html } = require('buffered-render')

/**
 * What stands in the place of a panel whose data do not come. What went wrong is for
 * the log, not for the page.
 */
module.exports = function unavailable () {
  return html`<p class="unavailable"><strong>No answer</strong> The data of this panel did not come. The rest of the page is not affected.</p>`
}
