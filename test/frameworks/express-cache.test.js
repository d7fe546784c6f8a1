'use strict'

const fs = require('node:fs')
const bufferedRender = require('../..')
const engines = require('../support/ejs-engines')
const { exchange } = require('../support/exchange')
const { expressVersions } = require('../support/frameworks')
const { expressEngines } = require('../support/languages')
const { expectSame, sideBySide } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder()
afterEach(() => engines.forEach(({ engine }) => engine.clearCache()))

/** Makes a request before which the files are written, for either app alike. */
const after = (page, partial) => () => {
  fs.writeFileSync(folder.file('page.ejs'), `${page}: <%- include('partial') %>`)
  fs.writeFileSync(folder.file('partial.ejs'), partial)
  return {}
}
const changes = [after('old', 'old'), after('new page', 'old'), after('new page', 'new partial')]

const seen = ['old: old', 'new page: old', 'new page: new partial']
const kept = ['old: old', 'old: old', 'old: old']

const every = ['3', '4', '5', '6', '7']
const cases = [
  { name: 'view cache on', setting: true, bodies: kept, versions: every },
  { name: 'view cache off', setting: false, bodies: seen, versions: every },
  { name: 'view cache on, locals.cache false', setting: true, locals: { cache: false }, bodies: seen, versions: ['3', '4', '5', '6'] },
  { name: 'view cache off, locals.cache true', setting: false, locals: { cache: true }, bodies: kept, versions: ['3', '4', '5', '6'] },
  // EJS 7 has no eye for `cache` among the locals.
  { name: 'view cache on, locals.cache false', setting: true, locals: { cache: false }, bodies: kept, versions: ['7'] },
  { name: 'view cache off, locals.cache true', setting: false, locals: { cache: true }, bodies: seen, versions: ['7'] },
  { name: 'view cache off, app.locals.cache true', setting: false, appLocals: { cache: true }, bodies: seen, versions: ['7'] },
  { name: 'view cache off, locals.cache null', setting: false, locals: { cache: null }, bodies: seen, versions: every },
  { name: 'view cache on, locals.cache undefined', setting: true, locals: { cache: undefined }, bodies: kept, versions: every },
  { name: 'view cache off, app.locals.cache true', setting: false, appLocals: { cache: true }, bodies: kept, versions: ['3', '4', '5', '6'] },
  { name: 'the option cache: false over view cache on', setting: true, options: { cache: false }, bodies: seen, versions: every },
  { name: 'the option cache: true over view cache off', setting: false, options: { cache: true }, bodies: kept, versions: every },
  { name: 'the option cache: false over locals.cache true', setting: false, locals: { cache: true }, options: { cache: false }, bodies: seen, versions: every }
]

function build ({ setting, locals, appLocals, options, engine }) {
  return ({ app, pages }) => {
    app.set('views', folder.file('.')).set('view engine', 'ejs').set('view cache', setting)
    app.engine('ejs', engine.renderFile)
    Object.assign(app.locals, appLocals)
    app.use(pages(options))
    app.get('/', (req, res) => res.render('page', { ...locals }))
  }
}

const bodiesOf = ({ answers }) => answers.map(({ body }) => body)

describe.each(expressVersions)('a file that changes, in Express $version', ({ express }) => {
  describe.each(engines)('with EJS $version', ({ version, engine }) => {
    test.each(cases.filter(({ versions }) => versions.includes(version)))('$name', async ({ bodies, ...setup }) => {
      const { alone, ours } = await sideBySide(express, build({ ...setup, engine }), changes)
      // With an option, the files are read as the option says.
      if (!setup.options) expect(ours).toEqual(alone)
      expect(bodiesOf(ours)).toEqual(bodies)
    })
  })

  test.each(Object.entries(expressEngines))('is read again where %s reads it again', async (name, { extension, setUp }) => {
    for (const setting of [true, false]) {
      for (const locals of [{}, { cache: true }, { cache: false }]) {
        const own = viewFolder()
        const write = (source) => () => {
          fs.writeFileSync(own.file(`page.${extension}`), source)
          return {}
        }
        const { alone, ours } = await sideBySide(express, ({ app, pages }) => {
          setUp(app.set('views', own.file('.')).set('view engine', extension).set('view cache', setting))
          app.use(pages()).get('/', (req, res) => res.render('page', { ...locals }))
          // Some engines keep what they have read by the file.
          for (const cache of [require('ejs').cache._data, require('pug').cache, require('hbs').cache]) Object.keys(cache).forEach((key) => { delete cache[key] })
        }, [write('p old'), write('p changed')])
        expect({ setting, locals, ...ours }).toEqual({ setting, locals, ...alone })
      }
    }
  })

  test('is read again only by renders that do not use the cache', async () => {
    // EJS 7 ignores `cache` among the locals.
    const engine = require('ejs6')
    engine.clearCache()
    const wanting = (cache, request) => () => ({ ...request(), path: `/${cache}` })
    const requests = [wanting(true, changes[0]), wanting(false, changes[1]), wanting(true, changes[2]), wanting(false, changes[2])]
    const { ours } = await expectSame(express, (kit) => {
      build({ setting: false, engine })(kit)
      kit.app.get('/:cache', (req, res) => res.render('page', { cache: req.params.cache === 'true' }))
    }, requests)
    expect(bodiesOf(ours)).toEqual(['old: old', 'new page: old', 'old: old', 'new page: new partial'])
  })

  test('is compiled once, view cache on', async () => {
    const pages = bufferedRender()
    const app = express()
    build({ setting: true, engine: engines.at(-1).engine })({ app, pages: () => pages })
    changes[0]()
    const templates = []
    for (let i = 0; i < 3; i++) {
      await exchange(app)
      const { misses, entries } = pages.renderer.stats().templates
      templates.push({ misses, entries })
    }
    expect(templates[0].misses).toBeGreaterThan(0)
    expect(templates).toEqual(Array(3).fill(templates[0]))
  })

  test('and is deleted causes the same error as in EJS, cached or not', async () => {
    const { engine } = engines.at(-1)
    let middleware
    const remove = () => {
      fs.rmSync(folder.file('page.ejs'), { force: true })
      engine.clearCache()
      middleware.renderer?.clear()
      return {}
    }
    for (const setting of [true, false]) {
      const { ours } = await expectSame(express, (kit) => {
        const pages = (options) => { middleware = kit.pages(options); return middleware }
        build({ setting, engine })({ ...kit, pages })
        kit.app.get('/other', (req, res) => res.render('partial'))
        kit.app.use((error, req, res, next) => res.status(500).json({ code: error.code, message: error.message }))
      }, [changes[0], { path: '/other' }, remove])

      expect(ours.answers.at(-1).status).toBe(500)
    }
  })
})
