'use strict'

const fs = require('node:fs')
const express = require('express')
const liquidjs = require('liquidjs')
const dialect = require('../../lib/dialects').byName('liquid')
const { LiquidInternals } = require('../../lib/dialects/liquid/liquid-internals')
const { Template } = require('../../lib/views/template')
const { changedCopy, copied } = require('../support/copied-package')
const { fragmentsOf } = require('../support/fragments-of')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')
const { endingOf } = require('./side-by-side')

const { Liquid } = liquidjs
const long = 'lorem ipsum '.repeat(30)

let folder
beforeEach(() => {
  folder = viewFolder({ 'page.liquid': `${long}{{ a }}{% include "part" %}`, 'part.liquid': `${long}part`, 'other/part.liquid': 'other' })
})

const file = (name) => folder.file(name)
const write = (name, source) => fs.writeFileSync(file(name), source)
const outcomeOf = (render) => endingOf({}, async () => String(await render()))
const create = (options, Class = Liquid) => new Class({ root: [file('')], extname: '.liquid', ...options })
const render = async (engine, options, locals = { a: 1 }) => String(await templatesOf('liquid', engine, options).load(file('page.liquid')).render(locals))

describe('engines', () => {
  test('the dialect supports the installed version', () => {
    expect(LiquidInternals.of(create())).toBeDefined()
  })

  test('an instance is created for the package and its views', async () => {
    const templates = templatesOf('liquid', liquidjs, { views: file('') })
    expect(String(templates.load(file('page.liquid')).render({ a: '<' }))).toBe(`${long}<${long}part`)
    expect(String(templatesOf('liquid', liquidjs, { views: [file('')], outputEscape: 'escape' }).load(file('page.liquid')).render({ a: '<' }))).toBe(`${long}&lt;${long}part`)
  })
})

const load = () => { throw new Error('Liquid keeps its templates itself') }

/** Renders a file with Liquid itself. */
const renderByName = (engine, name, locals) => new Template(name, dialect.compile('', { filename: name, engine, options: {}, load })).render(locals)

describe('a modified instance is an engine fallback', () => {
  const overrides = {
    'another _render()': () => create({}, class extends Liquid { _render (...args) { return super._render(...args) } }),
    'another parse()': () => Object.assign(create(), { parse (source, ...rest) { return Liquid.prototype.parse.call(this, `own${source}`, ...rest) } }),
    'another renderer': () => Object.assign(create(), { renderer: { renderTemplates: () => 'rendered' } }),
    'the option keepOutputType, whose pages need not be text': () => create({ keepOutputType: true })
  }
  test.each(Object.entries(overrides))('%s', async (reason, make) => {
    const template = templatesOf('liquid', make()).load(file('page.liquid'))
    const rendered = await template.render({ a: 1 })
    expect(rendered.toString()).toBe(await make().renderFile(file('page.liquid'), { a: 1 }))
    expect(fragmentsOf(rendered)).toEqual([])
    expect(await template.precompile()).toMatch(`is of an instance of Liquid with ${reason}`)
  })

  test('a subclass without such methods is spliced', () => {
    const engine = create({}, class extends Liquid {})
    expect(fragmentsOf(templatesOf('liquid', engine).load(file('page.liquid')).render({}))).toHaveLength(2)
  })
})

