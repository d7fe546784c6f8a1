'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const { createRenderer } = require('../..')
const { editedCopy } = require('../support/copied-package')
const engines = require('../support/ejs-engines')
const { recordCode } = require('../support/generated-names')
const { fragmentsOf } = require('../support/fragments-of')
const { replace } = require('../support/replaced')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')
const { dialectSuite } = require('./suite')

dialectSuite('ejs')

const VALUES = ['`<', '', 'plain', 7, NaN, null, undefined, true, ['`'], { toString: () => '`{' }, new Date(0)]

describe('the escape function', () => {
  const folder = viewFolder({ 'page.ejs': '<% for (const value of values) { %><%= value %>|<% } %>' + 'static '.repeat(100) })
  const file = folder.file('page.ejs')
  const render = (engine, options) => templatesOf('ejs', engine, options).load(file).render({ values: VALUES })
  const stock = (engine, options) => engine.renderFile(file, { values: VALUES }, { ...options })

  /** Copies EJS, with another text of its utilities, which contain the escape function. */
  const copyWith = (edit) => {
    const target = editedCopy('ejs', (text, name) => name === 'lib/cjs/utils.js' ? edit(text) : text)
    return { engine: require(path.join(target, 'lib/cjs/ejs.js')), utilities: require(path.join(target, 'lib/cjs/utils.js')) }
  }

  test('of a copy that escapes another character is called', async () => {
    const { engine } = copyWith((text) => text.replace(/\[&<>'"\]/, '[&<>\'"`]').replace("'&': '&amp;',", "'&': '&amp;', '`': '&#96;',"))
    const page = render(engine)
    expect(page.toString()).toBe(await stock(engine))
    expect(page.toString()).toMatch(/^&#96;&lt;\|/)
    expect(fragmentsOf(page)).toHaveLength(1)
  })

  test('of a copy with other code is called for every value', async () => {
    const { engine } = copyWith((text) => text.replace('return markup == undefined', 'globalThis.escapedValues?.push(markup); return markup == undefined'))
    replace(globalThis, 'escapedValues', () => [])
    const page = render(engine)
    expect(globalThis.escapedValues.splice(0)).toEqual(VALUES)
    expect(page.toString()).toBe(await stock(engine))
  })

  test.each(['before', 'after'])('that replaces that of the utilities %s the first render is called for every value', async (when) => {
    const { engine, utilities } = copyWith((text) => text)
    const { escapeXML } = utilities
    if (when === 'after') render(engine)
    const escape = jest.fn((value) => escapeXML(value))
    utilities.escapeXML = escape
    expect(render(engine).toString()).toBe(await stock(ejs))
    expect(escape.mock.calls).toEqual(VALUES.map((value) => [value]))
  })

  test.each(['escape', 'escapeFunction'])('in the option %s is called as it is for every value', async (option) => {
    const calls = []
    const escape = function (...args) { calls.push([this, ...args]); return `(${args[0]})` }
    const page = render(ejs, { [option]: escape }).toString()
    const ours = calls.splice(0)
    expect(page).toBe(await stock(ejs, { [option]: escape }))
    expect(ours).toEqual(calls)
    expect(calls).toHaveLength(VALUES.length)
  })

  test.each([
    '<%= a, b %>', '<%= ...[a, b] %>', '<%= ...[] %>', '<%= %>', '<%= a, ...[b, a] %>', '<%- a, b %>', '<%= (a, b) %>', '<%= a /* , b */ %>'
  ])('in an option gets the arguments of the engine for %s', async (tag) => {
    const views = viewFolder({ 'page.ejs': tag + 'static '.repeat(100) })
    const calls = []
    const escape = (...args) => `(${calls.push(args)}:${args})`
    const stocks = await Promise.all(engines.map(({ engine }) => engine.renderFile(views.file('page.ejs'), { a: '<1>', b: '<2>' }, { escape })))
    const expected = calls.splice(0)
    const ours = engines.map(({ engine }) => templatesOf('ejs', engine, { escape }).load(views.file('page.ejs')).render({ a: '<1>', b: '<2>' }))
    expect(ours.map(String)).toEqual(stocks)
    expect(calls).toEqual(expected)
    expect(fragmentsOf(ours[0])).toHaveLength(1)
  })

  test('in an option is not called to find out what it does', () => {
    const escape = jest.fn(String)
    templatesOf('ejs', ejs, { escape }).load(file)
    expect(escape).not.toHaveBeenCalled()
  })
})

test('EJS before 3.1.8, whose includes see inherited properties, renders views with includes', () => {
  const folder = viewFolder({
    'page.ejs': '<%- include("part", Object.create({ inherited: 1 })) %>',
    'part.ejs': '<%= typeof inherited %>' + 'static '.repeat(100)
  })
  const EDITS = { 'package.json': [/"version": "[^"]+"/, '"version": "3.1.7"'], 'lib/utils.js': ['if (!hasOwn(from, p))', 'if (false)'] }
  const engine = require(editedCopy('ejs3', (text, name) => name in EDITS ? text.replace(...EDITS[name]) : text))
  const templates = templatesOf('ejs', engine)
  const expected = engine.render(fs.readFileSync(folder.file('page.ejs'), 'utf8'), {}, { filename: folder.file('page.ejs') })
  expect(expected).toMatch(/^number/)
  expect(String(templates.load(folder.file('page.ejs')).render({}))).toBe(expected)
  expect(fragmentsOf(templates.load(folder.file('part.ejs')).render({}))).toHaveLength(1)
})

describe('sets of local names', () => {
  const names = Array.from({ length: 40 }, (_, i) => `name${i}`)
  const folder = viewFolder({ 'page.ejs': names.map((name) => `<%= typeof ${name} %>,`).join('') + '<%= title %>' + 'static '.repeat(100) })
  const file = folder.file('page.ejs')

  /** Counts what is compiled during renders, each compared with EJS. */
  const render = async (template, sets) => {
    const stock = ejs.compile(fs.readFileSync(file, 'utf8'), { filename: file })
    const locals = (set) => ({ title: '<', ...Object.fromEntries(set.map((name) => [name, 1])) })
    const { sources, result } = await recordCode(() => sets.map((set) => template.render(locals(set)).toString()))
    expect(result).toEqual(sets.map((set) => stock(locals(set))))
    return { direct: sources.filter((source) => !source.includes('with (')).length, all: sources.length }
  }

  test('compile 16 functions, and then one in 64 renders at most', async () => {
    const template = templatesOf('ejs', ejs).load(file)
    const attack = Array.from({ length: 640 }, (_, i) => [names[i % 40], names[(i * 7 + 3) % 40], names[Math.floor(i / 40)]])
    const { direct, all } = await render(template, attack)
    expect(direct).toBeGreaterThanOrEqual(16 + 5)
    expect(direct).toBeLessThanOrEqual(16 + 10)
    expect(all).toBe(direct + 1)
  })

  test('used often are compiled after many others, and stay', async () => {
    const template = templatesOf('ejs', ejs).load(file)
    await render(template, names.map((name) => [name]))
    expect((await render(template, Array(128).fill(['name38', 'name39']))).direct).toBe(1)
    const often = Array.from({ length: 30 }, (_, i) => [[names[i]], ['name38', 'name39']]).flat()
    const { direct } = await render(template, often)
    expect(direct).toBeLessThanOrEqual(1)
    expect((await render(template, Array(64).fill(['name38', 'name39']))).all).toBe(0)
  })

  test('compiled first stay if they are used, and the least used one is replaced', async () => {
    const template = templatesOf('ejs', ejs).load(file)
    const [often, ...others] = names.slice(0, 16).map((name) => [name])
    await render(template, [often, ...others])
    const attack = Array.from({ length: 64 }, (_, i) => [names[i % 40], names[(i * 7 + 3) % 40], names[39 - i % 24]])
    expect((await render(template, attack.flatMap((set) => [set, often]))).direct).toBe(1)
    expect((await render(template, Array(64).fill(often))).all).toBe(0)
  })
})

test.each([
  ['<% var title = title || "none" %><%= title %>', false],
  ['<% title += "!"; title++ %><%= title %><% for (title of [1, 2]) { %><%= title %><% } %>', false],
  ['<% const f = () => { title = "<new>" }; f() %><%= title %><%= typeof other %>', false],
  ['<% var { title } = { title: 1 } %><%= title %>', false],
  // The function may read it as `this.title`.
  ['<% var { title } = { title: 1 } %><%= title %><%= upper("a") %>', true],
  ['<% var title = 1 %><%= title %><%= locals.title %>', true],
  ['<% var title = 1 %><%- include("part") %>', true],
  ['<% var title = 1 %><%= own() %>', true],
  ['<%= own() %>\n<%= title %>\n', false],
  ['<%- upper(String(class { title = title })) %>', true],
  ['<% var __line = 5 %><%= __line %>', true]
])('%s keeps with only if something shows what it assigns: %s', async (source, keeps) => {
  const folder = viewFolder({ 'page.ejs': source, 'part.ejs': '<%= title %>' })
  const locals = () => ({ title: '<old>', ...source.includes('__line') && { __line: 1 }, upper: (text) => text.toUpperCase(), own () { return this?.title } })
  for (const { engine } of engines) {
    const expected = await engine.renderFile(folder.file('page.ejs'), locals(), {})
    const template = templatesOf('ejs', engine).load(folder.file('page.ejs'))
    const { sources, result: page } = await recordCode(() => template.render(locals()).toString())
    expect(page).toBe(expected)
    expect(sources.some((source) => source.includes('with (locals'))).toBe(keeps)
  }
})

test('EJS that names its functions otherwise renders its templates itself', async () => {
  const folder = viewFolder({ 'page.ejs': `<p><%= title %></p>${'static '.repeat(100)}` })
  const engine = require(editedCopy('ejs', (text) => text.replaceAll('__append', '__out')))
  const renderer = createRenderer({ views: folder.file('.'), extension: 'ejs', engines: { ejs: engine } })
  for (const locals of [{ title: 'Tea' }, { title: 'Tea', __out: () => {} }]) {
    const page = await renderer.render('page', locals)
    expect(page.toString()).toBe(engine.render(fs.readFileSync(folder.file('page.ejs'), 'utf8'), locals))
  }
  expect(Object.values(renderer.stats().engine)).toEqual([2])
})
