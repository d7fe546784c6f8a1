'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const { createRenderer, html, Rendered } = require('..')
const { requireEngine } = require('../lib/views/engines')
const engines = require('./support/ejs-engines')
const { exchange } = require('./support/exchange')
const { replace } = require('./support/replaced')
const { viewFolder } = require('./support/view-folder')

const long = 'static text, '.repeat(100)
const sources = {
  'page.ejs': `<p><%= name %></p>${long}`,
  'outer.ejs': '<main><%- include("inner", { name }) %></main>',
  'inner.ejs': '<b><%= name %></b>',
  'folder/index.ejs': 'index: <%= name %>',
  'page.html': '<i><%= name %></i>',
  'page.dotted.ejs': 'dotted: <%= name %>',
  'page.htm': '<? no tag ?><%= name %>',
  'own.ejs': '<%= [typeof name, typeof own, typeof toString].join() %>',
  'writes.ejs': '<% name = "b"; locals.added = "c" %><%= name + locals.added %>',
  'options.ejs': '  <?= name ?>  \n  x  ',
  'more/page.ejs': 'more',
  'more/other.ejs': 'other: <%= name %>'
}
const folder = viewFolder(sources)
const views = folder.file('.')

const name = 'Zoë & 世界'
const textOf = async (options, view, locals = { name }) =>
  (await createRenderer({ views, ...options }).render(view, locals)).toString()

