'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('..')
const { withCode } = require('../lib/util/errors')
const { read } = require('./corpus/load')
const { codes, createdErrors, errorsIn } = require('./support/coded-errors')
const { exchange } = require('./support/exchange')
const { packageCopy } = require('./support/package-copy')
const { recordOutput } = require('./support/recorded-output')
const { replace } = require('./support/replaced')
const { viewFolder } = require('./support/view-folder')

const { createRenderer, fragment, html, redisStore, serverClasses } = bufferedRender

const WITHOUT_CODE = read(path.join(__dirname, 'error-codes.yaml'))

describe('what lib/ creates', () => {
  test('each error has a code, or a reason to have none', () => {
    const counts = Object.create(null)
    for (const { file, isCoded } of createdErrors()) if (!isCoded) counts[file] = (counts[file] ?? 0) + 1
    expect({ ...counts }).toEqual(Object.fromEntries(Object.entries(WITHOUT_CODE).map(([file, [count]]) => [file, count])))
  })

  test.each([
    ["throw new Error('…')", [false]],
    ["throw TypeError('…')", [false]],
    ["class A extends Error {}; const b = () => new errors.FooError('…')", [false]],
    ["throw withCode('BUFFERED_RENDER_FOO', new RangeError('…'))", [true]],
    ["throw withCode('BUFFERED_RENDER_FOO', toError(new Error('…')))", [false]],
    ["throw Object.assign(new Error('…'), { code: 'BUFFERED_RENDER_FOO' })", [false]]
  ])('%s', (source, expected) => {
    expect(errorsIn('', source).map(({ isCoded }) => isCoded)).toEqual(expected)
  })
})

