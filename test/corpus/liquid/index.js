'use strict'

const groups = [
  require('./cases/output'),
  require('./cases/conditions'),
  require('./cases/iteration'),
  require('./cases/variables'),
  require('./cases/filters'),
  require('./cases/whitespace'),
  require('./cases/partials'),
  require('./cases/layouts'),
  require('./cases/values'),
  require('./cases/async'),
  require('./cases/extensions'),
  require('./cases/tags-with-state'),
  require('./cases/options'),
  require('./cases/limits'),
  require('./cases/errors')
]

/**
 * LiquidJS templates: every construct of the documentation, and those that are hard to
 * splice and render the same.
 *
 * `page` is the source of `page.liquid`, `files` are what else is in its folder. `locals`
 * makes the locals of one render, `setUp` prepares an instance made with `options`; both
 * are called for each side. `throws` is set where every render fails. `spliced` says
 * whether the page has static fragments, where that matters.
 *
 * @see https://liquidjs.com/tags/overview.html
 * @type {{
 *   name: string, page: string, files: Record<string, string>, options: object,
 *   setUp: (liquid: object) => void, locals: () => object, throws: boolean, spliced?: boolean
 * }[]}
 */
module.exports = groups.flat().map((each) => ({ files: {}, options: {}, setUp () {}, locals: () => ({}), throws: false, ...each }))