describe('render', () => {
  test('finds views in the folder that `views` named when the renderer was made', async () => {
    const before = process.cwd()
    process.chdir(views)
    const renderer = createRenderer({ views: 'more', extension: 'ejs' })
    process.chdir(before)
    expect(String(await renderer.render('page'))).toBe('more')
  })

  test('returns the page of the engine', async () => {
    const rendered = await createRenderer({ views, extension: 'ejs' }).render('page', { name })
    const expected = await ejs.renderFile(folder.file('page.ejs'), { name })
    expect(rendered).toBeInstanceOf(Rendered)
    expect(rendered.toString()).toBe(expected)
    expect(rendered.toBuffer()).toEqual(Buffer.from(expected))
    expect(rendered.byteLength).toBe(Buffer.byteLength(expected))
  })

  test('returns equal compositions for equal pages only', async () => {
    const compositionOf = async (view, locals) => (await createRenderer({ views, extension: 'ejs' }).render(view, locals)).identityBytes.toString()
    const compositions = await Promise.all([
      compositionOf('page', { name: 'a' }), compositionOf('page.ejs', { name: 'a', more: 1 }), compositionOf('page', { name: 'b' }), compositionOf('inner', { name: 'a' })
    ])
    expect(compositions[0]).toBe(compositions[1])
    expect(new Set(compositions).size).toBe(3)
  })

  test.each([
    { locals: { name: 1, own: 1 }, sees: 'number,number' },
    { locals: Object.create({ name: 1 }, { own: { value: 1 } }), sees: 'undefined,undefined' },
    { locals: undefined, sees: 'undefined,undefined' },
    { locals: null, sees: 'undefined,undefined' }
  ])('passes the own, enumerable properties of the locals: $sees', async ({ locals, sees }) => {
    const rendered = await createRenderer({ views, extension: 'ejs' }).render('own', locals)
    expect(rendered.toString()).toBe(`${sees},function`)
  })

  test.each(engines)('does not change the locals, EJS $version', async ({ engine }) => {
    const locals = { name: 'a' }
    const rendered = await createRenderer({ views, extension: 'ejs', engines: { ejs: engine } }).render('writes', locals)
    expect(rendered.toString()).toBe('bc')
    expect(locals).toEqual({ name: 'a' })
  })

  test.each([
    { name: 'a default extension', options: { extension: 'ejs' }, view: 'inner', prints: '<b>x</b>' },
    { name: 'a default extension with its dot', options: { extension: '.ejs' }, view: 'inner', prints: '<b>x</b>' },
    { name: 'an extension of its own', options: {}, view: 'inner.ejs', prints: '<b>x</b>' },
    { name: 'an extension of its own before the default one', options: { extension: 'html', engines: { html: 'ejs' } }, view: 'inner.ejs', prints: '<b>x</b>' },
    { name: 'a dot in its name', options: { extension: 'ejs' }, view: 'page.dotted', prints: 'dotted: x' },
    { name: 'an engine by name', options: { extension: 'html', engines: { html: 'ejs' } }, view: 'page', prints: '<i>x</i>' },
    { name: 'an engine by name, of an extension with its dot', options: { engines: { '.html': 'ejs' } }, view: 'page.html', prints: '<i>x</i>' },
    { name: 'an engine itself', options: { engines: { html: ejs } }, view: 'page.html', prints: '<i>x</i>' },
    { name: 'an engine with settings', options: { engines: { htm: { ...ejs, openDelimiter: '<', fileLoader: () => 'loaded <%= name %>' } } }, view: 'page.htm', prints: 'loaded x' },
    { name: 'an engine for its own extension', options: { extension: 'ejs', engines: { ejs: { ...ejs, fileLoader: () => 'loaded' } } }, view: 'inner', prints: 'loaded' },
    { name: 'options of the engine', options: { extension: 'ejs', engineOptions: { delimiter: '?', rmWhitespace: true } }, view: 'options', prints: 'x\nx' },
    { name: 'a folder with an index', options: { extension: 'ejs' }, view: 'folder', prints: 'index: x' },
    { name: 'a folder of its own', options: { extension: 'ejs' }, view: 'more/other', prints: 'other: x' },
    { name: 'a list of folders, in the first', options: { extension: 'ejs', views: [folder.file('more'), views] }, view: 'page', prints: 'more' },
    { name: 'a list of folders, in the second', options: { extension: 'ejs', views: [folder.file('more'), views] }, view: 'inner', prints: '<b>x</b>' },
    { name: 'a list of folders that it includes from', options: { extension: 'ejs', views: [folder.file('more'), views] }, view: 'outer', prints: '<main><b>x</b></main>' },
    { name: 'Mustache in .html where nothing else is said', options: {}, view: 'page', prints: '<i><%= name %></i>' }
  ])('takes $name', async ({ options, view, prints }) => {
    expect(await textOf(options, view, { name: 'x' })).toBe(prints)
  })

  test.each([
    { view: 'none', error: `View "none" was not found: no file "none.html" or "none/index.html" in "${path.resolve(views)}"` },
    { view: 'page.txt', error: 'View "page.txt" has no known engine for ".txt". Name one in the option "engines"' },
    { view: 'none.ejs', error: `View "none.ejs" was not found: no file "none.ejs" or "none/index.ejs" in "${path.resolve(views)}"` },
    { view: 'inner', error: `View "inner" was not found: no file "inner.html" or "inner/index.html" in "${path.resolve(views)}"; found "inner.ejs": set the option "extension" to 'ejs'` },
    { view: 'inner', options: { extension: 'tea', engines: { tea: 'ejs' } }, error: `no file "inner.tea" or "inner/index.tea" in "${path.resolve(views)}"; found "inner.ejs": set the option "extension" to 'ejs'` },
    { view: '../page.ejs', error: 'View "../page.ejs" is outside of the views folders' },
    { view: undefined, options: { extension: 'ejs' }, error: 'The name of a view must be a string that is not empty, got undefined' },
    { view: 'page', options: { extension: 'txt' }, error: 'View "page" has no known engine for ".txt". Name one in the option "engines"' }
  ])('rejects $view: $error', async ({ view, options, error }) => {
    await expect(createRenderer({ views, ...options }).render(view, { name })).rejects.toThrow(error)
  })

  test('looks for views in "views" by default', async () => {
    await expect(createRenderer().render('page.ejs')).rejects.toThrow(`in "${path.resolve('views')}"`)
  })
})