/** The messages of docs/errors.md by code, each with whether it is a warning. */
const documented = new Map(fs.readFileSync(require.resolve('../docs/errors.md'), 'utf8').split(/^## /m).slice(1).map((section) => {
  const [title] = section.split('\n', 1)
  const rows = [...section.matchAll(/^\| (`.*?) \| (.*) \|$/gm)]
  return [title, rows.flatMap(([, messages, advice]) => {
    return [...messages.matchAll(/(?<!`)(`{1,2})(?!`) ?(.*?) ?\1(?!`)/g)].map(([, , message]) => ({ message, isWarning: /^(?:A w|W)arning/.test(advice) }))
  })]
}))

test('docs/errors.md has all codes, and no other', () => {
  expect([...documented.keys()].filter((title) => title.startsWith('BUFFERED_RENDER_')).sort()).toEqual(codes())
})

/** @returns {boolean} whether a message is one of the documents, where "…" is any text */
function isOf (message, documentedMessage) {
  let at = 0
  return documentedMessage.split('…').every((part, index) => {
    const found = message.indexOf(part, at)
    at = found + part.length
    return index === 0 ? found === 0 : found >= 0
  })
}

const views = viewFolder({
  'page.ejs': '<p><%= name %></p>',
  'short.ejs': '<%= 1 %>',
  'page.other': 'other',
  'page.own': 'own',
  '.env': 'SECRET=1'
})
const elsewhere = viewFolder({ 'page.ejs': 'elsewhere' })
fs.symlinkSync(elsewhere.file('page.ejs'), views.file('link.ejs'))
const copy = packageCopy()
const brand = copy.file('lib/page/brand.js')
fs.writeFileSync(brand, fs.readFileSync(brand, 'utf8').replace(/FORMAT = 1$/m, 'FORMAT = 2'))

recordOutput()

const options = { views: views.file(''), extension: 'ejs', cache: true }
const create = (more) => createRenderer({ ...options, ...more })
const render = (view, more) => create(more).render(view, { name: 'Tea' })
const precompile = (dictionary) => create({ dictionary }).precompile([])
const cached = (how, load = () => html`<p>`, ...args) => create().cached('card', how, load)(...args)
const ttl = 60_000
const dialect = (more) => ({ name: 'own', extensions: ['.own'], compile: () => (out) => { out.text += 'own' }, ...more })
const STORE = { get: async () => undefined, set: async () => { throw new Error('full') }, delete: async () => {} }
const next = () => {}

/** @returns {Promise<unknown>} the error of a request after one that has passed the middleware */
async function beforeMiddleware () {
  const app = express()
  let failure
  app.get('/early', (req, res) => res.renderStream('page'))
  app.use(bufferedRender(options), (error, req, res, next) => next(error))
  app.get('/', (req, res) => res.send('late'))
  app.use((error, req, res, next) => res.status(500).send(String(failure = error)))
  await exchange(app)
  await exchange(app, { path: '/early' })
  throw failure
}

async function ofSeveralApps () {
  const middleware = bufferedRender(options)
  const card = middleware.renderer.cached('card', { ttl, view: 'page' })
  for (const app of [express(), express()]) await exchange(app.use(middleware, (req, res) => res.send('')))
  await card()
}

async function cycle () {
  const renderer = create()
  const card = renderer.cached('card', { ttl }, () => card())
  await card()
}

function twice () {
  const renderer = create()
  renderer.cached('card', { ttl }, () => html``)
  renderer.cached('card', { ttl }, () => html``)
}

/** A store counts as away once it has failed several times. */
async function invalidateAway () {
  const renderer = create({ fragments: { store: STORE, version: '1' } })
  for (let i = 0; i < 100; i++) {
    const error = await renderer.invalidate('tag').then(() => {}, (error) => error)
    if (/away/.test(error?.message)) throw error
    await setTimeout(50)
  }
}

function inEnvironment (value) {
  replace(process.env, 'BUFFERED_RENDER', () => value)
  bufferedRender()
}

/** The code, the type, what the message names, and what an app does. */
const CASES = {
  BUFFERED_RENDER_OPTION: [
    [TypeError, '"veiws"', () => bufferedRender({ veiws: 'views' })],
    [TypeError, '"veiws"', () => bufferedRender.express({ veiws: 'views' })],
    [TypeError, '"veiws"', () => bufferedRender.koa({ veiws: 'views' })],
    [TypeError, '"templates"', () => bufferedRender({ templates: 1 })],
    [TypeError, '"memo"', () => createRenderer({ memo: 'much' })],
    [TypeError, '"mode"', () => bufferedRender({ mode: 'slow' })],
    [TypeError, 'an object', () => bufferedRender('views')],
    [TypeError, 'BUFFERED_RENDER must be', () => inEnvironment('slow')],
    [TypeError, '"html"', () => bufferedRender({ engines: { html: 'ejb' } })],
    [TypeError, '"html"', () => bufferedRender({ engines: { html: { compile () {} } } })],
    [TypeError, '"dictionary"', () => bufferedRender({ dictionary: 1 })],
    [TypeError, '"match" of dictionary', () => bufferedRender({ dictionary: { match: '(a|b)' } })],
    [TypeError, '"fragments.version"', () => create({ fragments: { store: STORE } })],
    [TypeError, '"fragments.store"', () => create({ fragments: { store: {}, version: '1' } }).cached('card', { ttl }, () => html``)],
    [TypeError, '"deadline"', () => create({ fragments: { store: { ...STORE, deadline: -1 }, version: '1' } }).cached('card', { ttl }, () => html``)],
    [TypeError, '"card"', () => cached({})],
    [TypeError, '"ttl" of cached', () => cached({ ttl: '1s' })],
    [TypeError, '"card"', () => cached({ ttl, tags: () => 'tag' })],
    [TypeError, '"onProgress"', () => create().precompile({ onProgress: 1 })],
    [TypeError, '"roots"', () => fragment.file('page.css', { roots: 1 })]
  ],
  BUFFERED_RENDER_ARGUMENT: [
    [TypeError, 'precompile()', () => create().precompile('index')],
    [TypeError, 'cached()', () => create().cached('', { ttl }, () => html``)],
    [TypeError, '"card"', () => cached({ ttl }, 'text')],
    [TypeError, '"card"', () => cached({ ttl }, undefined, { id: 1 })],
    [TypeError, 'got NaN', () => cached({ ttl }, undefined, NaN)],
    [TypeError, 'invalidate()', () => create().invalidate('')],
    [TypeError, 'fragment.file()', () => fragment.file('')],
    [TypeError, 'redisStore', () => redisStore({})],
    [TypeError, 'serverClasses()', () => serverClasses({})],
    [TypeError, 'html', () => html('<p>')],
    [TypeError, 'a function', () => html`${() => 1}`],
    [TypeError, 'html.raw()', () => html.raw(1)],
    [TypeError, 'send()', () => create().send({}, {}, 'text')],
    [TypeError, 'A stream', () => create().stream({}, {}, 'text')]
  ],
  BUFFERED_RENDER_MIDDLEWARE: [
    [TypeError, 'bufferedRender()', () => bufferedRender({}, {}, next)],
    [TypeError, 'bufferedRender.koa()', () => bufferedRender.koa({}, next)],
    [TypeError, 'createRenderer()', () => bufferedRender()({}, {}, next)],
    [TypeError, 'bufferedRender.express()', () => bufferedRender.express()({ app: { response: {} } }, {}, next)],
    [TypeError, 'bufferedRender.koa()', () => bufferedRender.koa()({}, next)],
    [Error, 'res.renderStream()', beforeMiddleware]
  ],
  BUFFERED_RENDER_ENGINE: [
    [Error, '"not-installed"', () => render('page.own', { engines: { own: dialect({ package: 'not-installed' }) } })],
    [Error, '".other"', () => render('page.other', { extension: undefined })]
  ],
  BUFFERED_RENDER_VIEW: [
    [Error, '"../page"', () => render('../page')],
    [Error, '"link"', () => render('link')],
    [Error, String.raw`"a\\b"`, () => render('a\\b')],
    [TypeError, 'an empty string', () => render('')]
  ],
  ENOENT: [
    [Error, '"none"', () => render('none')]
  ],
  BUFFERED_RENDER_FILE: [
    [Error, '"none.css"', () => fragment.file('none.css', { roots: views.file('') })],
    [Error, '".env"', () => fragment.file('.env', { roots: views.file('') })]
  ],
  BUFFERED_RENDER_APP: [
    [Error, '"page"', ofSeveralApps]
  ],
  BUFFERED_RENDER_DICTIONARY: [
    [TypeError, '"none"', () => precompile({ views: ['none'] })],
    [TypeError, '"dictionary"', () => precompile({ views: ['short'] })],
    [TypeError, '"dictionary.pages"', () => precompile({ pages: [() => 'text'] })]
  ],
  BUFFERED_RENDER_FRAGMENT: [
    [Error, '"card"', twice],
    [TypeError, '"card"', () => cached({ ttl }, () => 'text')],
    [Error, '"card"', cycle]
  ],
  BUFFERED_RENDER_STORE: [
    [Error, 'full', () => create({ fragments: { store: STORE, version: '1' } }).invalidate('tag')],
    [Error, 'away', invalidateAway]
  ],
  BUFFERED_RENDER_TWO_COPIES: [
    [TypeError, 'buffered-render', () => html`${require(copy.folder).html`<p>`}`]
  ],
  BUFFERED_RENDER_DIFFERENCE: [
    [Error, '"page.own"', () => render('page.own', { mode: 'check', engines: { own: dialect({ byEngine: () => () => 'theirs' }) } })]
  ]
}
const cases = Object.entries(CASES).flatMap(([code, rows]) => rows.map(([type, named, act]) => ({ code, type, named, act })))

async function errorOf (act) {
  try {
    await act()
  } catch (error) {
    return error
  }
}

/** The messages of all cases, by code. */
const messages = Object.fromEntries(Object.keys(CASES).map((code) => [code, []]))

test('an error has its code whatever is on Object.prototype', () => {
  try {
    // eslint-disable-next-line no-extend-native
    Object.defineProperty(Object.prototype, 'code', { get: () => 'ENOENT', set () {}, configurable: true })
    expect(Object.getOwnPropertyDescriptor(withCode('BUFFERED_RENDER_VIEW', new Error('')), 'code').value).toBe('BUFFERED_RENDER_VIEW')
  } finally {
    delete Object.prototype.code
  }
})

test.each(cases)('$code: $type.name, $named', async ({ code, type, named, act }) => {
  const error = await errorOf(act)
  expect(error).toMatchObject({ code, message: expect.stringContaining(named) })
  expect(Object.getPrototypeOf(error).name).toBe(type.name)
  messages[code].push(error.message)
  expect(documented.get(code).filter(({ message }) => isOf(error.message, message))).not.toEqual([])
})

test('each documented error of a code was met above', () => {
  const unmet = Object.entries(CASES).flatMap(([code]) => documented.get(code)
    .filter(({ message, isWarning }) => !isWarning && !messages[code].some((met) => isOf(met, message))).map(({ message }) => message))
  expect(unmet).toEqual([])
})
