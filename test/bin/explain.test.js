'use strict'

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { create } = require('express-handlebars')
const hbs = require('hbs')
const pug = require('pug')
const { createRenderer } = require('../..')
const { analyse } = require('../../bin/explain/analyse')
const { Site } = require('../../bin/site')
const { version } = require('../../package.json')
const { languages } = require('../support/languages')
const { exchange } = require('../support/exchange')
const { viewFolder } = require('../support/view-folder')
const { jsonOf, runHere } = require('./command')

const VIEWS = path.join(__dirname, 'views')
const TEAS = path.join(__dirname, 'teas.json')
const EXAMPLES = path.join(__dirname, '../../examples')

/** Bytes from which static text becomes a fragment. */
const THRESHOLD = 256

const explain = async (...args) => {
  const explained = await jsonOf(runHere, ['explain', ...args])
  expect(explained.stderr).toBe('')
  return explained
}

const bytesOf = (texts) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
const zlibOf = (text) => zlib.gzipSync(text, { level: 6 }).length

/** Computes the expected figures from the runs of static text of a template. */
function figuresOf (runs) {
  const fragments = runs.filter((run) => Buffer.byteLength(run) >= THRESHOLD)
  return {
    bytes: bytesOf(runs),
    fragments: fragments.length,
    fragmentBytes: bytesOf(fragments),
    share: bytesOf(runs) === 0 ? null : bytesOf(fragments) / bytesOf(runs),
    zlibBytes: zlibOf(runs.join(''))
  }
}

/** A paragraph that all these pages contain. */
const [PARAGRAPH] = /Every tea [^]* at all\./.exec(fs.readFileSync(path.join(VIEWS, 'index.ejs'), 'utf8'))

const LOOP = ['<li>', ': ', '</li>\n']
const HEAD = ['<!doctype html>\n<title>', `</title>\n<p>${PARAGRAPH}</p>\n`]
const TAGS_ALONE = [...HEAD, '<ul>\n', ...LOOP, '</ul>\n']
const TAGS_TRIMMED = ['<!doctype html>\n<title>', `</title>\n<p>${PARAGRAPH}</p>\n`, '<ul>', '\n<li>', ': ', '</li>', '\n</ul>', '\n']

/** The runs of static text between the tags, written by hand in the order in which they are compiled, where they are not as `TAGS_TRIMMED`. */
const RUNS = {
  ejs: TAGS_ALONE,
  eta: TAGS_ALONE,
  handlebars: [...LOOP, '<ul>\n', '</ul>\n', ...HEAD],
  mustache: ['<!doctype html>\n<title>', `</title>\n<p>${PARAGRAPH}</p>\n<ul>\n`, '<li>', ': ', '</li>\n', '</ul>\n'],
  pug: ['<!DOCTYPE html><title>', `</title><p>${PARAGRAPH}</p>`, '<ul>', '<li>', ': ', '</li>', '</ul>']
}

const views = languages.map((language) => ({ ...language, file: `index.${language.extension}`, runs: RUNS[language.name] ?? TAGS_TRIMMED }))

describe('a folder with a view of each language', () => {
  let explained
  beforeAll(async () => { explained = await explain(VIEWS) })

  test('has these views', () => {
    expect(explained).toMatchObject({ code: 0, version })
    expect(explained.views.map(({ name }) => name)).toEqual(views.map(({ file }) => file))
  })

  test.each(views)('$file', ({ name: language, file, runs }) => {
    const view = explained.views.find(({ name }) => name === file)
    expect(view).toEqual({
      name: file,
      file: `test/bin/views/${file}`,
      language,
      bytes: fs.statSync(path.join(VIEWS, file)).size,
      static: figuresOf(runs),
      dynamicSegments: 3,
      ...language === 'ejs' && { with: { keptIf: [] } },
      findings: []
    })
  })

  test('has these totals', () => {
    const all = views.map(({ runs }) => figuresOf(runs))
    const total = (name) => all.reduce((sum, figures) => sum + figures[name], 0)
    expect(explained.totals).toEqual({
      views: views.length,
      bytes: views.reduce((sum, { file }) => sum + fs.statSync(path.join(VIEWS, file)).size, 0),
      static: {
        bytes: total('bytes'),
        fragments: views.length,
        fragmentBytes: total('fragmentBytes'),
        share: total('fragmentBytes') / total('bytes'),
        zlibBytes: total('zlibBytes')
      },
      dynamicSegments: 3 * views.length,
      findings: 0
    })
  })
})

