'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { linesOf } = require('../../bin/explain/report/lines')
const { sectionOf } = require('../../bin/explain/report/section')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { version } = require('../../package.json')
const { fill, read } = require('../corpus/load')
const { overflowOf, violationsOf } = require('../support/accessible')
const { describeInChromium } = require('../support/chromium')
const { viewFolder } = require('../support/view-folder')
const { runHere } = require('./command')

const LONG = 'Long enough for a fragment of its own. '.repeat(9)
const HOSTILE = '</script><img src=x onerror=document.title=1>'

test.each(Object.entries(fill(read(path.join(__dirname, 'explain-lines.yaml')))))('the lines of a source %s', (_, { source, spans, fragments = [], lines }) => {
  const found = linesOf({
    source,
    spans: spans?.map(([start, end, kind]) => ({ start, end, kind })),
    fragments: fragments.map((text) => new StaticFragment(text))
  })
  expect(found.map((pieces) => pieces.map(({ text, kind, title }) => [text, kind, title].filter(Boolean)))).toEqual(lines)
})

describe('the section of a view', () => {
  const text = { bytes: 400, fragments: 1, fragmentBytes: 400, share: 1, zlibBytes: 30 }
  const section = (parts) => sectionOf({
    figures: { name: 'page.pug', file: 'views/page.pug', language: 'pug', bytes: 9, static: text, findings: [] },
    source: 'p= a',
    fragments: [new StaticFragment(LONG)],
    ...parts
  }, 0).toString()

  test.each([
    { name: 'notes a dialect that does not report positions', spans: undefined, notes: ['Static text is not marked, because the dialect does not report its positions'] },
    { name: 'notes that fragments are not marked', spans: [{ start: 0, end: 1, kind: 'static' }], notes: ['Fragments are not marked, because the source text differs from the text of the page'] },
    { name: 'has no note if fragments are marked', source: LONG, spans: [{ start: 0, end: LONG.length, kind: 'static' }], notes: [] }
  ])('$name', ({ source = 'p= a', spans, notes }) => {
    const page = section({ source, spans })
    expect(Array.from(page.matchAll(/class="note">(.*?)</g), ([, note]) => note)).toEqual(notes)
    expect(page).toContain('views/page.pug · pug · 9 bytes · 400 static · 400 in 1 fragment')
  })
})

const sources = {
  'a<b>&"\'.ejs': '<p>\r\n  <%= title %>\r\n</p>\r\n',
  'broken.ejs': '<p>\n<% if (',
  'deep/er/list.hbs': `<ul>${LONG}{{#each items}}<li>{{this}}</li>{{/each}}</ul>\n`,
  'hostile.mustache': `<script>${HOSTILE}</script>{{{title}}}{{! ${HOSTILE} }}\n`,
  'keeps.ejs': '<%= title.length %><% delete    title %>',
  'share.mustache': `${'x'.repeat(975)}{{title}}${'y'.repeat(25)}`,
  'wide.mustache': `${'x'.repeat(3000)}{{ title }}\n`
}

