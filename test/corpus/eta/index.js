'use strict'

const { load } = require('../load')

/**
 * Eta templates, each construct of its documentation and what is hard to compile
 * in another way.
 *
 * `page` is the source of the view, `files` are others beside it. Each of `locals`
 * is a function that makes the locals of one render. `config` is what the instance
 * is made with, `setUp` prepares it or gives another one. `engines` are the versions
 * that have what the case is about; `throws` is set where every render fails.
 */
module.exports = load(__dirname).map(({ group, page, files = {}, locals = () => ({}), ...each }) => ({
  engines: ['3', '4'],
  throws: false,
  ...each,
  files: { 'page.eta': page, ...files },
  locals: [locals].flat()
}))
