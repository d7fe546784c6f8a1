'use strict'

/** Static text that is long enough to be a fragment, in several lines. */
module.exports = `<section class="long">\n${'<p>static text, 静态 &amp; long</p>\n'.repeat(12)}\n</section>\n`
