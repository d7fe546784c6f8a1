'use strict'

const fs = require('node:fs')
const ejs = require('ejs')
const eta = require('eta')
const Handlebars = require('handlebars')
const liquidjs = require('liquidjs')
const mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')
const { byName } = require('../../lib/dialects')
const { functionOf } = require('../../lib/frameworks/express-engines')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder()
const views = folder.file('views')

/**
 * The package of each language first, then instances of it that have its views. `page` prints the local `x`, and `include` the file
 * `part`; `outside` is the name of a file that `dynamic` is not to include.
 */
const LANGUAGES = [
  { name: 'ejs', extensions: ['.ejs'], engines: [ejs], page: '<%= x %>', include: '<%- include("part") %>' },
  { name: 'eta', extensions: ['.eta'], engines: [eta, new eta.Eta({ views }), new eta.Eta({ views }).withConfig({})], page: '<%= it.x %>', include: '<%~ include("./part", it) %>', dynamic: '<%~ include(it.name) %>', outside: '../secret' },
  { name: 'handlebars', extensions: ['.hbs', '.handlebars'], engines: [Handlebars, Handlebars.create()], page: '{{x}}' },
  {
    name: 'liquid',
    extensions: ['.liquid'],
    engines: [liquidjs, ...[liquidjs.Liquid, class extends liquidjs.Liquid {}].map((Class) => new Class({ root: views, extname: '.liquid' }))],
    page: '{{ x | escape }}',
    include: '{% include "part" %}',
    dynamic: '{% include name %}',
    outside: '../secret'
  },
  { name: 'mustache', extensions: ['.mustache'], engines: [mustache], page: '{{x}}', include: '{{>/part}}' },
  {
    name: 'nunjucks',
    extensions: ['.njk'],
    engines: [nunjucks, new nunjucks.Environment(new nunjucks.FileSystemLoader(views))],
    page: '{{ x }}',
    include: '{% include "part.njk" %}',
    dynamic: '{% include name %}',
    outside: '../secret.njk'
  },
  { name: 'pug', extensions: ['.pug'], engines: [pug], page: '= x', include: '\ninclude part' }
]

/** Options of the engines, as a request may send them. */
const OPTIONS = {
  noEscape: true, autoescape: false, autoEscape: false, outputEscape: String, escape: String, client: true, self: true, pretty: '\t', doctype: 'xml', compileDebug: true, filters: 1, plugins: 1
}

describe.each(LANGUAGES)('$name', ({ name, extensions, engines, page, include = '', dynamic, outside }) => {
  const dialect = byName(name)
  const [extension] = extensions
  const file = (base) => folder.file(base + extension)
  const write = (base, source) => {
    fs.mkdirSync(views, { recursive: true })
    fs.writeFileSync(file(base), source)
  }
  const byExpress = (engine, base, locals) => new Promise((resolve, reject) => {
    functionOf(engine, dialect).call({ root: views }, file(base), locals, (error, page) => error ? reject(error) : resolve(page))
  })

  test('is found by its extensions', () => {
    expect(dialect.extensions).toEqual(expect.arrayContaining(extensions))
  })

  test('accepts its engines, and no other', () => {
    const others = LANGUAGES.filter((other) => other.name !== name).flatMap(({ engines }) => engines)
    expect(engines.filter((engine) => !dialect.accepts(engine))).toEqual([])
    // Where it may be an instance, it is whatever the app gives.
    const nothing = engines.length > 1 ? [null, undefined] : []
    expect([...others, {}, () => {}, ...nothing].filter((other) => dialect.accepts(other))).toEqual([])
  })

  test.each(engines.map((engine, i) => [i, engine]))('has a function for Express with the engine %i', async (_, engine) => {
    write('views/page', page + include)
    write('views/part', 'part')
    expect(String(await byExpress(engine, 'views/page', { x: '<' })).replace(/<\/?part>/g, 'part')).toMatch(include ? /^&lt;(?:part)+$/ : /^&lt;$/)
    await expect(byExpress(engine, 'views/none', {})).rejects.toThrow(/none/)
  })

  if (dynamic) {
    test('takes the folders from the view, not from the locals', async () => {
      write('secret', 'secret')
      write('views/page', dynamic)
      await expect(byExpress(engines[0], 'views/page', { name: outside, settings: { views: folder.file('.') } })).rejects.toThrow(/secret/)
    })
  }

  test('takes no options from the locals', async () => {
    write('views/page', page)
    const template = templatesOf(name, engines[0], { views }).load(file('views/page'))
    const given = { x: '<', ...OPTIONS, options: OPTIONS, runtimeOptions: OPTIONS, data: OPTIONS, settings: { 'view options': OPTIONS } }
    expect(String(await template.render(given))).toBe('&lt;')
  })

  if (include) {
    test.each([[true, 'old'], [false, 'new']])('with cache: %p, a changed include is rendered %s', async (cache, seen) => {
      write('views/page', page + include)
      write('views/part', 'old')
      const templates = templatesOf(name, engines[0], { views, cache })
      const render = async () => templates.load(file('views/page')).render({ x: '' }).toString().replace(/<\/?(\w+)>/g, '$1').slice(0, 3)
      expect(await render()).toBe('old')
      write('views/part', 'new one')
      expect(await render()).toBe(seen)
    })
  }
})
