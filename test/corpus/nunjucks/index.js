'use strict'

const { load } = require('../load')

/**
 * Nunjucks templates: every construct of the language's documentation, and those that are
 * hard to splice and render the same.
 *
 * `page` is the source of `page.njk`, `files` are what else there is. `setup` adds to the
 * environment, and `locals` makes the locals of one render. `throws` is set where every
 * render fails, or the compilation. `spliced` says how many static fragments the page has,
 * where that matters.
 *
 * @see https://mozilla.github.io/nunjucks/templating.html
 */
module.exports = load(__dirname).map(({ group, ...each }) => ({ throws: false, ...each }))
