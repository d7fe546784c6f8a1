'use strict'

const path = require('node:path')
const { load, read } = require('../load')

const ENGINES = ['3', '4', '5', '6', '7']

/** What the templates include, by file name. */
const partials = read(path.join(__dirname, 'partials.yaml'))

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
