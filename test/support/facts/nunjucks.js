'use strict'

const nunjucks = require('nunjucks')

/** @returns {Partial<import('.').Facts>} */
module.exports = ({ shout }) => ({
  shared: () => [nunjucks.lib, nunjucks.runtime],
  prepare: ({ instance }) => instance.addFilter('shout', (text) => `${text}!`),
  conclusions: {
    'Values are escaped by Nunjucks': { changes: { 'lib.escape': () => shout(nunjucks.lib, 'escape') }, left: 'It is asked for once in each render: to compare it for each value would take longer than to escape most' },
    'Values are escaped': { autoescape: ({ instance }) => { instance.opts.autoescape = false } },
    'Filters, tests and globals are those of the environment': {
      safe: ({ instance }) => { instance.addFilter('safe', () => 'other') },
      'another filter': ({ instance }) => { instance.addFilter('shout', () => 'other') },
      'a test': ({ instance }) => { instance.addTest('odd', () => false) },
      'a global variable': ({ instance }) => { instance.addGlobal('late', 'global') }
    },
    'The environment finds templates by its own methods': { getFilter: ({ instance }) => { const { getFilter } = instance; instance.getFilter = function (name) { return getFilter.call(this, name === 'shout' ? 'upper' : name) } }, getTemplate: ({ instance }) => { const { getTemplate } = instance; instance.getTemplate = function (name, ...rest) { return getTemplate.call(this, name === 'part.njk' ? 'other.njk' : name, ...rest) } } },
    'The runtime has its own functions': { changes: { suppressValue: () => shout(nunjucks.runtime, 'suppressValue'), memberLookup: () => shout(nunjucks.runtime, 'memberLookup') }, left: 'They are compared at the beginning of each render' },
    'Templates are kept by the environment': { invalidateCache: ({ instance }) => { instance.invalidateCache() } }
  }
})
