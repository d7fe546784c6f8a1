'use strict'

const path = require('node:path')

const views = path.join(__dirname, 'views')

const groups = [
  require('./cases/tags'),
  require('./cases/text'),
  require('./cases/options'),
  require('./cases/includes'),
  require('./cases/functions'),
  require('./cases/scope'),
  require('./cases/language'),
  require('./cases/helpers'),
  require('./cases/values'),
  require('./cases/errors'),
  require('./cases/syntax-errors'),
  require('./cases/async'),
  require('./cases/pages')
]

/**
 * EJS templates that are hard to compile in another way and render the same.
 *
 * `file` is the view's path and `options` are compile options: pass both, since some
 * versions of EJS read options from the locals when they get none. Each of `locals` is a
 * function that makes the locals of one render. `throws` is set where every render fails.
 * `engines` are the versions that behave as `throws` says.
 *
 * @type {{
 *   name: string, view: string, file: string, options: object,
 *   locals: (() => object)[], throws: boolean, engines: string[]
 * }[]}
 */
module.exports = groups.flat().map((each) => ({
  options: {},
  throws: false,
  engines: ['3', '4', '5', '6', '7'],
  ...each,
  file: path.join(views, `${each.view}.ejs`),
  locals: each.locals.map((locals) => typeof locals === 'function' ? locals : () => locals)
}))
