'use strict'

const fs = require('node:fs')
const express = require('express')
const nunjucks = require('nunjucks')
const dialect = require('../../lib/dialects').byName('nunjucks')
const { Template } = require('../../lib/views/template')
const { nunjucks: long } = require('../corpus/long')
const { fragmentsOf } = require('../support/fragments-of')
const { byEngine, createEnv, FilesLoader, renderView } = require('./languages/nunjucks-sides')
const { viewFolder } = require('../support/view-folder')
const { endingOf } = require('./side-by-side')

let folder
beforeEach(() => { folder = viewFolder({ 'page.njk': '{% extends "layout.njk" %}{% block b %}{{ x }}{{ x | shout if shouts }}{% endblock %}', 'layout.njk': `${long()}{% block b %}{% endblock %}` }) })

const compile = (name, engine, options) => new Template(folder.file(name), dialect.compile(fs.readFileSync(folder.file(name), 'utf8'), { filename: folder.file(name), engine, options }))
const inFolder = (options) => new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('')), options)

test('the package creates an environment from views and options', () => {
  const views = [folder.file('none'), folder.file('')]
  const render = (options) => String(compile('page.njk', nunjucks, { views, ...options }).render({ x: '<' }))
  expect(render({})).toBe(`${long()}&lt;`)
  expect(render({ autoescape: false })).toBe(`${long()}<`)
  expect(() => compile('page.njk', nunjucks, { views, tags: { blockStart: '{%', blockEnd: '%}', variableStart: '<<', variableEnd: '>>' } }).render({})).not.toThrow()
})

describe('to find out what it is, the search calls no', () => {
  const called = jest.fn(() => { throw new Error('Called') })
  const other = { render (file, locals, callback) { called() }, getTemplate: called }
  class NunjucksView { render (locals, callback) { called() } }
  const wrapped = (nunjucks, name) => Object.assign({ ...nunjucks }, { [name]: (...args) => called(nunjucks[name](...args)) })

  test.each([
    ['bound render of another engine', () => [other.render.bind(other), nunjucks]],
    ['bound render of an async method', () => [{ async render () { called() } }.render.bind({}), nunjucks]],
    ['bound arrow function', () => [Object.defineProperty((() => called()).bind(), 'name', { value: 'bound render' }), nunjucks]],
    ['bound render of a subclass', () => { const env = new (class extends nunjucks.Environment { render () { called() } })(); return [env.render.bind(env), nunjucks] }],
    ['View class of the same name', () => [NunjucksView, nunjucks]],
    ['View class with another render', () => { const app = express(); inFolder().express(app); const View = app.get('view'); View.prototype.render = called; return [View, nunjucks] }],
    ['replaced nunjucks.render', () => { const exports = wrapped(nunjucks, 'render'); return [exports.render, exports] }],
    ['replaced nunjucks.renderString', () => { const exports = wrapped(nunjucks, 'renderString'); return [exports.render, exports] }]
  ])('%s', (_, make) => {
    const [fn, exports] = make()
    expect(dialect.engineOf(fn, exports)).toBeUndefined()
    expect(called).not.toHaveBeenCalled()
  })
})

describe('a changed environment', () => {
  test('globals and filters that are added later apply', async () => {
    const env = inFolder()
    const failing = await endingOf({}, () => renderView(env, 'page.njk', { shouts: true, x: 'x' }))
    expect(failing).toEqual(await endingOf({}, () => byEngine(env, { shouts: true, x: 'x' })))
    env.addFilter('shout', (text) => `${text}!`)
    expect(String(renderView(env, 'page.njk', { shouts: true, x: 'x' }))).toBe(`${long()}xx!`)
    env.addGlobal('x', '<global>')
    expect(String(renderView(env, 'page.njk', {}))).toBe(`${long()}&lt;global&gt;`)
  })

  test.each(['invalidateCache', 'update', 'noCache'])('%s', (kind) => {
    const loader = new nunjucks.FileSystemLoader(folder.file(''), { noCache: kind === 'noCache' })
    const env = new nunjucks.Environment(loader)
    const render = () => String(renderView(env, 'page.njk', { x: 1 }))
    expect(render()).toBe(`${long()}1`)
    fs.writeFileSync(folder.file('layout.njk'), `changed ${long()}{% block b %}{% endblock %}`)
    if (kind !== 'noCache') expect(render()).toBe(`${long()}1`)
    if (kind === 'invalidateCache') env.invalidateCache()
    // As the watcher of the loader does.
    if (kind === 'update') ['layout.njk', 'page.njk'].forEach((name) => loader.emit('update', name, folder.file(name)))
    expect(render()).toBe(`changed ${long()}1`)
  })
})

