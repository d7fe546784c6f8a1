'use strict'

/** @returns {Partial<import('.').Facts>} */
module.exports = () => ({
  prepare ({ instance }) {
    instance.registerFilter('shout', (text) => `${text}!`)
    instance.registerTag('own', { parse () {}, render: () => 'own' })
  },
  conclusions: {
    'Filters are those at the parsing of the file': { 'another filter': ({ instance }) => instance.registerFilter('shout', () => 'other'), 'a filter of Liquid': ({ instance }) => instance.registerFilter('upcase', () => 'other'), 'no filter': ({ instance }) => { delete instance.filters.shout } },
    'Tags are those of Liquid': { 'another tag': ({ instance }) => instance.registerTag('own', { parse () {}, render: () => 'other' }), if: ({ instance }) => instance.registerTag('capture', instance.tags.comment) },
    'Options are those of the last render': {
      strictVariables: ({ instance }) => { instance.options.strictVariables = true },
      globals: ({ instance }) => { instance.options.globals = { none: { x: 'global' } } }
    },
    'Options are those at the parsing of the file': {
      outputEscape: ({ instance }) => { instance.options.outputEscape = (text) => `(${text})` },
      'all options': ({ instance }) => { instance.options = { ...instance.options, outputEscape: (text) => `[${text}]` } }
    },
    'The engine parses by its own methods': {
      'parse, and another filter': ({ instance }) => {
        instance.parse = () => []
        instance.registerFilter('shout', () => 'other')
      }
    }
  }
})
