'use strict'

const groups = [
  require('./cases/tags'),
  require('./cases/attributes'),
  require('./cases/text'),
  require('./cases/code'),
  require('./cases/iteration'),
  require('./cases/mixins'),
  require('./cases/inheritance'),
  require('./cases/filters'),
  require('./cases/options'),
  require('./cases/plugins'),
  require('./cases/errors'),
  require('./cases/syntax-errors'),
  require('./cases/variables')
]

/**
 * Pug templates: every construct of the language's documentation, and those that are
 * hard to splice and render the same.
 *
 * `page` is the source of `page.pug`, `files` are what else is in its folder. `locals` makes
 * the locals of one render. `throws` is set where every render fails, or the compilation.
 * `spliced` says whether the page has static fragments, where that matters.
 *
 * @see https://pugjs.org/language/attributes.html
 * @type {{
 *   name: string, page: string, files: Record<string, string>, options: object,
 *   locals: () => object, throws: boolean, spliced?: boolean
 * }[]}
 */
module.exports = groups.flat().map((each) => ({ files: {}, options: {}, locals: () => ({}), throws: false, ...each }))
