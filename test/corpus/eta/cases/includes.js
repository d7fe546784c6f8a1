'use strict'

const path = require('node:path')
const { eta: long } = require('../../long')
const { replacing } = require('../../replacing')

/** A page that names templates under a path, where the app has put some into the store of the instance. */
const stored = (cache) => ({
  page: '<% layout("./base") %><%~ include("./part", it) %><%~ include("./page2") %>$(long)',
  config: { cache },
  setUp (engine) {
    const { views } = engine.config
    engine.loadTemplate(path.join(views, 'part.eta'), `part of the store<%= it.a %>${long()}`)
    if (!cache) return
    engine.loadTemplate(path.join(views, 'page2.eta'), () => 'a function')
    engine.loadTemplate(path.join(views, 'base.eta'), `[<%~ it.body %>]${long()}`)
  },
  files: { 'part.eta': '<%= it.a %>', ...!cache && { 'base.eta': '<%~ it.body %>', 'page2.eta': '$(long)' } },
  locals: [{ a: '<' }]
})

module.exports = {
  shown: (data) => `f${data?.n}`,
  cases: {
    'a named template': {
      page: '<%~ include("@part", { a: "<" }) %><%~ include("@page", it) %>',
      setUp (engine) {
        engine.loadTemplate('@part', `${long()}<%= it.a %>`)
        engine.loadTemplate('@page', (it) => `f${it.b}`)
      },
      locals: [{ b: 1 }]
    },
    'a named layout': {
      page: '<% layout("@base", { t: 1 }) %>$(long)',
      setUp (engine) {
        engine.loadTemplate('@base', '<%= it.t %>[<%~ it.body %>]<%~ include("@end") %>')
        engine.loadTemplate('@end', 'end')
      }
    },
    'a reader of files of one\'s own': {
      page: '<%~ include("./part", { a: 1 }) %>',
      setUp: replacing('readFile', (readFile, path) => readFile(path).replace('A', '<%= it.a %>')),
      files: { 'part.eta': 'A$(long)' }
    },
    'a render of one\'s own': {
      page: '<%~ include("./part", { a: 1 }) %>',
      setUp: replacing('render', (render, name, ...rest) => name === 'page' ? render(name, ...rest) : `<!--${name}-->${render(name, ...rest)}`),
      files: { 'part.eta': 'A$(long)' }
    },
    'a finder of files of one\'s own': {
      page: '<%~ include("./part") %><%~ include("other") %>',
      setUp: replacing('resolvePath', (resolvePath, name, options) => resolvePath(name === 'other' ? 'part' : name, options)),
      files: { 'part.eta': 'A$(long)' }
    },
    'compiled in a way of one\'s own': {
      page: 'a<%= it.a %>$(long)',
      setUp: replacing('compile', (compile, ...args) => {
        const fn = compile(...args)
        return function (...locals) { return `[${fn.apply(this, locals)}]` }
      }),
      locals: [{ a: 1 }]
    },
    'a body of one\'s own': {
      page: 'a<%= it.a %>$(long)',
      setUp: replacing('compileBody', (compileBody, buffer) => `__eta.res+='first';${compileBody(buffer)}`),
      locals: [{ a: 1 }]
    },
    'an instance by withConfig': {
      page: '<%~ include("./part", { a: "<" }) %><%= it.a %>',
      setUp: (engine) => engine.withConfig({ autoEscape: false }),
      files: { 'part.eta': '<%= it.a %>$(long)' },
      locals: [{ a: '>' }]
    },
    'templates under a path in the store of an instance that caches': stored(true),
    'templates under a path in the store of an instance that does not cache': stored(false)
  }
}