describe('precompiled templates', () => {
  const sources = { 'page.njk': '{% extends "layout.njk" %}{% block b %}{{ super() }}{{ super() | upper }}{% include "part.njk" %}{{ x }}{% endblock %}', 'layout.njk': `${long()}{% block b %}<b>${long()}{{ x }}{% endblock %}${long()}`, 'part.njk': `${long()}<i>{{ x }}` }

  test.each(Object.keys(sources).flatMap((name, i, names) => [[name], [name, names[(i + 1) % 3]]]))('%s %s', async (...names) => {
    const loaders = () => {
      const code = names.filter(Boolean).map((name) => nunjucks.precompileString(sources[name], { name }))
      const window = {}
      new Function('window', code.join('\n'))(window) // eslint-disable-line no-new-func
      const others = Object.fromEntries(Object.entries(sources).filter(([name]) => !names.includes(name)))
      return [new nunjucks.PrecompiledLoader(window.nunjucksPrecompiled), new FilesLoader(others)]
    }
    const expected = await byEngine(new nunjucks.Environment(loaders()), { x: '<x>' })
    const rendered = await renderView(new nunjucks.Environment(loaders()), 'page.njk', { x: '<x>' })
    expect(rendered.toString()).toBe(expected)
  })
})

test('jinja compatibility: slices and methods', async () => {
  const uninstall = nunjucks.installJinjaCompat()
  try {
    const example = { page: `${long()}{{ list[1:2] }}{{ o.items() }}{{ list.append(3) }}{{ True }}{{ None }}{% for k, v in o.items() %}{{ k }}{{ v }}{% endfor %}` }
    const locals = () => ({ list: [1, 2, 3], o: { a: 1 } })
    const expected = await byEngine(createEnv(example).env, locals())
    expect(String(await renderView(createEnv(example).env, 'page.njk', locals()))).toBe(expected)
  } finally {
    uninstall()
  }
})

describe('Express', () => {
  test('finds the environment of the View class of env.express(app), and does not change the class', () => {
    const app = express()
    const env = inFolder()
    env.render = jest.fn(env.render)
    const plain = inFolder()
    plain.express(app)
    const View = app.get('view')
    expect(dialect.engineOf(View, nunjucks)?.env).toBe(plain)
    env.express(app)
    expect(dialect.engineOf(app.get('view'), nunjucks)?.env).toBeUndefined()
    expect(env.render).not.toHaveBeenCalled()
    expect(new View('page', { defaultEngine: 'njk' }).name).toBe('page.njk')
  })

  test('finds the environment of a bound render', () => {
    const env = inFolder()
    expect(dialect.engineOf(env.render.bind(env), nunjucks)?.env).toBe(env)
    expect(typeof env.getTemplate('page.njk')).toBe('object')
  })

  test('nunjucks.render belongs to the environment that was configured last', () => {
    try {
      for (let i = 0; i < 2; i++) {
        const env = nunjucks.configure(folder.file(''))
        expect(dialect.engineOf(nunjucks.render, nunjucks)?.env).toBe(env)
      }
    } finally {
      nunjucks.reset()
    }
  })

  test('finds no environment for other functions', () => {
    const env = inFolder()
    const others = [() => {}, (file, locals, callback) => env.render(file, locals, callback), express().get('view'), env.getTemplate.bind(env), class NunjucksView { render () {} }, class NunjucksView {}]
    expect(others.map((fn) => dialect.engineOf(fn, nunjucks))).toEqual(others.map(() => undefined))
  })

  test('takes options from the app', () => {
    const app = express().set('views', '/v').set('view options', { autoescape: false })
    expect(dialect.appOptions(nunjucks, app)).toEqual({ autoescape: false, views: '/v' })
  })
})

test('does not find a file outside of the folders', async () => {
  const env = inFolder()
  for (const name of ['../etc/passwd', '/etc/passwd', '../../etc/passwd']) {
    expect(await endingOf({}, () => renderView(env, name, {}))).toEqual(await endingOf({}, () => byEngine(env, {}, name)))
  }
  expect(fragmentsOf(renderView(env, 'page.njk', {})).length).toBe(1)
})