describe.each([
  { teas: 'a few', count: 3, coding: 'identity' },
  { teas: 'many', count: 200, coding: 'gzip' }
])('with $teas teas as data', ({ count, coding }) => {
  const { title, teas } = JSON.parse(fs.readFileSync(TEAS, 'utf8'))
  const locals = { title, teas: Array.from({ length: count }, (_, i) => teas[i % teas.length]) }
  const folder = viewFolder({ 'data.json': JSON.stringify(locals) })
  let explained
  beforeAll(async () => { explained = await explain(VIEWS, '--data', folder.file('data.json')) })
  const renderer = createRenderer({ views: VIEWS })
  const get = (file) => exchange(async (req, res) => renderer.send(req, res, await renderer.render(file, locals)), { headers: { 'Accept-Encoding': 'gzip' } })

  test.each(views)('$file', async ({ create, file, runs }) => {
    const page = await create(VIEWS).render('index', structuredClone(locals))
    const fragments = runs.filter((run) => Buffer.byteLength(run) >= THRESHOLD)
    const pieces = fragments.reduce((texts, fragment) => texts.flatMap((text) => text.split(fragment)), [page])
    const { headers } = await get(file)

    const view = explained.views.find(({ name }) => name === file)
    expect(view.page).toEqual({
      bytes: Buffer.byteLength(page),
      fragments: pieces.length - 1,
      fragmentBytes: Buffer.byteLength(page) - bytesOf(pieces),
      share: (Buffer.byteLength(page) - bytesOf(pieces)) / Buffer.byteLength(page),
      zlibBytes: zlibOf(page),
      chunks: pieces.filter((text) => text !== '').length + pieces.length - 1,
      coding,
      sentBytes: Number(headers['content-length'])
    })
    expect(pieces.length).toBeGreaterThan(1)
    expect(headers['content-encoding'] ?? 'identity').toBe(coding)
    expect(view.static).toEqual(figuresOf(runs))
    expect(view.findings).toEqual([])
  })
})

test('the explanation of a Pug view contains its layout and includes', async () => {
  const file = path.join(EXAMPLES, 'express-pug/views/error.pug')
  const mark = '\0'
  const marks = Object.fromEntries(['status', 'title', 'message', 'q', 'count', 'stack'].map((name) => [name, mark]))
  // Pug writes an attribute with its name.
  const runs = pug.renderFile(file, marks).replace(` value="${mark}"`, mark).split(mark)
  const { code, views: [view] } = await explain(file)
  expect(code).toBe(0)
  expect(view).toMatchObject({ static: figuresOf(runs), dynamicSegments: 'status title message'.split(' ').length, findings: [] })
})

test.each([['hbs', () => hbs.create()], ['express-handlebars', (folder) => create({ defaultLayout: false, layoutsDir: folder.file('layouts'), extname: '.hbs' })]])('%s writes a page itself if it is short with its layout', async (name, engine) => {
  const folder = viewFolder({
    'long.hbs': `<h1>{{title}}</h1>${'static text '.repeat(86)}`,
    'short.hbs': '<h1>{{title}}</h1>\n',
    'layout.hbs': `${'layout '.repeat(150)}{{{body}}}`,
    'layouts/layout.hbs': `${'layout '.repeat(150)}{{{body}}}`
  })
  const instance = engine(folder)
  const findingsOf = async (file, locals) => {
    const [view] = new Site({ options: { engines: { hbs: instance } } }).viewsOf(folder.file(file))
    return (await analyse(view, locals)).figures.findings
  }
  const isShort = [{ kind: 'rendered-by-engine', reason: 'has no static text that is long enough' }]
  const alone = { title: 'a', layout: false }
  expect(await findingsOf('short.hbs', alone)).toEqual(isShort)
  expect(await findingsOf('short.hbs', { title: 'a', layout: 'layout' })).toEqual([])
  expect(await findingsOf('long.hbs', alone)).toEqual([])
  expect(await findingsOf('short.hbs')).toEqual([])
})

test('a view whose engine reads files itself is explained from the file', async () => {
  const folder = viewFolder({ 'page.hbs': '<h1>{{title}}</h1>\n' })
  const [view] = new Site({ options: { engines: { hbs: hbs.create() } } }).viewsOf(folder.file('page.hbs'))
  const { figures, source, spans } = await analyse(view)
  expect(figures).toMatchObject({ static: { bytes: 10 }, dynamicSegments: 1, findings: [] })
  expect(spans.map(({ start, end, kind }) => [kind, source.slice(start, end)])).toEqual([['static', '<h1>'], ['dynamic', '{{title}}'], ['static', '</h1>\n']])
})