describe('methods that an app replaces are called', () => {
  const marks = (name) => ({ [name]: (own) => function * (ctx, emitter) { emitter.write('(marked)'); yield own.call(this, ctx, emitter) } })
  const upper = (name) => ({ [name]: (own) => function * (...args) { const value = yield own.apply(this, args); return typeof value === 'string' ? `${value}!` : value } })
  const patches = [
    ['Emitter', { write: (own) => function (html) { own.call(this, typeof html === 'string' ? html.toUpperCase() : html) } }],
    ['HTML', { render: (own) => function (ctx, emitter) { emitter.write('html'); return own.call(this, ctx, emitter) } }],
    ['Output', marks('render')],
    ['Render', { renderTemplates: (own) => function * (templates, ctx, emitter) { return yield own.call(this, templates.slice(0, 3), ctx, emitter) } }],
    ['Value', upper('value')], ['Filter', upper('render')], ['Expression', upper('evaluate')],
    ['Context', upper('_get')], ['Context', upper('_getFromScope')], ['Context', upper('readProperty')],
    ['Liquid', { _renderFile: (own) => function (file, locals, options) { return own.call(this, file, { ...locals, a: 'other' }, options) } }],
    ['Liquid', { _render: (own) => function (templates, locals, options) { return own.call(this, templates, { ...locals, a: 'other' }, options) } }],
    ['Liquid', { _parseFile: (own) => function (name, ...rest) { return own.call(this, name.replace('page', 'other'), ...rest) } }],
    ['Liquid', { _parsePartialFile: (own) => function (name, ...rest) { return own.call(this, 'other', ...rest) } }],
    ['Parser', { parse: (own) => function (html, ...rest) { return own.call(this, html.replace('{{ a', 'parsed {{ a'), ...rest) } }],
    ['Parser', { _parseFile: (own) => function (name, ...rest) { return own.call(this, name.replace('page', 'other'), ...rest) } }],
    ...['if', 'for', 'include', 'assign', 'raw', 'comment'].map((tag) => [tag, marks('render')])
  ]
  const files = {
    'page.liquid': `${long}{{ a }}{{ a | append: o.b }}{% if a %}${long}{{ a }}{% endif %}{% for x in list %}{{ x }}{% endfor %}{% assign c = a %}{{ c }}{% raw %}{{{% endraw %}{% comment %}c{% endcomment %}{% include "part" %}`,
    'part.liquid': `part ${long}{{ a }}`,
    'other.liquid': `other ${long}`
  }
  const locals = () => ({ a: '<a>', o: { b: 'b' }, list: ['x', 'y'] })

  describe.each(['before', 'after'])('%s the first render', (moment) => {
    test.each(patches.map(([type, patch]) => [`${type}.${Object.keys(patch)[0]}`, type, patch]))('%s', async (_, type, patch) => {
      for (const [name, source] of Object.entries(files)) write(name, source)
      const { Liquid } = copied('liquidjs')
      const engine = create({}, Liquid)
      const templates = templatesOf('liquid', engine)
      const ours = async () => String(await templates.load(file('page.liquid')).render(locals()))
      const unchanged = await engine.renderFile(file('page.liquid'), locals())
      if (moment === 'after') expect(await ours()).toBe(unchanged)
      const { prototype } = engine.tags[type] ?? new LiquidInternals(Liquid)[type]
      for (const name in patch) prototype[name] = patch[name](prototype[name])

      const expected = await engine.renderFile(file('page.liquid'), locals())
      expect(await ours()).toBe(expected)
      expect(expected).not.toBe(unchanged)
    })
  })
})

describe('another version', () => {
  const unknown = (method = '') => `is rendered by functions of liquidjs whose code is unknown${method}`
  const spliced = { fragments: 2, reason: undefined }

  test.each([
    ['is spliced if the methods that the dialect relies on are the same', {
      'express() {': 'express() { this.isCalled = true;', 'class Parser {': 'class Parser { more () {}'
    }, spliced],
    ['renders a changed tag itself', {
      'class UnlessTag extends Tag {': 'class UnlessTag extends Tag { getBlockRender () {}'
    }, spliced, `${long}{% unless b %}${long}{% endunless %}{% if a %}${long}{% endif %}`],
    ['evaluates values itself if it does so in another way', {
      'const argv = [];': 'const argv = [...[]];'
    }, spliced, `${long}{{ a }}{% if a %}${long}{{ b.c | upcase }}{% endif %}`],
    ['renders its pages itself if it renders in another way', {
      'html && emitter.write(html);': 'if (html) emitter.write(html);'
    }, { fragments: 0, reason: unknown(', such as Render.renderTemplates()') }],
    ['renders its pages itself if another function changes a page', {
      'return token.content;': 'return token.content + 1;'
    }, { fragments: 0, reason: unknown() }, `${long}{{ "a" }}`],
    ['renders its pages itself if it is built in another way', {
      'this.renderer = new Render();': 'this.render_ = this.renderer = new Render(); if (!arguments.length) delete this.renderer;'
    }, { reason: unknown() }]
  ])('%s', async (_, changes, expected, page = undefined) => {
    if (page) write('page.liquid', page)
    const changed = changedCopy(require.resolve('liquidjs'), (code) => Object.entries(changes).reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    }, code))
    const engine = create({}, changed.Liquid)
    const template = templatesOf('liquid', engine).load(file('page.liquid'))
    const rendered = await template.render({ a: 1 })
    expect(String(rendered)).toBe(await engine.renderFile(file('page.liquid'), { a: 1 }))
    expect({ fragments: fragmentsOf(rendered).length, reason: await template.precompile() }).toMatchObject(expected)
  })
})

