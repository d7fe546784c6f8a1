'use strict'

const { replacing } = require('../../replacing')

module.exports = {
  cases: {
    'a global that is added by the template': {
      page: '{{ add() }}{{ later }}',
      setup: (env) => env.addGlobal('add', () => { env.addGlobal('later', '<l>') })
    },
    'a filter that is added by the template': {
      page: '{{ add() }}{{ x | later }}',
      setup: (env) => env.addGlobal('add', () => { env.addFilter('later', () => '<l>') })
    },
    'autoescape that is switched by the template': {
      page: '{{ x }}{{ off() }}{{ x }}',
      setup: (env) => env.addGlobal('off', () => { env.opts.autoescape = !env.opts.autoescape })
    },
    'an own getTemplate': {
      page: '{% include "a.njk" %}$(long)',
      files: { 'b.njk': '$(long)' },
      setup: replacing('getTemplate', (getTemplate, name, ...rest) => getTemplate(name === 'a.njk' ? 'b.njk' : name, ...rest)),
      spliced: 2
    },
    'an own resolveTemplate': {
      page: '{% include "theme:a" %}',
      files: { 'a.njk': '$(long)' },
      setup: (env) => { env.resolveTemplate = (loader, parent, name) => name.replace(/^theme:(.*)$/, '$1.njk') },
      spliced: 1
    },
    'an own render': {
      page: '$(long){{ x }}',
      setup: replacing('render', (render, name, context, callback) => render(name, { ...context, x: 'own' }, callback))
    }
  }
}