describe('send', () => {
  const renderer = createRenderer({ views, extension: 'ejs' })
  const ask = (page, request, prepare = () => {}) => exchange((req, res) => {
    prepare(res)
    renderer.send(req, res, page()).catch((error) => res.writeHead(500).end(error.message))
  }, request)
  const pages = [
    { kind: 'a rendered view', page: () => renderer.folderViews.render('inner', { name }), prints: '<b>Zoë &amp; 世界</b>' },
    { kind: 'a promise of one', page: () => renderer.render('inner', { name }), prints: '<b>Zoë &amp; 世界</b>' },
    { kind: 'html`…`', page: () => html`<b>${name}</b>`, prints: '<b>Zoë &amp; 世界</b>' },
    { kind: 'html`…` of promises', page: () => html`<b>${Promise.resolve(name)}</b>`, prints: '<b>Zoë &amp; 世界</b>' }
  ]

  test.each(pages)('$kind', async ({ page, prints }) => {
    const { status, headers, body } = await ask(page)
    expect(status).toBe(200)
    expect(body.toString()).toBe(prints)
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(prints)),
      etag: expect.stringMatching(/^W\//)
    })
    expect(await ask(page, { method: 'HEAD' })).toEqual({ status, headers, body: Buffer.alloc(0) })
    expect(await ask(page, { headers: { 'if-none-match': headers.etag } })).toEqual({ status: 304, headers: { etag: headers.etag }, body: Buffer.alloc(0) })
  })

  test('keeps the status and headers of the app', async () => {
    const { status, headers } = await ask(pages[0].page, {}, (res) => {
      res.statusCode = 404
      res.setHeader('Content-Type', 'application/xhtml+xml')
    })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'application/xhtml+xml' })
  })

  test.each([
    { etag: 'strong', tag: expect.stringMatching(/^"/) },
    { etag: false, tag: undefined },
    { etag: (body) => `"${body}"`, tag: '"page"' }
  ])('with the option etag $etag', async ({ etag, tag }) => {
    const { headers } = await exchange((req, res) => createRenderer({ etag }).send(req, res, html`page`))
    expect(headers.etag).toEqual(tag)
  })

  test('rejects with a promise in the page, and sends nothing', async () => {
    let sent
    const { status, headers, body } = await exchange(async (req, res) => {
      await renderer.send(req, res, html`<b>${Promise.reject(new Error('no name'))}</b>`).catch((error) => {
        sent = { headersSent: res.headersSent, headers: { ...res.getHeaders() } }
        res.writeHead(500).end(error.message)
      })
    })
    expect(sent).toEqual({ headersSent: false, headers: {} })
    expect(headers).not.toHaveProperty('etag')
    expect([status, body.toString()]).toEqual([500, 'no name'])
  })

  test('rejects if the response has been sent, and does not change it', async () => {
    let second
    const { body } = await exchange(async (req, res) => {
      await renderer.send(req, res, html`first`)
      second = renderer.send(req, res, html`second`)
      await second.catch(() => {})
    })
    expect(body.toString()).toBe('first')
    await expect(second).rejects.toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' })
  })
})

test.each([
  ['a string', '<p>', 'a string'],
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a Buffer', Buffer.from('<p>'), 'an object']
])('send() refuses %s', async (name, page, kind) => {
  const untouched = {}
  await expect(createRenderer().send({}, untouched, page)).rejects.toThrow(new TypeError(`send() expects a page from render() or html\`…\`, got ${kind}`))
  expect(untouched).toEqual({})
})

