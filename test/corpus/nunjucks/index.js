'use strict'

const groups = [
  require('./cases/text'),
  require('./cases/variables'),
  require('./cases/values'),
  require('./cases/expressions'),
  require('./cases/tags'),
  require('./cases/loops'),
  require('./cases/inheritance'),
  require('./cases/includes'),
  require('./cases/macros'),
  require('./cases/filters'),
  require('./cases/asynchronous'),
  require('./cases/extensions'),
  require('./cases/environments'),
  require('./cases/errors')
]

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
module.exports = groups.flat().map((each) => ({ throws: false, ...each }))
