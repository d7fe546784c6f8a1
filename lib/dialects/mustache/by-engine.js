'use strict'

const fs = require('node:fs')
const { Partials } = require('./partials')
const { CappedMap } = require('../shared/capped-map')

/**
 * Renders a file by the `Writer` of mustache.js. Only the files of partials are found as by the dialect: mustache.js reads none.
 *
 * @type {NonNullable<import('../dialect').Dialect['byEngine']>}
 */
function byEngine (filename, { engine, options }) {
  const { tags, escape, cache } = options
  const sources = new CappedMap(cache ? 1000 : 0)
  const sourceOf = (filename) => {
    const load = (file) => sources.getOrCreate(file, sourceOf)
    return { text: fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, ''), partials: new Partials({ filename, options, load }) }
  }
  const { text, partials } = sourceOf(filename)
  const writer = new (writerOf(engine))()
  // Before 4.1, the fourth argument is only the tags.
  const config = writer.getConfigTags ? { tags, escape } : tags
  return (locals) => writer.render(text, locals, partials, config)
}

/** Mustache.js asks for a partial by its name alone, and not for which file: each call gets the partials of that file. */
const writerOf = ({ Writer }) => class extends Writer {
  renderPartial (token, context, partials, ...rest) {
    const found = partials.find(token[1])
    return found && super.renderPartial(token, context, Object.assign(() => found.text, { find: (name) => found.partials.find(name) }), ...rest)
  }
}

module.exports = { byEngine }