describe('the templates', () => {
  let app
  beforeEach(() => { app = viewFolder(sources) })

  const renderer = (options) => createRenderer({ views: app.file('.'), extension: 'ejs', ...options })
  const render = async (renderer, view) => (await renderer.render(view, { name: 'x' })).toString()
  const write = (name, text) => fs.writeFileSync(app.file(name), text)
  const counts = (renderer) => renderer.stats().templates
  // Those of all pages of this process.
  const codes = expect.objectContaining({ entries: expect.any(Number), bytes: expect.any(Number) })
  const noFragments = expect.objectContaining({ hits: { process: 0, store: 0 }, loads: 0, entries: 0, bytes: 0 })
  const nothing = { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 }
  const statsWith = (given) => ({
    templates: nothing, memo: nothing, files: nothing, gzip: codes, dictionary: false, fragments: noFragments, engine: {}, checks: false, differences: 0, unencoded: {}, ...given
  })
  const bytesOf = (source) => 16 * 1024 + 10 * Buffer.byteLength(source)
  const sizeOf = (...names) => names.reduce((total, name) => total + bytesOf(sources[name]), 0)

  test('are counted', async () => {
    const counted = renderer({ cache: true })
    expect(counted.stats()).toEqual(statsWith({}))
    const [one, three] = [sizeOf('page.ejs'), sizeOf('page.ejs', 'outer.ejs', 'inner.ejs')]
    for (const [view, expected] of [
      ['page', { hits: 0, misses: 1, entries: 1, bytes: one }],
      ['page.ejs', { hits: 1, misses: 1, entries: 1, bytes: one }],
      ['outer', { hits: 1, misses: 3, entries: 3, bytes: three }],
      ['outer', { hits: 3, misses: 3, entries: 3, bytes: three }]
    ]) {
      await render(counted, view)
      // No page has been sent.
      expect(counted.stats()).toEqual(statsWith({ templates: { ...expected, evictions: 0 } }))
    }
  })

  test('are counted without a memo', () => {
    expect(renderer({ memo: false }).stats()).toEqual(statsWith({ memo: false }))
  })

  test('are counted by the length of their source in UTF-8, for each version of a file', async () => {
    const counted = renderer({ cache: false })
    for (const source of ['世界', '世界 🎉', '世']) {
      write('inner.ejs', source)
      await render(counted, 'inner')
      expect(counts(counted)).toMatchObject({ entries: 1, bytes: bytesOf(source) })
    }
  })

  test('are compiled at each render if they do not fit, until one in 1,024 such renders replaces the least recently used', async () => {
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const counted = renderer({ cache: true, cacheSize: 2.5 * bytesOf('') })
    for (const view of ['folder', 'inner', 'folder']) await render(counted, view)
    expect(counts(counted)).toMatchObject({ hits: 1, misses: 2, evictions: 0, entries: 2 })
    write('new.ejs', 'new <%= name %>')
    for (let i = 0; i < 1023; i++) expect(await render(counted, 'new')).toBe('new x')
    expect(counts(counted)).toMatchObject({ hits: 1, misses: 1025, evictions: 0, entries: 2 })
    const reason = 'is compiled at each render, because it has no room in the cache of compiled views, see the option "cacheSize"'
    expect(counted.stats().engine).toEqual({ [reason]: 1023 })
    expect(warned.mock.calls).toEqual([[`View "${app.file('new.ejs')}" ${reason}`, { code: 'BUFFERED_RENDER_CACHE' }]])
    warned.mockRestore()
    for (const view of ['new', 'new', 'folder']) await render(counted, view)
    expect(counts(counted)).toMatchObject({ hits: 3, misses: 1026, evictions: 1, entries: 2 })
    await render(counted, 'inner')
    expect(counts(counted)).toMatchObject({ hits: 3, misses: 1027, evictions: 1 })
  })

  test.each([1, 16 * 1024])('of a view that does not fit are kept alone: %i bytes', async (cacheSize) => {
    const counted = renderer({ cache: true, cacheSize })
    for (let i = 0; i < 3; i++) expect(await render(counted, 'inner')).toBe('<b>x</b>')
    expect(counts(counted)).toMatchObject({ hits: 2, misses: 1, entries: 1 })
  })

  test('that have changed take the place of what they were, also if there is no room', async () => {
    const counted = renderer({ cache: false, cacheSize: 1.5 * bytesOf('') })
    for (const name of ['one', 'two', 'three']) {
      write('inner.ejs', name)
      expect(await render(counted, 'inner')).toBe(name)
    }
    expect(counted.stats()).toMatchObject({ templates: { entries: 1, misses: 3 }, engine: {} })
  })

  test('are separate for each extension', async () => {
    const counted = renderer({ cache: true, engines: { html: 'ejs' } })
    expect(await render(counted, 'page.html')).toBe('<i>x</i>')
    expect(await render(counted, 'inner')).toBe('<b>x</b>')
    expect(counts(counted)).toMatchObject({ misses: 2, entries: 2 })
  })

  test('are removed by clear()', async () => {
    const cleared = renderer({ cache: true, views: [app.file('more'), app.file('.')] })
    expect(await render(cleared, 'inner')).toBe('<b>x</b>')
    write('inner.ejs', 'changed')
    expect(await render(cleared, 'inner')).toBe('<b>x</b>')
    cleared.clear()
    expect(counts(cleared)).toEqual({ hits: 1, misses: 1, evictions: 0, entries: 0, bytes: 0 })
    expect(await render(cleared, 'inner')).toBe('changed')

    write('more/inner.ejs', 'found first')
    expect(await render(cleared, 'inner')).toBe('changed')
    cleared.clear()
    expect(await render(cleared, 'inner')).toBe('found first')
  })

  test('are removed by clear() without a memo', async () => {
    const cleared = renderer({ cache: true, memo: false })
    await render(cleared, 'inner')
    cleared.clear()
    expect(counts(cleared).entries).toBe(0)
  })

  const changes = [
    { name: 'a changed file', change: () => write('outer.ejs', 'changed'), after: 'changed' },
    { name: 'a changed include', change: () => write('inner.ejs', 'changed'), after: '<main>changed</main>' },
    { name: 'a file of the same length', change: () => write('outer.ejs', sources['outer.ejs'].replaceAll('main', 'side')), after: '<side><b>x</b></side>' },
    { name: 'a view that comes before', change: () => write('more/outer.ejs', 'found first'), after: 'found first' },
    { name: 'a deleted file', change: () => fs.rmSync(app.file('outer.ejs')), error: /View "outer" was not found/ },
    { name: 'a deleted include', change: () => fs.rmSync(app.file('inner.ejs')), error: /Could not find the include file "inner"/ },
    { name: 'a file that is broken', change: () => write('outer.ejs', '<% if ( %>'), error: /Unexpected token/ }
  ]

  test.each(changes)('with cache off show $name', async ({ change, after, error }) => {
    const fresh = renderer({ cache: false, views: [app.file('more'), app.file('.')] })
    expect(await render(fresh, 'outer')).toBe('<main><b>x</b></main>')
    expect(await render(fresh, 'outer')).toBe('<main><b>x</b></main>')
    expect(counts(fresh)).toMatchObject({ hits: 0, misses: 4 })
    change()
    if (error) await expect(render(fresh, 'outer')).rejects.toThrow(error)
    else expect(await render(fresh, 'outer')).toBe(after)
  })

  test.each(changes)('with cache on do not show $name', async ({ change }) => {
    const kept = renderer({ cache: true, views: [app.file('more'), app.file('.')] })
    expect(await render(kept, 'outer')).toBe('<main><b>x</b></main>')
    change()
    expect(await render(kept, 'outer')).toBe('<main><b>x</b></main>')
  })

  test('that cannot be compiled are compiled again at the next render', async () => {
    const kept = renderer({ cache: true })
    write('inner.ejs', '<% if ( %>')
    await expect(render(kept, 'inner')).rejects.toThrow(SyntaxError)
    write('inner.ejs', 'repaired')
    expect(await render(kept, 'inner')).toBe('repaired')
  })

  test.each([
    { env: 'production', options: {}, shows: '<b>x</b>' },
    { env: 'development', options: {}, shows: 'changed' },
    { env: 'test', options: {}, shows: 'changed' },
    { env: '', options: {}, shows: 'changed' },
    { env: 'production', options: { cache: undefined }, shows: '<b>x</b>' },
    { env: 'production', options: { cache: false }, shows: 'changed' },
    { env: 'development', options: { cache: true }, shows: '<b>x</b>' }
  ])('are cached by default with NODE_ENV "$env" and $options: a changed file is seen as $shows', async ({ env, options, shows }) => {
    replace(process.env, 'NODE_ENV', () => env)
    const made = renderer(options)
    await render(made, 'inner')
    write('inner.ejs', 'changed')
    expect(await render(made, 'inner')).toBe(shows)
  })
})

describe('the package of an engine', () => {
  test('is resolved from the views folder', async () => {
    const app = viewFolder({
      'page.ejs': '<%= name %>',
      'node_modules/ejs/package.json': '{ "name": "ejs", "main": "index.js" }',
      'node_modules/ejs/index.js': `module.exports = { ...require(${JSON.stringify(require.resolve('ejs'))}), fileLoader: () => 'of the app' }`
    })
    const rendered = await createRenderer({ views: app.file('.') }).render('page.ejs')
    expect(rendered.toString()).toBe('of the app')
  })

  test('that is broken causes its own error', () => {
    const app = viewFolder({ 'node_modules/broken/index.js': 'throw new Error("broken inside")' })
    expect(() => requireEngine({ package: 'broken' }, 'page', [app.file('.')])).toThrow('broken inside')
  })
})
