'use strict'

const path = require('node:path')
const { load, read } = require('../load')

const ENGINES = ['3', '4', '5', '6', '7']

/** What the templates include, by file name. */
const partials = read(path.join(__dirname, 'partials.yaml'))

/**
 * EJS templates that are hard to compile in another way and render the same.
 *
 * `page` is the source of the view `view`, `files` are all in its folder by name. `options` makes
 * the compile options of the path of a name in that folder: pass both, since some versions of EJS
 * read options from the locals when they get none. `throws` is set where every render fails. `spliced`
 * is the number of static fragments, where that matters. `engines` are the versions that behave as
 * `throws` says.
 *
 * @type {{
 *   name: string, view: string, page: string, files: Record<string, string>, options: (file: (name: string) => string) => object,
 *   locals: (() => object)[], throws: boolean, spliced?: number, engines: string[]
 * }[]}
 */
module.exports = load(__dirname).map(({ group, page, view = 'page', options = {}, throws = false, engines = ENGINES, locals = () => ({}), ...each }) => ({
  ...each,
  view,
  page,
  files: { [`${view}.ejs`]: page, ...(page.includes('include') && partials) },
  options: typeof options === 'function' ? options : () => options,
  throws,
  engines,
  locals: [locals].flat()
}))
