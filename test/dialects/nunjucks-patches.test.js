'use strict'

const dialect = require('../../lib/dialects').byName('nunjucks')
const { Rendered } = require('../../lib/page/rendered')
const { Template } = require('../../lib/views/template')
const { nunjucks: long } = require('../corpus/long')
const { copied } = require('../support/copied-package')
const { fragmentsOf } = require('../support/fragments-of')
const { outcome } = require('../support/outcome')
const { viewFolder } = require('../support/view-folder')
const { byEngine: engineOf, viewOf } = require('./languages/nunjucks-sides')

const files = {
  'layout.njk': `${long()}{% block b %}${long()}in the layout{% endblock %}${long()}{% block c %}c{% endblock %}`,
  'page.njk': `{% extends "layout.njk" %}{% from "macros.njk" import m %}{% block b %}{{ super() }}${long()}{{ x }}{{ o.f() }}{{ o.g }}{{ y | upper }}
    {% for i in list %}{{ loop.index }}{{ i }}{% include "row.njk" %}{% endfor %}{% set z = "set" %}{{ z }}{% include "part.njk" %}{{ m(x) }}{% if true %}{% set z = "again" %}{{ z }}{% endif %}{% endblock %}`,
  'macros.njk': '{% macro m(a, b="b") %}<i>{{ a }}{{ b }}</i>{% endmacro %}{% set exported = "e" %}',
  'part.njk': `${long()}part {{ x }}{{ z }}`,
  'row.njk': '({{ i }})',
  'other.njk': `other ${long()}`
}
const locals = () => ({ x: '<x>', y: 'y', o: { f: () => 'f', g: 'g' }, list: ['a', 'b'] })

let folder
beforeEach(() => { folder = viewFolder(files) })

/** Wraps a method: `change` gets its value, or that of its callback. */
const changed = (change) => (own) => function (...args) {
  const done = args.at(-1)
  if (typeof done === 'function' && args.length > 1) args[args.length - 1] = (error, value) => done(error, change(value))
  return change(own.apply(this, args))
}
const marked = (value) => typeof value === 'string' ? `${value}(marked)` : value
/** Marks values of pages. The compiler of Nunjucks keeps its names in frames, too. */
const markedValue = (value) => ['a', 'b', 'set', 'again'].includes(value) ? `${value}(marked)` : value
const withArgs = (change) => (own) => function (...args) { return own.apply(this, change(...args)) }
/** Block functions and root functions whose output is marked. */
const markedFunction = (fn) => (env, context, frame, runtime, callback) => fn(env, context, frame, runtime, (error, text) => callback(error, text === undefined ? text : `${text.trim()}(marked)`))

