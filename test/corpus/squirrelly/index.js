'use strict'

const { load } = require('../load')

/**
 * Squirrelly templates, each construct of its documentation and what is hard to compile in another way.
 *
 * `page` is the source of the view, `files` are others beside it, `templates` those that have names.
 * `config` has options, `filters` and `helpers` are the app's.
 */
module.exports = load(__dirname).map(({ group, page, files = {}, locals = () => ({}), ...each }) => ({
  ...each,
  files: { 'page.sqrl': page, ...files },
  locals: [locals].flat()
}))