describe('the report', () => {
  const app = viewFolder({ ...Object.fromEntries(Object.entries(sources).map(([name, source]) => [`views/${name}`, source])), 'data.json': '{ "title": "<T>", "items": [1, 2, 3] }' })
  fs.mkdirSync(app.file(`views/${path.dirname(HOSTILE)}`), { recursive: true })
  fs.writeFileSync(app.file(`views/${HOSTILE}.ejs`), HOSTILE)
  const explain = (...args) => runHere(['explain', ...args], { cwd: app.file('.') })

  test('is written to its file, and stdout has one line that says so', async () => {
    expect(await explain('--html', 'first.html')).toEqual({ code: 1, stdout: 'Report written to first.html: 7 of 8 views are spliced; 1 does not compile, 1 keeps the with statement. 4 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare.\n', stderr: '' })
    expect(await explain('views/hostile.mustache', '--html', 'one.html')).toEqual({ code: 0, stdout: 'Report written to one.html: 1 of 1 view is spliced. 1 has no static text of 256 bytes or more to keep as a Buffer: a short page of it gains little; measure with compare.\n', stderr: '' })
    expect(fs.readFileSync(app.file('first.html'), 'utf8')).toMatch(/^<!doctype html>\n<html lang="en">\n[^]*<\/html>\n$/)
  })

  test('may be written in addition to JSON', async () => {
    const { stdout } = await explain('--json')
    expect(await explain('--json', '--html', 'beside.html')).toEqual({ code: 1, stdout, stderr: '' })
    expect(fs.existsSync(app.file('beside.html'))).toBe(true)
  })

  test('escapes names and sources of views', async () => {
    await explain('--html', 'markup.html')
    const page = fs.readFileSync(app.file('markup.html'), 'utf8')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=document.title=1&gt;')
  })

  describeInChromium('in Chromium', (browser) => {
    let tab, requests, problems
    beforeAll(() => explain('--data', 'data.json', '--html', 'report.html'))
    afterEach(() => tab?.context().close())

    const url = pathToFileURL(app.file('report.html')).href
    const open = async (options) => {
      const context = await browser().newContext({ offline: true, viewport: { width: 1200, height: 800 }, ...options })
      tab = await context.newPage()
      requests = []
      problems = []
      tab.on('request', (request) => requests.push(request.url()))
      tab.on('console', (message) => problems.push(message.text()))
      tab.on('pageerror', (error) => problems.push(error.message))
      await tab.goto(url)
    }
    const sectionOf = (view) => tab.locator('section', { has: tab.getByRole('heading', { name: view, exact: true }) })
    const all = Object.keys({ [`${HOSTILE}.ejs`]: 0, ...sources }).sort()

    test('shows each source unchanged, and makes no requests', async () => {
      await open()
      expect(await tab.title()).toBe('Static and dynamic parts of 8 views')
      expect(await tab.locator('h3').allTextContents()).toEqual(all)
      for (const name of all) {
        const facts = await sectionOf(name).locator('.facts').textContent()
        expect(facts).toContain(` · ${(sources[name] ?? HOSTILE).length.toLocaleString('en')} byte`)
        expect(await sectionOf(name).locator('code').textContent()).toBe(`${(sources[name] ?? HOSTILE).replaceAll('\r\n', '\n').replace(/\n$/, '')}\n`)
      }
      expect(await tab.locator('img').count()).toBe(0)
      expect(await tab.locator('time').textContent()).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d UTC$/)
      expect(await tab.locator('header').textContent()).toContain(version)
      expect(await tab.locator('.verdict').textContent()).toBe('7 of 8 views are spliced; 1 does not compile, 1 keeps the with statement. 4 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare.')
      expect(requests).toEqual([url])
      expect(problems).toEqual([])
    })

    test('runs no script', async () => {
      await open()
      const blocked = await tab.evaluate(`new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective))
        const script = document.createElement('script')
        script.textContent = 'document.title = 1'
        document.body.append(script)
      })`)
      expect(blocked).toBe('script-src-elem')
      expect(await tab.title()).toBe('Static and dynamic parts of 8 views')
    })

    test('has sizes as titles', async () => {
      await open()
      const titleOf = (view, selector) => sectionOf(view).locator(selector).first().getAttribute('title')
      expect(await titleOf('deep/er/list.hbs', '.fragment')).toBe('static, 355 bytes, in a fragment of 355')
      expect(await titleOf('deep/er/list.hbs', '.dynamic')).toBe('dynamic segment')
      expect(await titleOf('deep/er/list.hbs', '.static')).toBe('static, 4 bytes')
      expect(await titleOf('wide.mustache', '.fragment')).toBe('static, 3,000 bytes, in a fragment of 3,000')
      expect(await titleOf('keeps.ejs', '.dynamic')).toBe('dynamic segment')
    })

    test('lists the findings', async () => {
      await open()
      const items = await tab.locator('.findings li').allTextContents()
      expect(items).toEqual([
        expect.stringMatching(/^broken\.ejs does not compile: /),
        'keeps.ejs keeps the with statement, because title is deleted'
      ])
      for (const link of await tab.locator('.findings a').all()) {
        expect(await tab.locator(`${await link.getAttribute('href')} h3`).textContent()).toBe(await link.textContent())
      }
      expect(await tab.locator('.note').count()).toBe(2)
    })

    describe.each(['light', 'dark'])('in %s mode', (colorScheme) => {
      test('marks dynamic segments not by colour alone', async () => {
        await open({ colorScheme })
        const [red] = (await tab.evaluate('getComputedStyle(document.body).backgroundColor')).match(/\d+/g)
        expect(Number(red) > 128).toBe(colorScheme === 'light')
        const decoration = (selector) => tab.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).textDecorationLine`)
        expect([await decoration('.line .dynamic'), await decoration('.line .static')]).toEqual(['underline', 'none'])
      })

      test.each([1200, 390])('has no violations of accessibility at %i pixels', async (width) => {
        await open({ colorScheme, viewport: { width, height: 800 } })
        expect(await violationsOf(tab)).toEqual([])
      })
    })

    test.each([400, 320])('fits a phone of %i pixels', async (width) => {
      await open({ viewport: { width, height: 800 } })
      expect(await overflowOf(tab)).toBe(0)
      const scrolls = (selector) => tab.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('${selector}'))`)
      expect(await scrolls('section:last-of-type pre')).toBe(true)
      expect(problems).toEqual([])
    })
  })
})

test('docs/explain.svg has the words of the report', async () => {
  const { stdout } = await runHere(['explain', 'views', '--data', 'teas.json', '--json'], { cwd: __dirname })
  const { verdict, note } = JSON.parse(stdout)
  const picture = fs.readFileSync(path.join(__dirname, '../../docs/explain.svg'), 'utf8')
  for (const words of [verdict, note]) expect(picture).toContain(`>${words}<`)
})