describe('filters and tags', () => {
  test('registered after the first render apply from the next one on', async () => {
    write('page.liquid', '{{ a | late }}{{ a | upcase }}{% include "part" %}')
    write('part.liquid', '{{ a | late }}')
    const [stock, own] = [create(), create()]
    const templates = templatesOf('liquid', own)
    const steps = [
      () => {},
      (engine) => engine.registerFilter('late', (value) => `late ${value}`),
      (engine) => engine.registerFilter('upcase', () => 'own'),
      (engine) => engine.unregisterFilter('late'),
      (engine) => engine.registerTag('include', { render: () => 'own tag' })
    ]
    const seen = new Set()
    for (const step of steps) {
      for (const engine of [stock, own]) step(engine)
      const expected = await stock.renderFile(file('page.liquid'), { a: 'x' })
      expect(String(await templates.load(file('page.liquid')).render({ a: 'x' }))).toBe(expected)
      seen.add(expected)
    }
    expect(seen.size).toBe(steps.length)
  })

  test('registered during parsing stay registered, and the registries stay the same objects', () => {
    write('page.liquid', '{% registers %}{{ a | made }}')
    const engine = create()
    const { filters, tags } = engine
    engine.registerTag('registers', { parse () { this.liquid.registerFilter('made', () => 'made') }, render () {} })
    expect(String(templatesOf('liquid', engine).load(file('page.liquid')).render({}))).toBe('made')
    expect(engine.filters).toBe(filters)
    expect(engine.tags).toBe(tags)
    expect(filters.made()).toBe('made')
  })
})

describe('a file with a tag of the app', () => {
  test.each([
    ['without the cache of Liquid', {}, { 'page.liquid': `${long}{% own %}` }, 1],
    ['with it', { cache: true }, { 'page.liquid': `${long}{% own %}` }, 1],
    ['in its layout and its partials', {}, {
      'page.liquid': '{% layout "base" %}{% block b %}{% include "part" %}{% endblock %}', 'base.liquid': `${long}{% block b %}{% endblock %}`, 'part.liquid': `${long}{% own %}`
    }, 2]
  ])('is spliced: %s', async (_, options, files, fragments) => {
    for (const [name, source] of Object.entries(files)) write(name, source)
    const engine = create(options)
    engine.registerTag('own', { render: () => 'own' })
    const templates = templatesOf('liquid', engine)
    const template = templates.load(file('page.liquid'))
    expect(await template.precompile()).toBeUndefined()
    const rendered = await template.render({})
    expect(String(rendered)).toBe(await engine.renderFile(file('page.liquid'), {}))
    expect(String(rendered)).toMatch(/own$/)
    expect(fragmentsOf(rendered)).toHaveLength(fragments)
    expect(templates.renderLog.counts).toEqual({})
  })
})

