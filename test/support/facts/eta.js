'use strict'

const path = require('node:path')

const readsPage = function (text) { return `${this.res?.length}${text}` }
const evaluates = new Function('text', 'return ev\\u0061l("this.res?.length") + text') // eslint-disable-line no-new-func

/** @returns {Partial<import('.').Facts>} */
module.exports = ({ shout }) => ({
  prepare: ({ instance }) => instance.loadTemplate('@named', '<b><%= it.a %></b>'),
  conclusions: {
    'Values are escaped by Eta': {
      escapeFunction: ({ instance }) => { instance.config.escapeFunction = (text) => `(${text})` },
      'configure({ escapeFunction })': ({ instance }) => { instance.configure({ escapeFunction: (text) => `(${text})` }) }
    },
    'The escape function ignores `this`': {
      'one that reads the page': ({ instance }) => { instance.config.escapeFunction = readsPage },
      'a proxy of one that reads the page': ({ instance }) => { instance.config.escapeFunction = new Proxy(readsPage, {}) },
      'one that reads the page by an escaped name': ({ instance }) => { instance.config.escapeFunction = evaluates }
    },
    'A name leads to the same file': {
      resolvePath: ({ instance }) => { const { resolvePath } = instance; instance.resolvePath = function (name, options) { return resolvePath.call(this, name.replace('part', 'other'), options) } }
    },
    'A name leads to the same folder': {
      changes: {
        views: ({ instance }) => { instance.config.views = path.join(instance.config.views, 'theme') },
        'configure({ views })': ({ instance }) => { instance.configure({ views: path.join(instance.config.views, 'theme') }) }
      },
      isApart: true
    },
    'A template is the file at its path': {
      'a page in the store': ({ instance }) => { instance.loadTemplate(path.join(instance.config.views, 'page.eta'), 'stored page <%= it.a %>') },
      'a template in the store': ({ instance }) => { instance.loadTemplate(path.join(instance.config.views, 'part.eta'), 'stored <%= it.a %>') },
      'an empty store': ({ instance }) => { instance.templatesSync.reset() },
      'another template by a name': ({ instance }) => { instance.loadTemplate('@named', 'other <%= it.a %>') }
    },
    'The engine renders by its own methods': { render: ({ instance }) => shout(instance, 'render') },
    'A file is compiled with the settings of the engine': {
      changes: {
        autoEscape: ({ instance }) => { instance.config.autoEscape = false },
        'configure({ autoTrim })': ({ instance }) => { instance.configure({ autoTrim: ['slurp', 'slurp'] }) }
      },
      isApart: true
    },
    'A file is compiled once': {
      changes: {
        'other settings, and a page removed from the store': ({ instance }) => {
          instance.config.autoEscape = false
          instance.templatesSync.remove(path.join(instance.config.views, 'page.eta'))
        }
      },
      isApart: true
    }
  }
})
