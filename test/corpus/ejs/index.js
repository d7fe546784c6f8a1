'use strict'

const partials = require('./partials')

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
  require('./cases/async')
]

const ENGINES = ['3', '4', '5', '6', '7']

/**
 * EJS templates that are hard to compile in another way and render the same. A case is a list of
 * its name, its source, locals, and what differs from the defaults below.
 *
 * `page` is the source of the view `view`, `files` are all in its folder by name. `options` makes
 * the compile options of the path of a name in that folder: pass both, since some versions of EJS
 * read options from the locals when they get none. Each of `locals` is a function that makes the
 * locals of one render. `throws` is set where every render fails. `spliced` is the number of static
 * fragments, where that matters. `engines` are the versions that behave as `throws` says.
 *
 * @type {{
 *   name: string, view: string, page: string, files: Record<string, string>, options: (file: (name: string) => string) => object,
 *   locals: (() => object)[], throws: boolean, spliced?: number, engines: string[]
 * }[]}
 */
module.exports = groups.flat().map(([name, page, locals, { view = 'page', options = {}, throws = false, spliced, engines = ENGINES } = {}]) => ({
  name,
  view,
  page,
  files: { [`${view}.ejs`]: page, ...(page.includes('include') && partials) },
  options: typeof options === 'function' ? options : () => options,
  throws,
  spliced,
  engines,
  locals: locals.map((locals) => typeof locals === 'function' ? locals : () => locals)
}))
