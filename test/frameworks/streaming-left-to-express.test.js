'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { leftToExpress } = require('../support/left-to-express')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { errorsOf } = require('../support/express-app')
const { expressVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const folder = viewFolder({ 'page.own': '', 'page.unknown': '' })

const error = new Error('no value')
const never = () => new Promise(() => {})

describe.each(expressVersions)('in Express $version', ({ express }) => {
  /** Streams a view in an app whose engine no dialect knows: it prints its locals. */
  function appOf (view, localsOf, { prepare = () => {}, shared = {}, how } = {}) {
    const rendered = []
    const pages = bufferedRender()
    const app = express().set('views', folder.file('.')).set('view engine', 'own')
    app.engine('own', (file, { settings, _locals, cache, ...locals }, callback) => {
      rendered.push(locals)
      callback(null, Object.entries(locals).map(([name, value]) => `${name}: ${value}\n`).join(''))
    })
    prepare(app)
    app.use(pages).get('/', (req, res) => {
      Object.assign(res.locals, shared)
      return res.renderStream(view, localsOf(), how)
    })
    return { app, errors: errorsOf(app), rendered, renderer: pages.renderer }
  }

  describe('a view that is left to Express', () => {
    test.each([
      { name: 'null', value: () => null, text: 'null' },
      { name: 'a string', value: () => '<a>', text: '<a>' },
      { name: 'a promise', value: () => turn('<a>'), text: '<a>' },
      { name: 'a page that waits', value: () => html`<p>${turn('<')}</p>`, text: '<p>&lt;</p>' }
    ])('receives all locals, awaited: $name', async ({ value, text }) => {
      const { app, errors, renderer } = appOf('page', () => ({ x: value() }))
      expect((await exchange(app)).body.toString()).toBe(`x: ${text}\n`)
      expect(errors).toEqual([])
      expect(leftToExpress(renderer.stats())).toBe(1)
    })

    test('receives the locals of the app and the response unchanged, overridden by its own', async () => {
      const [shared, all] = [turn(3), turn(5)]
      const { app, rendered } = appOf('page', () => ({ own: 1, both: turn(2) }), { shared: { shared, both: turn(4) }, prepare: (app) => { app.locals.all = all } })
      await exchange(app)
      expect(rendered).toEqual([{ own: 1, both: 2, shared, all }])
      expect(rendered[0].shared).toBe(shared)
      expect(rendered[0].all).toBe(all)
    })

    test.each([
      { name: 'a stream', value: () => new PassThrough() },
      { name: 'an async iterable', value: () => new CountedValues(['a']) },
      { name: 'the promise of a stream', value: () => turn(new PassThrough()) }
    ])('accepts no streams or async iterables: $name', async ({ value }) => {
      const given = value()
      const { app, errors, rendered } = appOf('page', () => ({ given, later: never() }))
      expect((await exchange(app)).body.toString()).toBe('failed')
      expect(errors).toEqual([expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(/^Local "given" of view "page" is a stream or an async iterable/) })])
      expect(rendered).toEqual([])
      const stream = await given
      await until(() => stream.destroyed || stream.returned === 1)
    })

    test('is an error of the request if a local fails, and the others are released', async () => {
      const stream = new PassThrough()
      const failing = turn().then(() => { throw error })
      const { app, errors, rendered } = appOf('page', () => ({ page: html`<p>${stream}`, later: never(), failing, other: failing.catch(() => turn()).then(() => { throw new Error('later') }) }))
      expect((await exchange(app)).body.toString()).toBe('failed')
      expect(errors).toEqual([error])
      expect(rendered).toEqual([])
      await until(() => stream.destroyed)
    })

    test('is not rendered with wrong options, and its locals are released', async () => {
      const stream = new PassThrough()
      const { app, errors, rendered } = appOf('page', () => ({ stream, failing: Promise.reject(error) }), { how: { onerror: () => {} } })
      expect((await exchange(app)).body.toString()).toBe('failed')
      expect(errors).toEqual([new TypeError('Unknown option "onerror" of a stream; did you mean "onError"? the options are onError')])
      expect(rendered).toEqual([])
      expect(stream.destroyed).toBe(true)
    })

    test('is not rendered, and its locals are released, if the client disconnects', async () => {
      const { promise, open } = gate()
      const stream = new PassThrough()
      const shared = new PassThrough()
      let isAsked = false
      const { app, errors, rendered } = appOf('page', () => {
        isAsked = true
        return { page: html`<p>${stream}`, promise }
      }, { shared: { shared } })
      const client = await clientOf(app)
      await until(() => isAsked)
      client.close()
      await until(() => stream.destroyed)
      expect(shared.destroyed).toBe(false)
      open()
      shared.end()
      for (let i = 0; i < 20; i++) await turn()
      expect(rendered).toEqual([])
      expect(errors).toEqual([])
    })
  })

  describe('a view that Express does not find', () => {
    const missing = [
      { name: 'with a known engine', view: 'missing.ejs', message: 'Failed to lookup view "missing.ejs" in views directory' },
      { name: 'with an engine without a dialect', view: 'missing', message: 'Failed to lookup view "missing" in views directory' },
      { name: 'with a missing engine', view: 'page.unknown', message: "Cannot find module 'unknown'" }
    ]

    test.each(missing)('is an immediate error $name, and the locals are released', async ({ view, message }) => {
      const stream = new PassThrough()
      const values = new CountedValues([never()])
      const { app, errors, renderer } = appOf(view, () => ({ stream, values, later: never(), failing: Promise.reject(error), x: 1 }))
      expect((await exchange(app)).body.toString()).toBe('failed')
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })])
      expect(stream.destroyed).toBe(true)
      expect(values).toMatchObject({ pulled: 0, returned: 1 })
      expect(leftToExpress(renderer.stats())).toBe(1)
    })

    test('can be found if the app replaces res.render', async () => {
      const { app, rendered } = appOf('anything', () => ({ x: turn(1) }), {
        prepare (app) {
          const { render } = app.response
          app.response.render = function (view, ...rest) { return render.call(this, 'page', ...rest) }
        }
      })
      await exchange(app)
      expect(rendered).toEqual([{ x: 1 }])
    })

    test('can be found if the app replaces app.render', async () => {
      const { app } = appOf('anything', () => ({ x: turn(1) }), {
        prepare (app) { app.render = (view, { x }, callback) => callback(null, `${view}: ${x}`) }
      })
      expect((await exchange(app)).body.toString()).toBe('anything: 1')
    })
  })
})
