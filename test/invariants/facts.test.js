'use strict'

const path = require('node:path')
const fc = require('fast-check')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { facts, keep } = require('../support/facts')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { everything, propertyRuns } = require('../support/level')
const { outcome } = require('../support/outcome')
const { fragmentsOf } = require('../support/fragments-of')
const { filesOf } = require('../support/languages')
const { viewFolder } = require('../support/view-folder')

// What is decided from a value, or from an engine, before a template runs still holds when it is used. The table is in test/support/facts.

/** The rounds of a side: the template makes the change in the second. */
const ROUNDS = [0, 1, 2]
const CHANGING = 1

afterEach(() => { delete globalThis.late })

/** The ways to a page, for the views of a folder: what makes a function that gets a page as text. */
const HOSTS = {
  'the dialect' (language, { folder, engine, cache, isOurs }) {
    if (!isOurs) return (view, locals) => engine.render(view, locals)
    const renderer = bufferedRender.createRenderer({ views: folder, extension: language.extension, engines: { [language.extension]: engine.instance }, cache })
    return async (view, locals) => String(await renderer.render(view, locals))
  },
  ...Object.fromEntries(expressVersions.map(({ version, express }) => [`Express ${version}`, (language, { folder, engine, cache, isOurs }) => {
    const { extension } = language
    const app = express().set('views', folder).set('view engine', extension).set('view cache', cache).set('env', 'test')
    app.engine(extension, async (file, locals, done) => {
      const { output, error } = await outcome(() => engine.render(path.parse(file).name, locals))
      done(error && new Error(error.message), output)
    })
    if (isOurs) app.use(bufferedRender({ compress: false, engines: { [extension]: engine.instance } }))
    app.get('/', (req, res) => res.render(app.locals.view))
    app.use((error, req, res, next) => res.status(500).send(error.message))
    return async (view, locals) => {
      // The app shares what its views may change.
      Object.assign(app.locals, locals, { view })
      return textOf(await exchange(app))
    }
  }])),
  ...Object.fromEntries(koaVersions.map(({ version, Koa }) => [`Koa ${version}`, (language, { folder, engine, cache, isOurs }) => {
    const { extension } = language
    const app = new Koa()
    let given
    app.use(async (ctx, next) => {
      const { error } = await outcome(next)
      if (error) Object.assign(ctx, { status: 500, body: error.message })
    })
    if (isOurs) app.use(bufferedRender({ compress: false, views: folder, extension, engines: { [extension]: engine.instance }, cache }))
    app.use(async (ctx) => {
      Object.assign(ctx.state, given.locals)
      if (isOurs) return ctx.render(given.view)
      ctx.body = await engine.render(given.view, { ...ctx.state })
    })
    return async (view, locals) => {
      given = { view, locals }
      return textOf(await exchange(app.callback()))
    }
  }]))
}

function textOf ({ status, body }) {
  if (status !== 200) throw new Error(body)
  return body.toString()
}

/**
 * Renders a view three times on one side, and changes what it depends on while it is rendered for the second time.
 *
 * @param {import('../support/facts').Facts} language
 * @param {{ host: string, folder: string, cache: boolean, changes: ((engine: object, locals: object) => void)[], isOurs: boolean }} setting
 */
async function pagesOf (language, view, { host, changes, ...setting }) {
  delete globalThis.late
  const restore = keep(language.shared?.() ?? [])
  const engine = language.create(setting.folder, setting.cache)
  language.prepare?.(engine)
  const render = HOSTS[host](language, { engine, ...setting })
  const locals = localsOf(language)
  const pages = []
  for (const round of ROUNDS) {
    const left = round === CHANGING ? [...changes] : []
    locals.change = () => {
      left.shift()?.(engine, locals)
      return ''
    }
    const { output, error } = await outcome(() => render(view, locals))
    // Engines name an error in their own classes, and frameworks pass its message on.
    pages.push(error ? { error: error.message } : { output })
  }
  restore()
  return pages
}

function localsOf (language) {
  return { a: '<b>', list: [1, 2], one: 1, o: { x: '<x>', name: 'part' }, shout: (text) => `${text}!`, change: () => '', ...language.locals?.() }
}

async function bothOf (language, view, setting) {
  const alone = await pagesOf(language, view, { ...setting, isOurs: false })
  return { alone, ours: await pagesOf(language, view, { ...setting, isOurs: true }) }
}

