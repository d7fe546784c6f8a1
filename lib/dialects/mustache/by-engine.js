'use strict'

const { read } = require('./engine')
const { Partials } = require('./partials')
const { CappedMap } = require('../shared/capped-map')

/** Renders with the `Writer` of mustache.js, with files as partials. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine: { Writer }, options, options: { cache, tags, escape } }) {
  const sources = new CappedMap(cache ? 1000 : 0)
  const load = (file) => sources.getOrCreate(file, sourceOf)
  const sourceOf = (filename) => ({ text: read(filename), partials: new Partials({ filename, options, load }) })
  const { text, partials } = sourceOf(filename)
  // Mustache.js asks for a partial by its name alone, without saying for which file.
  const writer = new (class extends Writer {
    renderPartial (token, context, { partials }, ...rest) {
      const found = partials.find(token[1])
      return found && super.renderPartial(token, context, Object.assign(() => found.text, found), ...rest)
    }
  })()
  // Before 4.1, the fourth argument is only the tags.
  const config = writer.getConfigTags ? { tags, escape } : tags
  return (locals) => writer.render(text, locals, { partials }, config)
}

module.exports = { byEngine }
