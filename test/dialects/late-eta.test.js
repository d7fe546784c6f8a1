'use strict'

const { setTimeout: later } = require('node:timers/promises')
const { html } = require('../..')
const engines = require('../support/eta-engines')
const { templatesOf } = require('../support/templates-of')
const { partsOf, streamedText } = require('../support/streamed')
const { viewFolder } = require('../support/view-folder')
const { Underway } = require('../../lib/template/underway')

const FILTERS = {
  'leaves out what is nothing': (value) => value == null ? '' : value,
  trims: (value) => typeof value === 'string' ? value.trim() : value,
  'knows types': (value) => typeof value === 'object' ? `[${value instanceof Date ? 'date' : value}]` : value,
  'makes text': (value) => String(value)
}

const SOURCES = [
  '[<%= it.late %>]', '[<%~ it.late %>]', '[<%= "a" + it.late %>]', '[<%= it.late %><%~ it.late %>]', '[<%= /* late */ it.late %>]',
  '<% const print = (value) => { %>[<%= value %>]<% } %><% print(it.late) %>', '<% for (const each of [1, 2]) { %>[<%= it.late %><%= each %>]<% } %>', '<%~ include("./part", { late: it.late }) %>', '<% layout("./layout") %><%= it.late %>'
]
/** What only a template that waits by itself gets: the promise. */
const IN_CODE = /"a" \+|include|layout/

const values = [null, undefined, ' x ', '<b>', new Date(0), ['a', '<i>']]

const configs = [
  ...Object.values(FILTERS).map((filterFunction) => ({ autoFilter: true, filterFunction })),
  { autoFilter: true }, { autoFilter: true, autoEscape: false, filterFunction: FILTERS.trims }, { autoFilter: true, debug: true, filterFunction: FILTERS['leaves out what is nothing'] },
  { autoFilter: true, filterFunction: FILTERS.trims, escapeFunction: (value) => `(${typeof value})${value}` }, { autoTrim: ['slurp', 'slurp'] }, { rmWhitespace: true }
]

describe.each(engines)('Eta $version', ({ engine: { Eta } }) => {
  let folder
  const sides = (source, config) => {
    folder = viewFolder({ 'page.eta': source, 'part.eta': '(<%= it.late %>)', 'layout.eta': '<main><%~ it.body %></main>' })
    const engine = new Eta({ views: folder.file(''), ...config })
    return { engine, load: (async) => templatesOf('eta', engine, { async }).load(folder.file('page.eta')) }
  }
  afterEach(() => folder.remove())

  describe.each(SOURCES)('%s', (source) => {
    test.each(configs)('%o', async (config) => {
      const { engine, load } = sides(source, config)
      const templates = (IN_CODE.test(source) ? [false] : [false, true]).map(load)
      for (const value of values) {
        const expected = engine.render('page', { late: value })
        for (const template of templates) {
          expect(String(await template.renderPage({ late: later(1, value) }))).toBe(expected)
          expect(await streamedText(template, { late: later(1, value) })).toBe(expected)
        }
      }
    })
  })

  test('filters what is awaited, and not what is put in its place', async () => {
    const { load } = sides('[<%= await it.late %>][<%= it.late %>]', { autoFilter: true, filterFunction: (value) => `<${value}>` })
    const underway = new Underway()
    underway.rescue = () => html`<i>gone</i>`
    load(true).stream({ late: later(1).then(() => { throw new Error('gone') }) }, underway)
    expect((await partsOf(underway)).join('')).toBe('[<i>gone</i>][<i>gone</i>]')
    expect(await streamedText(load(true), { late: later(1, 'tea') })).toBe('[&lt;tea&gt;][&lt;tea&gt;]')
  })

  test.each([false, true])('filters pages and what async generators give, with the option async %s', async (async) => {
    const { engine, load } = sides('[<%= it.late %>][<%~ it.page %>]', { autoFilter: true, filterFunction: (value) => `${value}!` })
    const there = { late: '<tea>', page: await html`<i>${'&'}</i>` }
    const late = () => ({ late: (async function * () { yield '<tea>' })(), page: html`<i>${later(1, '&')}</i>` })
    const expected = engine.render('page', there)
    expect(String(await load(async).renderPage(late()))).toBe(expected)
    expect(await streamedText(load(async), late())).toBe(expected)
  })

  test('makes JSON of a page when that is there', async () => {
    const { engine, load } = sides('<%~ JSON.stringify({ page: it.page }) %>', {})
    const expected = engine.render('page', { page: await html`<i>${'&'}</i>` })
    expect(String(await load(false).renderPage({ page: html`<i>${later(1, '&')}</i>` }))).toBe(expected)
  })
})