/** Long enough for a fragment. */
const long = 'static '.repeat(40)

/** @returns {string} a page with pieces, and with text that is long enough for a fragment */
function pageOf ({ name }, parts, separator = '') {
  return `${name === 'pug' ? `p ${long}` : `<p>${long}</p>`}${parts.join(separator)}`
}

/** @returns {string} a folder with views and the partials of a language, and a theme with the same views and other partials */
function folderOf (language, views) {
  const theme = { ...views, ...language.partials, part: language.partials.other ?? language.partials.part }
  const inTheme = Object.fromEntries(Object.entries(theme).map(([name, source]) => [`theme/${name}`, source]))
  return viewFolder(filesOf(language, { ...language.partials, ...views, ...inTheme })).file('.')
}

const cases = (language) => Object.entries(language.conclusions).flatMap(([conclusion, { changes, left, isApart }]) => (
  Object.entries(changes).map(([name, change]) => ({ conclusion, name, change, left, isApart }))))

describe.each(facts)('$name', (language) => {
  const all = Object.values(language.pieces)
  const views = Object.values(language.views ?? {})
  const byNumber = Object.fromEntries(views.map((source, i) => [`view${i}`, source]))
  const folder = folderOf(language, { page: pageOf(language, [...all, language.change, ...all], language.name === 'pug' ? '' : ' '), ...byNumber })
  const kept = cases(language).filter(({ left }) => left === undefined)
  const first = kept.filter(({ conclusion }, i) => conclusion !== kept[i - 1]?.conclusion)

  test('the page with all pieces is spliced', async () => {
    const engine = language.create(folder, true)
    language.prepare?.(engine)
    const renderer = bufferedRender.createRenderer({ views: folder, extension: language.extension, engines: { [language.extension]: engine.instance } })
    const page = await renderer.render('page', localsOf(language))
    expect(renderer.stats().engine).toEqual({})
    expect(fragmentsOf(page).length).toBeGreaterThan(0)
  })

  describe.each(Object.keys(HOSTS))('over %s', (host) => {
    test.each(host === 'the dialect' || everything ? kept : first)('$conclusion: $name', async ({ change }) => {
      for (const cache of host === 'the dialect' ? [true, false] : [true]) {
        const { alone, ours } = await bothOf(language, 'page', { host, folder, cache, changes: [change] })
        expect(alone[0]).toHaveProperty('output')
        expect(ours).toEqual(alone)
      }
    })

    test('each page that invalidates a conclusion by itself', async () => {
      for (const [i, source] of (host === 'the dialect' || everything ? views : views.slice(0, 6)).entries()) {
        const { alone, ours } = await bothOf(language, `view${i}`, { host, folder, cache: true, changes: [] })
        expect({ source, pages: ours }).toEqual({ source, pages: alone })
      }
    })
  })

  test('the changes in any order, between any of the pieces', async () => {
    const part = fc.oneof(fc.constantFrom(...all, ...language.rare ?? []), fc.constantFrom(...kept.filter(({ isApart }) => !isApart).map(({ change }) => change)))
    const page = fc.record({ parts: fc.array(part, { minLength: 2, maxLength: 8 }), cache: fc.boolean() })
    await fc.assert(fc.asyncProperty(page, async ({ parts, cache }) => {
      const source = pageOf(language, parts.map((part) => typeof part === 'string' ? part : language.change))
      const changes = parts.filter((part) => typeof part === 'function')
      const { alone, ours } = await bothOf(language, 'page', { host: 'the dialect', folder: folderOf(language, { page: source }), cache, changes })
      expect(ours).toEqual(alone)
    }), propertyRuns(300))
  })

  const left = cases(language).filter(({ left }) => left !== undefined)
  if (left.length > 0) {
    test.each(left)('left as it is: $conclusion: $name ($left)', async ({ change }) => {
      const setting = { host: 'the dialect', folder, changes: [change] }
      const sides = [await bothOf(language, 'page', { ...setting, cache: true }), await bothOf(language, 'page', { ...setting, cache: false })]
      sides.forEach(({ alone, ours }) => expect(ours[0]).toEqual(alone[0]))
      expect(sides.map(({ ours }) => ours)).not.toEqual(sides.map(({ alone }) => alone))
    })
  }
})