/** What an app may patch: the object, the method and the patch, with the objects of a copy of Nunjucks. */
const patches = [
  ['Frame', 'set', withArgs((name, value, ...rest) => [name, markedValue(value), ...rest])],
  ['Frame', 'push', (own) => function (...args) { const frame = own.apply(this, args); return Object.assign(frame, { set (name, value, up) { Object.getPrototypeOf(frame).set.call(this, name, markedValue(value), up) } }) }],
  ['Frame', 'lookup', changed(markedValue)],
  ['Frame', 'resolve', () => () => undefined, 'same page'],
  ['Context', 'init', withArgs((given, ...rest) => [{ ...given, x: 'replaced' }, ...rest])],
  ['Context', 'lookup', changed(marked)],
  ['Context', 'addBlock', withArgs((name, block) => [name, markedFunction(block)])],
  ['Context', 'getBlock', changed(markedFunction)],
  ['Context', 'getSuper', withArgs((env, name, block, frame, runtime, callback) => [env, name, block, frame, runtime, (error, text) => callback(error, marked(text))])],
  ['Context', 'getVariables', (own) => function () { return { ...own.call(this), x: 'replaced' } }],
  ['Context', 'getExported', (own) => function () { return { m: () => 'replaced' } }],
  ['Context', 'setVariable', withArgs((name, value) => [name, marked(value)]), 'same page'],
  ['Context', 'addExport', () => () => {}, 'an error'],
  ['Template', 'render', (own) => function (given, ...rest) { return own.call(this, { ...given, x: 'replaced' }, ...rest) }],
  ['Template', 'render', (own) => function (given, done) { return own.call(this, { ...given, x: 'replaced' }, typeof done === 'function' ? done : arguments[2]) }],
  ['Template', 'compile', (own) => function () { own.call(this); this.blocks = { ...this.blocks, c: (env, context, frame, runtime, callback) => callback(null, 'compiled') } }],
  ['Template', '_compile', (own) => function () { this.tmplStr = this.tmplStr.replace('part {{', 'compiled {{'); own.call(this) }],
  ['Template', '_getBlocks', (own) => function (given) { const blocks = own.call(this, given); return Object.fromEntries(Object.entries(blocks).map(([name, block]) => [name, markedFunction(block)])) }],
  ['Template', 'getExported', (own) => function (...args) { const done = args.pop(); own.call(this, ...args, (error, exported) => done(error, { ...exported, m: () => 'replaced' })) }],
  ['Environment', 'render', (own) => function (name, given, done) { return this.getTemplate(name).render({ ...given, x: 'replaced' }, done) }],
  ['Environment', 'getTemplate', withArgs((name, ...rest) => [name === 'part.njk' ? 'other.njk' : name, ...rest])],
  ['Environment', 'waterfall', (own) => function (tasks, callback) { return own.call(this, [(next) => { tasks.shift(); next() }], callback) }],
  ['Environment', 'getFilter', (own) => function () { return (value) => `filtered ${value}` }],
  ['runtime', 'suppressValue', changed(marked)],
  ['runtime', 'suppressValue', changed((value) => String(value).toUpperCase())],
  ['runtime', 'suppressValue', changed((value) => value === '&lt;x&gt;' ? 'x' : value)],
  ['runtime', 'markSafe', (own) => (value) => own(marked(value))],
  ['runtime', 'memberLookup', () => () => () => 'member'],
  ['runtime', 'memberLookup', (own) => (object, name) => name === 'g' ? '<member>' : own(object, name)],
  ['runtime', 'ensureDefined', () => () => 'defined', 'same page'],
  ['lib', 'escape', changed(marked)],
  ['lib', 'escape', () => (text) => text.replaceAll('<', '&LT;')],
  ['SafeString', 'valueOf', changed(marked)],
  ['runtime', 'callWrap', changed(marked)],
  ['runtime', 'contextOrFrameLookup', changed(marked)],
  ['runtime', 'fromIterator', (own) => (value) => [...own(value), 'more']],
  ['runtime', 'makeMacro', () => () => () => 'macro'],
  ['runtime', 'isArray', () => () => false, 'same page'],
  ['env', 'render', (own) => function (name, given, done) { return this.getTemplate(name).render({ ...given, x: 'replaced' }, done) }],
  ['env', 'getTemplate', withArgs((name, ...rest) => [name === 'part.njk' ? 'other.njk' : name, ...rest])],
  ['env', 'waterfall', (own) => function (tasks, callback) { return own.call(this, [(next) => { tasks.shift(); next() }], callback) }],
  ['env.opts', 'autoescape', () => false],
  ['template', 'render', (own) => function (given, ...rest) { return own.call(this, { ...given, x: 'replaced' }, ...rest) }],
  ['template', 'rootRenderFunc', markedFunction],
  ['imported', 'getExported', (own) => function (...args) { const done = args.pop(); own.call(this, ...args, (error, exported) => done(error, { ...exported, m: () => 'replaced' })) }],
  ['imported', 'rootRenderFunc', () => (env, context, frame, runtime, callback) => { context.addExport('m'); context.setVariable('m', () => 'replaced'); callback(null, '') }],
  ['template', 'blocks', (own) => ({ ...own, b: markedFunction(own.b) })]
]

/** A new copy of Nunjucks, with the objects that an app may patch. */
function copyOf () {
  const nunjucks = copied('nunjucks')
  const { Environment, Template, runtime, lib } = nunjucks
  const env = new Environment(new nunjucks.FileSystemLoader(folder.file('')))
  const objects = { Environment: Environment.prototype, Template: Template.prototype, Frame: runtime.Frame.prototype, runtime, lib, env, 'env.opts': env.opts }
  new Template({ type: 'code', obj: { root (env, context, frame, runtime, callback) { objects.Context = Object.getPrototypeOf(context); callback(null, '') } } }, env).render({})
  objects.SafeString = runtime.SafeString.prototype
  Object.defineProperty(objects, 'template', { get: () => env.getTemplate('page.njk', true) })
  Object.defineProperty(objects, 'imported', { get: () => env.getTemplate('macros.njk', true) })
  return { nunjucks, env, objects }
}

const byEngine = (env) => engineOf(env, locals())
/** A template that is not found by name. */
const templateOf = (env, source) => new Template('/page.njk', dialect.compile(source, { filename: '/page.njk', engine: env, options: {} }))
// Nunjucks numbers some variables across all templates.
const ending = (render) => outcome(render).then((end) => JSON.stringify(end).replace(/hole_\d+/g, ''))