describe('a change of an option applies to the next render', () => {
  test.each([['outputEscape', 'escape'], ['outputDelimiterLeft', '[['], ['strictVariables', true]])('%s', async (name, value) => {
    const engine = create()
    const templates = templatesOf('liquid', engine)
    const page = (locals) => outcomeOf(() => templates.load(file('page.liquid')).render(locals))
    await page({ a: '<' })
    engine.options[name] = value
    for (const locals of [{ a: '<' }, {}]) expect(await page(locals)).toEqual(await outcomeOf(() => engine.renderFile(file('page.liquid'), locals)))
  })

  test('of the package, in a partial that is cached', () => {
    const options = { views: file('') }
    const templates = templatesOf('liquid', liquidjs)
    templates.options = () => options
    write('part.liquid', '{{ a }}')
    fs.copyFileSync(file('page.liquid'), file('other.liquid'))
    const page = (name) => String(templates.load(file(name)).render({ a: '<' }))
    expect(page('page.liquid')).toBe(`${long}<<`)
    options.outputEscape = 'escape'
    expect(page('other.liquid')).toBe(`${long}&lt;&lt;`)
  })
})

test('no instance is found for a function of another copy of the package, which renders nothing', async () => {
  const copy = copied('liquidjs')
  const engine = new copy.Liquid({ extname: '.liquid' })
  const rendering = jest.spyOn(engine.renderer, 'renderTemplates')
  expect(copy.Liquid).not.toBe(Liquid)
  expect(dialect.engineOf(engine.express(), liquidjs, { root: file(''), path: file('page.liquid') })).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(rendering).not.toHaveBeenCalled()
})

describe('files', () => {
  test.each([
    ['outside of the folders', '{% include "part" %}', () => create({ root: [file('other')] })],
    ['outside of the folders by a symbolic link', '{% include "link" %}', () => create()]
  ])('%s are not found, as by Liquid', async (_, page, engine) => {
    write('page.liquid', page)
    fs.symlinkSync('/etc/hostname', file('link.liquid'))
    const expected = await outcomeOf(() => engine().renderFile(file('page.liquid'), {}))
    expect(expected.error.message).toMatch('ENOENT: Failed to lookup')
    expect(await outcomeOf(() => render(engine()))).toEqual(expected)
  })

  test('in a file system of the app are read as by Liquid', async () => {
    const calls = []
    const memory = {
      exists: async (name) => { calls.push(name); return name.startsWith('mem:') },
      readFile: async (name) => name === 'mem:part' ? 'in memory' : `${long}{{ a }}{% include "part" %}`,
      existsSync () { throw new Error('Not implemented') },
      readFileSync () { throw new Error('Not implemented') },
      contains: async () => true,
      resolve: (folder, name) => `mem:${name}`,
      dirname: () => '',
      sep: '/'
    }
    for (const cache of [false, true]) {
      const engine = create({ fs: memory, cache })
      for (let i = 0; i < 2; i++) expect(await render(engine)).toBe(`${long}1in memory`)
    }
    expect(calls).toContain('mem:part')
  })

  test('in memory are rendered by name', async () => {
    const templates = { page: `${long}{{ a }}{% include "part" %}`, part: 'in memory' }
    for (const cache of [false, true]) {
      const engine = new Liquid({ templates, cache })
      for (let i = 0; i < 2; i++) expect(String(await renderByName(engine, 'page', { a: 1 }))).toBe(`${long}1in memory`)
      expect(fragmentsOf(await renderByName(engine, 'page', {}))).toHaveLength(1)
      expect(await outcomeOf(() => renderByName(engine, 'none', {}))).toEqual(await outcomeOf(() => engine.renderFile('none', {})))
    }
  })

  test('are found by name, and rendered synchronously', () => {
    const rendered = renderByName(create({ cache: true }), 'page', { a: 1 })
    expect(rendered.toString()).toBe(`${long}1${long}part`)
    expect(fragmentsOf(rendered)).toHaveLength(2)
  })

  test('are in one cache with those that Liquid renders itself', async () => {
    const engine = create({ cache: true })
    const pages = [() => render(engine), () => engine.renderFile(file('page.liquid'), { a: 1 }), () => render(engine), () => engine.renderFile('page', { a: 1 }), () => render(engine)]
    for (const page of pages) expect(await page()).toBe(`${long}1${long}part`)
    expect(await Promise.all([engine.renderFile('part', {}), render(engine), engine.renderFile('part', {})])).toHaveLength(3)
  })
})

