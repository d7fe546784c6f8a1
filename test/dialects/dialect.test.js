'use strict'

const fs = require('node:fs')
const path = require('node:path')
const express = require('express')
const Koa = require('koa')
const bufferedRender = require('buffered-render')
const { Rendered, StaticFragment, createEscaper } = require('buffered-render/template')
const example = require('../../examples/dialect/squirrelly')
const { dialects } = require('../../lib/dialects')
const { isDialect, withDefaults } = require('../../lib/dialects/dialect')
const { functionOf } = require('../../lib/frameworks/express-engines')
const { leftToExpress } = require('../support/left-to-express')
const { exchange } = require('../support/exchange')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** A language in which `[name]` prints a local and `[+file]` another view. */
const brackets = {
  name: 'brackets',
  extensions: ['.txt'],
  compile (source, { filename, load }) {
    const parts = source.split(/\[(\+?[\w.]+)\]/).map((part, i) => i % 2 ? part : StaticFragment.from(part))
    return (out, locals) => parts.forEach((part, i) => {
      if (part instanceof StaticFragment) out.fragment(part)
      else if (i % 2 === 0) out.text += part
      else if (part.startsWith('+')) out.splice(load(filename.replace(/[^/]+$/, part.slice(1))).render(locals))
      else if (part === 'fail') throw new Error(`${filename}: failed`)
      else out.text += escape(String(locals[part]))
    })
  }
}
const later = {
  ...brackets,
  name: 'later',
  compile: (...args) => {
    const program = brackets.compile(...args)
    return async (out, locals) => program(out, { ...locals, name: await locals.name })
  }
}

const LONG = prose(500)
const folder = viewFolder({ 'page.txt': `${LONG}[name][+part.txt]`, 'part.txt': `${LONG}([name])`, 'bad.txt': '[fail]' })

const part = `${LONG}(&lt;b&gt;)`
const page = `${LONG}&lt;b&gt;${part}`

describe('a dialect of the app is used', () => {
  test.each([['its views', brackets, 'page', page], ['asynchronous views', later, 'part', part]])('by Express for %s', async (_, dialect, view, expected) => {
    const pages = bufferedRender({ engines: { txt: dialect }, memo: false })
    const app = express().set('views', folder.file('')).set('view engine', 'txt').use(pages)
    app.get('/', (req, res) => res.render(view, { name: '<b>' }))
    app.get('/bad', (req, res) => res.render('bad'))
    app.use((error, req, res, next) => res.status(500).send(error.message))

    expect(await bodyOf(app, '/')).toBe(expected)
    expect(await bodyOf(app, '/bad')).toBe(`${folder.file('bad.txt')}: failed`)
    expect(leftToExpress(pages.renderer.stats())).toBe(0)
  })

  test.each([['at once', null], ['later', 'in time']])('by Express for pages that the engine alone gives %s', async (answers, expected) => {
    const app = express().set('views', folder.file('')).set('view engine', 'txt').use(bufferedRender({ engines: { txt: { ...brackets, answers } } }))
    app.get('/', (req, res) => {
      res.render('part', { name: '' })
      process.nextTick(() => process.nextTick(() => res.headersSent || res.set('x-late', 'in time')))
    })
    const { headers } = await exchange(app, { path: '/' })
    expect(headers['x-late'] ?? null).toBe(expected)
  })

  test('by Koa', async () => {
    const app = new Koa()
    app.use(bufferedRender({ views: folder.file(''), engines: { txt: brackets }, extension: 'txt' }))
    app.use((ctx) => ctx.render('page', { name: '<b>' }))
    expect(await bodyOf(app.callback(), '/')).toBe(page)
  })

  test('by a renderer, with static fragments', async () => {
    const renderer = bufferedRender.createRenderer({ views: folder.file(''), engines: { '.txt': brackets } })
    const rendered = await renderer.render('page.txt', { name: '<b>' })
    expect(rendered).toBeInstanceOf(Rendered)
    expect(rendered.toString()).toBe(page)
    expect(rendered.chunks.filter((chunk) => chunk instanceof StaticFragment)).toHaveLength(2)
  })
})

test('every dialect, including the example, has the files that the suite needs', () => {
  for (const { name } of [...dialects, example]) {
    expect(fs.existsSync(path.join(__dirname, 'languages', `${name}.js`))).toBe(true)
    expect(fs.readFileSync(path.join(__dirname, `${name}.test.js`), 'utf8')).toContain(`dialectSuite('${name}')`)
  }
})

test('the engine of a dialect is the package that it names', async () => {
  const seen = []
  const dialect = {
    ...brackets,
    package: 'etag',
    compile: (source, context) => {
      seen.push(context)
      return brackets.compile(source, context)
    }
  }
  const renderer = bufferedRender.createRenderer({ views: folder.file(''), engines: { txt: dialect }, engineOptions: { a: 1 }, cache: true })
  await renderer.render('part.txt', {})
  expect(seen).toEqual([{ filename: folder.file('part.txt'), engine: require('etag'), options: { a: 1, views: [folder.file('').replace(/\/$/, '')], cache: true }, load: expect.any(Function) }])
})

test('values that are not dialects are rejected', () => {
  const error = /^The option "engines" must map "txt" to one of .* or to a dialect, got an unknown engine$/
  for (const part of ['name', 'extensions', 'compile']) {
    expect(() => bufferedRender({ engines: { txt: { ...brackets, [part]: undefined } } })).toThrow(error)
  }
  expect(isDialect(brackets)).toBe(true)
})

describe('defaults of a dialect:', () => {
  const { accepts, appOptions, engineOf, packages, read } = withDefaults(brackets)

  test('no value is its engine', () => {
    expect([accepts(brackets), engineOf(() => {}, brackets), packages]).toEqual([false, undefined, []])
  })

  test('the options are those of the app', () => {
    const app = express().set('views', '/v').set('view options', { a: 1 })
    expect(appOptions(brackets, app)).toEqual({ a: 1, views: '/v' })
  })

  test('the folders in Express are those of the view, not those in the locals', () => {
    const compile = jest.fn(() => () => {})
    const fn = functionOf({}, withDefaults({ ...brackets, compile }))
    fn.call({ root: '/views' }, folder.file('part.txt'), { settings: { views: '/' } }, () => {})
    expect(compile.mock.calls[0][1].options).toEqual({ views: '/views', cache: false })
  })

  test('a file is read as UTF-8', () => {
    expect(read(folder.file('part.txt'))).toBe(`${LONG}([name])`)
  })

  test.each([['at once', brackets], ['later', later]])('Express calls a program that finishes %s', async (_, dialect) => {
    const fn = functionOf({}, withDefaults(dialect))
    const render = (view) => new Promise((resolve) => {
      fn.call({ root: folder.file('') }, folder.file(view), { name: '<b>' }, (error, text) => resolve(error?.message ?? text))
    })
    expect(await render('part.txt')).toBe(part)
    expect(await render('bad.txt')).toBe(`${folder.file('bad.txt')}: failed`)
    expect(await render('none.txt')).toMatch(/^ENOENT/)
  })
})

async function bodyOf (listener, path) {
  return (await exchange(listener, { path })).body.toString()
}
