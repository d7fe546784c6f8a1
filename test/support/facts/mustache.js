'use strict'

const fs = require('node:fs')
const path = require('node:path')
const instance = require('mustache')

/** @returns {Partial<import('.').Facts>} */
module.exports = ({ shout }) => ({
  create (folder) {
    instance.clearCache()
    const read = (view) => {
      const file = path.join(folder, `${view}.mustache`)
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
    }
    return { instance, render: (view, locals) => instance.render(read(view), locals, read) }
  },
  shared: () => [instance, instance.Context.prototype, instance.Writer.prototype],
  locals: () => ({ wrap: () => (text, render) => `[${render(text)}]` }),
  conclusions: {
    'Values are escaped by Mustache': { escape: ({ instance }) => shout(instance, 'escape') },
    'The delimiters are those at the parsing of the file': { tags: ({ instance }) => { instance.tags = ['[[', ']]'] } },
    'Names are looked up by Mustache': { 'Context.prototype.lookup': ({ instance }) => shout(instance.Context.prototype, 'lookup') },
    'Tokens are rendered by Mustache': {
      changes: Object.fromEntries(['escapedValue', 'renderInverted', 'renderPartial', 'renderSection', 'renderTokens'].map((name) => [`Writer.prototype.${name}`, ({ instance }) => shout(instance.Writer.prototype, name)])),
      left: 'The methods of the writer run already: a render that begins later has the new ones'
    },
    'Values without escaping are looked up by Mustache': { 'Writer.prototype.unescapedValue': ({ instance }) => shout(instance.Writer.prototype, 'unescapedValue') },
    'Templates are kept by the library': { clearCache: ({ instance }) => instance.clearCache() }
  }
})