describe('with Express', () => {
  const viewOf = (root) => ({ path: file('page.liquid'), root })

  test('the instance of a function is found, and gets the folders of the view as by its first call', () => {
    const [stock, own] = [new Liquid({ root: ['x'], layouts: ['y'] }), new Liquid({ root: ['x'], layouts: ['y'] })]
    const fn = own.express()
    expect(dialect.engineOf(fn, liquidjs, viewOf([file('')]))).toBe(own)
    stock.express().call({ root: [file('')] }, 'none', {}, () => {})
    for (const type of ['root', 'layouts', 'partials']) expect(own.options[type]).toEqual(stock.options[type])

    dialect.engineOf(fn, liquidjs, viewOf([file('other')]))
    expect(own.options.root).toEqual(stock.options.root)
  })

  test('the function and Liquid are not changed by that', async () => {
    const { renderFile } = Liquid.prototype
    const engine = new Liquid({ root: ['x'], extname: '.liquid' })
    const fn = engine.express()
    dialect.engineOf(fn, liquidjs, viewOf(file('')))
    expect(Liquid.prototype.renderFile).toBe(renderFile)
    const page = await new Promise((resolve, reject) => fn.call(viewOf(file('')), file('page.liquid'), { a: 1 }, (error, page) => error ? reject(error) : resolve(page)))
    expect(page).toBe(`${long}1${long}part`)
  })

  test('other functions are not called', () => {
    const fn = jest.fn()
    expect(dialect.engineOf(fn, liquidjs, viewOf('x'))).toBeUndefined()
    expect(dialect.engineOf(fn, {}, viewOf('x'))).toBeUndefined()
    expect(fn).not.toHaveBeenCalled()
  })

  test('an express() of the app, and what it returns, are not called', () => {
    const calls = []
    class Own extends Liquid {
      express () {
        calls.push('express')
        return () => calls.push('rendered')
      }
    }
    const engine = new Own()
    const registered = engine.express()
    calls.length = 0
    for (const exports of [engine, { Liquid: Own }]) expect(dialect.engineOf(registered, exports, viewOf('x'))).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('an instance of a subclass that renders files itself is not found', () => {
    class Own extends Liquid { async renderFile () { return 'own' } }
    expect(dialect.engineOf(new Own().express(), liquidjs, viewOf('x'))).toBeUndefined()
  })

  test('the options are those of the app', () => {
    const app = express().set('views', ['a', 'b']).set('view options', { outputEscape: 'escape' })
    expect(dialect.appOptions(liquidjs, app)).toEqual({ views: ['a', 'b'], outputEscape: 'escape' })
    expect(dialect.appOptions(create({ keepOutputType: true }), app)).toBeUndefined()
  })
})

test('each render has its own locals, in which Liquid counts', async () => {
  write('page.liquid', '{% increment n %}{% assign a = 2 %}{{ a }}')
  const locals = { a: 1 }
  expect(await render(create(), {}, locals)).toBe('02')
  expect(locals).toEqual({ a: 1, n: 1 })
})

test('concurrent renders of one template do not mix', async () => {
  write('page.liquid', `{% for x in list %}{{ x }}{{ a }}${long}{% capture c %}{{ x }}{{ a }}{% endcapture %}{{ c }}{% endfor %}`)
  const templates = templatesOf('liquid', create())
  const make = (a) => ({ a, list: [3, 1, 2].map((ms) => new Promise((resolve) => setTimeout(resolve, ms * a, ms))) })
  const ours = await Promise.all([1, 2, 3].map((a) => templates.load(file('page.liquid')).render(make(a))))
  const theirs = await Promise.all([1, 2, 3].map((a) => create().renderFile(file('page.liquid'), make(a))))
  expect(ours.map(String)).toEqual(theirs)
})

test('any source compiles; errors are thrown by the render', () => {
  expect(new Template('x', dialect.compile('{% if', { filename: 'x', engine: create(), options: {} }))).toBeDefined()
})
