'use strict'

const { describeError } = require('../support/outcome')
const { everyExpress, expressVersions } = require('../support/frameworks')
const { withOurs, withoutOurs } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

/** The payloads do their harm with the one, and the other is the newest. */
const engines = [{ version: '3', engine: require('ejs3') }, { version: '7', engine: require('ejs') }]

const folder = viewFolder({
  'page.ejs': '<p><%= name %></p>',
  'including.ejs': '<div><%- include("page") %></div>'
})
afterEach(() => {
  delete globalThis.marker
  engines.forEach(({ engine }) => engine.clearCache())
})

/** Stands for the `child_process` that published payloads run. */
const code = 'globalThis.marker=1'
const option = (name, value) => `settings[view options][${name}]=${encodeURIComponent(value)}`

/**
 * Query strings that a view gets as its locals. `runs` marks those that run
 * code with the last EJS 3, `changes` those that change its page: what EJS has
 * closed meanwhile is tried all the same.
 */
const payloads = [
  { name: 'outputFunctionName', query: option('outputFunctionName', `x;${code};s`), changes: true },
  { name: 'client and escapeFunction', query: `${option('client', 1)}&${option('escapeFunction', `1;${code}`)}`, runs: true, changes: true },
  { name: 'client and escape', query: `${option('client', 1)}&${option('escape', `1;${code}`)}`, runs: true, changes: true },
  { name: 'destructuredLocals', query: option('destructuredLocals][0', `x=${code}`), changes: true },
  { name: 'localsName', query: option('localsName', `x=${code}`), changes: true },
  { name: 'filename', query: `${option('filename', '/etc/passwd')}&filename=/etc/passwd` },
  { name: 'compileDebug and client', query: `${option('compileDebug', `1;${code}`)}&${option('client', 1)}` },
  { name: 'delimiter', query: option('delimiter', '?'), changes: true },
  { name: 'openDelimiter', query: option('openDelimiter', '['), changes: true },
  { name: 'strict', query: option('strict', 1), changes: true },
  { name: 'async', query: option('async', 1), changes: true },
  { name: 'views', query: 'settings[views][]=/etc' },
  { name: 'view cache', query: 'settings[view cache]=1' },
  { name: 'includer', query: option('includer', code) },
  ...['outputFunctionName', 'escapeFunction', 'destructuredLocals', 'localsName', 'escape', 'root', 'views', 'includer'].map((name) => (
    { name: `${name} itself`, query: `${name}=${encodeURIComponent(`x;${code};s`)}` })),
  { name: 'delimiter itself', query: 'delimiter=?', changes: true },
  { name: 'strict itself', query: 'strict=1', changes: true },
  { name: 'async itself', query: 'async=1', changes: true },
  { name: '_with itself', query: '_with=' },
  ...['client', 'compileDebug', 'debug', 'rmWhitespace', 'scope', 'context'].map((name) => (
    { name: `${name} itself`, query: `${name}=1` })),
  { name: 'the prototype of settings', query: `settings[__proto__][view options][client]=1&${option('__proto__][escapeFunction', `1;${code}`)}` },
  { name: '_locals', query: '_locals[name]=other' }
]

const build = (engine, view, cache) => ({ app, pages, log }) => {
  app.set('views', folder.file('.')).set('view engine', 'ejs').set('view cache', cache)
  app.set('query parser', 'extended').engine('ejs', engine.renderFile)
  app.use(pages())
  app.get('/', (req, res) => res.render(view, req.query))
  app.use((error, req, res, next) => { res.status(500).json(describeError(error)) })
}

/** Bodies as JSON, whose `__proto__` becomes the prototype of the locals in Express 4. EJS up to 5 finds names there. */
const prototypes = ['{"__proto__":{"name":"<Zoë>"}}', '{"name":1,"__proto__":{"name":2}}', '{"name":1,"__proto__":{"include":"x"}}', '{"name":1,"__proto__":{"escapeFn":1,"__append":1}}', '{"__proto__":null}']

const bodies = ({ answers }) => answers.map(({ body }) => body)
const requests = (query) => [query, '', query].map((each) => ({ path: `/?name=Zo%C3%AB&${each.replaceAll(' ', '%20')}` }))
const pages = { page: '<p>Zoë</p>', including: '<div><p>Zoë</p></div>' }

describe.each(expressVersions)('Express $version', ({ express }) => {
  describe.each(engines)('locals do not reach the options of EJS $version', ({ version, engine }) => {
    test.each(payloads)('$name', async ({ query }) => {
      for (const [view, body] of Object.entries(pages)) {
        for (const cache of [false, true]) {
          const { ours, fallThrough } = await withOurs(express, build(engine, view, cache), requests(query))
          expect(bodies(ours)).toEqual([body, body, body])
          expect(fallThrough).toBe(0)
        }
      }
      expect(globalThis.marker).toBeUndefined()
    })
  })

  // Without this the tests above might pass for payloads that never worked.
  describe('with EJS 3 alone, payloads have the expected effect:', () => {
    const [{ engine }] = engines

    // EJS prints what it compiles if `debug` is set, and warns of `scope`.
    beforeEach(() => ['log', 'warn'].forEach((method) => jest.spyOn(console, method).mockReturnValue()))

    test.each(payloads)('$name', async ({ query, runs = false, changes = false }) => {
      const alone = await withoutOurs(express, build(engine, 'page', false), requests(query).slice(0, 1))
      expect(globalThis.marker === 1).toBe(runs)
      expect(bodies(alone)[0] !== pages.page).toBe(changes)
    })
  })
})

const versions = everyExpress.flatMap(({ version, express }) => engines.map((each) => ({ name: `Express ${version}, EJS ${each.version}`, express, engine: each.engine })))

describe.each(versions)('$name', ({ express, engine }) => {
  test.each(prototypes)('the prototype of locals, %s', async (json) => {
    for (const view of Object.keys(pages)) {
      const withJson = (kit) => {
        build(engine, view, true)(kit)
        kit.app.get('/json', (req, res) => res.render(view, JSON.parse(json)))
        kit.app.use((error, req, res, next) => { res.status(500).json(describeError(error)) })
      }
      const requests = [{ path: '/?name=Zoe' }, { path: '/json' }, { path: '/json' }]
      const [{ ours, fallThrough }, alone] = [await withOurs(express, withJson, requests), await withoutOurs(express, withJson, requests)]
      expect(bodies(ours)).toEqual(bodies(alone))
      expect(fallThrough).toBe(0)
    }
  })
})