describe.each(['before', 'after'])('what an app patches %s the first render has its effect', (moment) => {
  test.each(patches.map(([object, name, patch, effect], i) => [`${object}.${name} (${i})`, object, name, patch, effect]))('%s', async (_, object, name, patch, effect) => {
    const { env, objects } = copyOf()
    const view = viewOf(env, 'page.njk')
    const ours = async () => String(await view.render(locals()))
    const unchanged = await byEngine(copyOf().env)
    if (moment === 'after') expect(await ours()).toBe(unchanged)

    objects[object][name] = patch(objects[object][name])
    const expected = await ending(() => byEngine(env))
    expect(await ending(ours)).toBe(expected)
    if (effect !== 'same page' && !(moment === 'after' && name.startsWith('_'))) expect(expected).not.toBe(JSON.stringify({ output: unchanged }))
  })
})

test('an escape function that replaces a character beyond ASCII is called for each value', () => {
  const { env, objects, nunjucks } = copyOf()
  const { escape } = objects.lib
  objects.lib.escape = (text) => escape(text).replaceAll('→', '&rarr;')
  const source = '{% for x in list %}{{ x }}{% endfor %}'
  const list = Array.from({ length: 50 }, (_, i) => `<→${i}>`)
  expect(String(templateOf(env, source).render({ list }))).toBe(new nunjucks.Template(source, env, '/page.njk').render({ list }))
})

test('another escape function is called for each value, and the engine’s own, once it is back, for few', () => {
  const { env, objects } = copyOf()
  const template = templateOf(env, '{% for x in list %}{{ x }}{% endfor %}')
  const list = Array.from({ length: 50 }, (_, i) => `<${i}>`)
  const render = () => String(template.render({ list }))
  const expected = render()
  const { escape } = objects.lib
  let escaped = []
  objects.lib.escape = (text) => { escaped.push(text); return escape(text).replaceAll('&', '&amp;') }
  expect(render()).toBe(expected.replaceAll('&', '&amp;'))
  expect(escaped).toEqual(expect.arrayContaining(list))
  escaped = []
  objects.lib.escape = (text) => { escaped.push(text); return escape(text) }
  expect(render()).toBe(expected)
  expect(escaped.length).toBeLessThan(15)
})

test.each([
  ['a template that is not found by name calls the same methods', 'Frame', 'set', (name, value, ...rest) => [name, markedValue(value), ...rest], '{% for i in list %}{{ i }}{% endfor %}',
    ({ nunjucks, env }, source) => new nunjucks.Template(source, env, '/page.njk').render(locals())],
  ['with another getTemplate of all environments, a source is rendered by renderString', 'Environment', 'getTemplate', (name, ...rest) => ['other.njk', ...rest], files['part.njk'],
    ({ env }, source) => env.renderString(source, locals())]
])('%s', async (_, object, method, change, source, stock) => {
  const copy = copyOf()
  const patched = copy.objects[object]
  patched[method] = withArgs(change)(patched[method])
  const template = templateOf(copy.env, source)
  expect(await template.precompile()).toBe(`is rendered by functions of nunjucks whose code is unknown, such as ${object}.${method}()`)
  expect(String(await template.render(locals()))).toBe(stock(copy, source))
})

test('a view reports why Nunjucks rendered it, until it is spliced again', async () => {
  const { env, objects } = copyOf()
  const view = viewOf(env, 'page.njk')
  const { set } = objects.Frame
  const reasons = []
  view.recordRender = (reason) => reasons.push(reason)
  const render = async () => [fragmentsOf(await view.render(locals())).length > 0, reasons.pop()]
  expect(await render()).toEqual([true, undefined])
  objects.Frame.set = withArgs((...args) => args)(set)
  expect(await render()).toEqual([false, 'is rendered by functions of nunjucks whose code is unknown, such as Frame.set()'])
  objects.Frame.set = set
  expect(await render()).toEqual([true, undefined])
})

test('a filter "safe" of the app gets the text of a page', async () => {
  const page = new Rendered([long(), '<b>'])
  const { env } = copyOf()
  const template = templateOf(env, '{{ page | safe }}')
  const render = async (page) => String(await template.render({ page }))
  expect(await render(page)).toBe(page.toString())
  env.addFilter('safe', (value) => String(value).length)
  expect(await render(page)).toBe(await render(page.toString()))
})
