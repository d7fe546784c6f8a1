'use strict'

const { filesOf, languages } = require('../support/languages')
const { viewFolder } = require('../support/view-folder')
const { jsonOf, run, runHere } = require('./command')

const SHORT = '1 has no static text of 256 bytes or more to keep as a Buffer: a short page of it gains little; measure with compare.'

const LONG = '<p>Long enough for a fragment of its own.</p>'.repeat(10)

const DATA = 'module.exports = { a: 1, list: [1, 2], wrap: () => (text, render) => render(text) }'

let folder

/** Explains views, by the name of their file. */
async function explain (views, ...args) {
  const files = Object.entries(views).map(([name, source]) => [`views/${name}`, source])
  folder = viewFolder({ ...Object.fromEntries(files), 'data.json': '{ "a": 1 }', 'data.js': DATA })
  // Jest runs no dynamic imports.
  const explained = await jsonOf(args.includes('data.js') ? run : runHere, ['explain', ...args], { cwd: folder.file('.') })
  expect(explained.stderr).toBe('')
  return explained
}

describe.each(languages)('$name', ({ extension, unsplit, missing }) => {
  if (unsplit !== undefined) {
    test('a view whose page has no static fragment is spliced, and the verdict says what that means', async () => {
      const { verdict, code, views: [{ page }] } = await explain({ [`page.${extension}`]: unsplit(LONG) }, '--data', 'data.js')
      expect(page.fragments).toBe(0)
      expect([verdict, code]).toEqual([`1 of 1 view is spliced. ${SHORT}`, 0])
    })
  }

  if (Object.keys(missing).length === 0) return
  test.each(Object.entries(missing))('%j: the finding names the option', async (source, option) => {
    const { code, views: [{ findings }] } = await explain({ [`page.${extension}`]: source }, '--data', 'data.json')
    const { reason, hint } = findings.find(({ kind }) => kind !== 'rendered-by-engine')
    expect(reason).toMatch(/euro|card|deco/)
    expect(hint).toContain(option)
    expect(code).toBe(1)
  })
})

test('the macros of Nunjucks are not counted as fragments', async () => {
  const { verdict, views: [{ static: text }] } = await explain({ 'page.njk': languages.find(({ name }) => name === 'nunjucks').unsplit(LONG) })
  expect(text).toMatchObject({ bytes: LONG.length, fragments: 0 })
  expect(verdict).toBe(`1 of 1 view is spliced. ${SHORT}`)
})

test('a view without static text of its own has fragments if an included file has a fragment on the page', async () => {
  const views = { 'page.ejs': "<%- include('part') %>", 'part.ejs': LONG }
  expect((await explain(views)).verdict).toBe(`2 of 2 views are spliced. ${SHORT}`)
  folder.remove()
  expect((await explain(views, '--data', 'data.json')).verdict).toBe('2 of 2 views are spliced.')
})

describe('a part that the engine renders', () => {
  test.each([
    ['ejs', { 'page.ejs': `${LONG}<%- include('part') %><%- include('part') %>`, 'part.ejs': 'x<% if (a) return __output %>' }],
    ['eta', { 'page.eta': `${LONG}<%~ include('./part', it) %>`, 'part.eta': 'x<% if (it.a) return __eta.res %>' }]
  ])('%s: is named with the reason, once', async (language, views) => {
    const { code, verdict, views: [page] } = await explain(views, '--data', 'data.json')
    expect(page.findings).toEqual([{ kind: 'part-rendered-by-engine', reason: `views/part.${language} returns early` }])
    expect(page.page.fragments).toBe(1)
    expect(verdict).toBe('1 of 2 views is spliced; 1 is rendered by its engine, 1 has a part that its engine renders.')
    expect(code).toBe(1)
  })

  // Partials of Handlebars are registered by the app.
  test.each(languages.filter(({ name }) => name !== 'handlebars'))('$name: none is named if all are spliced', async (language) => {
    const views = filesOf(language, { page: LONG + language.include('part'), part: LONG })
    const { verdict, totals } = await explain(views, '--data', 'data.json')
    expect([verdict, totals.findings]).toEqual(['2 of 2 views are spliced.', 0])
  })
})
