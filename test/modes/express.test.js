'use strict'

const bufferedRender = require('../..')
const { Rendered } = require('../../lib/page/rendered')
const { breakDialects } = require('../support/broken-dialects')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { recordOutput } = require('../support/recorded-output')
const { viewFolder } = require('../support/view-folder')

const views = {
  'page.ejs': '<p><%= name %></p>',
  'shift.ejs': '<%= list.shift() %>',
  'reverse.ejs': '<%= list.reverse().join() %>',
  'rotate.ejs': '<% list.push(list.shift()) %><%= list.join() %>',
  'toggle.ejs': '<%= state.on = !state.on %>',
  'flash.ejs': '<%= session.flash %>',
  'fails.ejs': '<%= session.once() %>',
  'time.ejs': '<%= process.hrtime.bigint() %>',
  'nested.ejs': '<% deep.list.push(deep.list.length) %><%= deep.list.join() %>',
  'own.ejs': '<% name = "changed" %><%= name %>',
  'broken.ejs': '<%= broken() %>',
  'names.ejs': '<%= Object.keys(locals).join() %> <%= locals.inherited %>'
}
const folder = viewFolder({ ...views, 'parent/page.ejs': '<p>parent <%= name %></p>', 'sub/page.ejs': '<p>sub <%= name %></p>', 'more/page.eta': '<p>more <%= it.name %></p>', 'broken.pug': 'p= broken()' })

/** Locals that a view changes, made anew for each request. */
const MUTATORS = {
  shift: () => ({ list: [1, 2, 3, 4, 5] }),
  reverse: () => ({ list: [1, 2, 3] }),
  rotate: () => ({ list: [1, 2, 3] }),
  toggle: () => ({ state: { on: false } }),
  flash: () => {
    const messages = ['saved']
    return { session: { get flash () { return messages.shift() } } }
  },
  fails: () => {
    let count = 0
    return { session: { once () { if (++count > 1) throw new Error('only once'); return 'once' } } }
  },
  time: () => ({ process }),
  nested: () => ({ deep: { list: [] } })
}

const output = recordOutput()

/** Changes the last byte of our pages. */
const breakOurs = () => breakDialects({ page: (page) => new Rendered([`${page.toString().slice(0, -1)}?`]) })

describe.each(everyExpress)('Express $version', ({ express }) => {
  function createApp (route, mode, options) {
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs')
    const middleware = mode && bufferedRender({ mode, compress: false, ...options })
    if (middleware) app.use(middleware)
    app.get('/', route)
    app.use((error, req, res, next) => res.status(500).send(`${error.name}: ${error.message}`))
    return Object.assign(app, { middleware })
  }
  const bodyOf = async (app) => (await exchange(app)).body.toString()
  const sendName = (req, res) => res.render('page', { name: 'Zoë' })

  describe.each(Object.entries(MUTATORS))('a view that the engine does not repeat: %s', (view, localsOf) => {
    test.each(['check', 'report'])('is no difference in mode %s, and gets the first page of the engine', async (mode) => {
      const route = (req, res) => res.render(view, localsOf())
      const app = createApp(route, mode)
      const body = await bodyOf(app)
      if (view !== 'time') expect(body).toBe(await bodyOf(createApp(route)))
      await exchange(app)
      expect(app.middleware.renderer.stats().checks).toEqual({ [view]: { renders: 2, same: 0, differs: 0, sameError: 0, notCompared: 2, byEngine: 0 } })
      expect(output.warnings.mock.calls).toEqual([[expect.stringMatching(`^View "${view}" cannot be compared with its engine, because it is different`), { code: 'BUFFERED_RENDER_NOT_COMPARED' }]])
      expect(output.stderr).not.toHaveBeenCalled()
    })
  })

  test('each side gets a copy of the locals, which are read once', async () => {
    const reads = []
    const route = (req, res) => {
      res.locals = { get shared () { return reads.push('shared') } }
      res.render('own', { get name () { return reads.push('name') } })
    }
    const app = createApp(route, 'check')
    expect(await bodyOf(app)).toBe('changed')
    const ours = reads.splice(0)
    await exchange(createApp(route))
    expect(ours).toEqual(reads)
    expect(app.middleware.renderer.stats().checks.own.same).toBe(1)
  })

  describe('a prototype of the locals', () => {
    const route = (req, res) => res.render('page', JSON.parse('{ "__proto__": { "name": "inherited" } }'))

    test.each(['off', 'check', 'report'])('is that of Express alone in mode %s', async (mode) => {
      const app = createApp(route, mode)
      expect(await bodyOf(app)).toBe(await bodyOf(createApp(route)))
      if (mode !== 'off') expect(app.middleware.renderer.stats().checks.page).toMatchObject({ differs: 0, sameError: 1 })
    })

    test('is that of Express alone for an engine of the app', async () => {
      const own = (app) => app.engine('ejs', (file, locals, done) => done(null, `${Object.hasOwn(locals, 'name')} ${locals.name}`))
      expect(await bodyOf(own(createApp(route, 'on')))).toBe(await bodyOf(own(createApp(route))))
    })
  })

  test.each(['off', 'check', 'report'])('what the app does to its locals after the call is not on the page, in mode %s', async (mode) => {
    const route = (req, res) => {
      const list = [1]
      res.render('reverse', { list })
      list.push(2)
    }
    expect(await bodyOf(createApp(route, mode))).toBe(await bodyOf(createApp(route)))
  })

  test.each(['on', 'off', 'check', 'report'])('the callback is called when Express alone calls it, in mode %s', async (mode) => {
    const logOf = async (mode, view) => {
      const log = []
      await exchange(createApp((req, res) => {
        process.nextTick(() => log.push('tick before'))
        res.render(view, { name: 'Zoë', broken () { throw new Error('broken') } }, (error, text) => {
          log.push(error ? 'error' : text)
          setImmediate(() => res.end())
        })
        log.push('after')
        Promise.resolve().then(() => log.push('microtask'))
        setImmediate(() => log.push('immediate'))
      }, mode))
      return log
    }
    for (const view of ['page', 'broken', 'missing']) expect(await logOf(mode, view)).toEqual(await logOf(undefined, view))
  })

  test.each(['check', 'report'])('an error that the app keeps has the message of one render, in mode %s', async (mode) => {
    const route = (req, res) => {
      const kept = new Error('kept')
      res.render('broken', { broken () { throw kept } })
    }
    const app = createApp(route, mode)
    expect(await bodyOf(app)).toBe(await bodyOf(createApp(route)))
    expect(app.middleware.renderer.stats().checks.broken.notCompared).toBe(1)
  })

  test.each(['check', 'report'])('an error whose message cannot be read is that of the app, in mode %s', async (mode) => {
    const error = { get message () { throw new Error('unreadable') } }
    const route = (req, res) => res.render('broken.pug', { broken () { throw error } }, (thrown) => res.end(String(thrown === error)))
    expect(await bodyOf(createApp(route))).toBe('true')
    expect(await bodyOf(createApp(route, mode))).toBe('true')
  })

  describe('mode off', () => {
    const request = { headers: { 'Accept-Encoding': 'gzip, br, zstd', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' } }

    test.each([
      ...['page', 'broken', 'missing', 'page.ejs', 'none.unknown', undefined].map((view) => [
        `view ${view}`, (req, res) => res.render(view, { name: 'Zoë'.repeat(1000), broken () { throw new Error('broken') } }), { compress: true, dictionary: { views: ['page'] } }
      ]),
      ['locals of a property __proto__', (req, res) => res.render('names', JSON.parse('{ "name": "Zoë", "__proto__": { "inherited": 1 } }'))],
      ['a patched res.render and res.send', (req, res, next) => {
        const { render, send } = res
        res.render = function (view, locals) { return render.call(this, view, { ...locals, name: 'patched' }) }
        res.send = function (body) { return send.call(this, `${body}!`) }
        next()
      }],
      // Both are outside of the folder of views.
      ['a relative name', (req, res) => res.render('../page', { name: 'Zoë' }), {}, 'sub'],
      ['an absolute name', (req, res) => res.render(folder.file('page.ejs'), { name: 'Zoë' }), {}, 'sub']
    ])('answers as Express alone: %s', async (_, route, options = {}, views = '.') => {
      const build = (...mode) => createApp(route, ...mode).get('/', sendName).set('views', folder.file(views))
      const answer = await exchange(build('off', options), request)
      expect(answer).toEqual(await exchange(build(), request))
      if (views === 'sub') expect(answer.body.toString()).toBe('<p>Zoë</p>')
    })

    // These are only found by the options.
    const more = { views: folder.file('more'), extension: 'eta' }

    test('one that only the options find is refused', async () => {
      const app = createApp((req, res) => res.render('../more/page', { name: 'Zoë' }), 'off', { ...more, views: folder.file('sub') })
      expect(await bodyOf(app)).toMatch(/is outside of the views folders/)
    })

    test('a callback gets no error, which is null, with a page that only the options find', async () => {
      const route = (req, res) => res.render('page', { name: 'Zoë' }, (error, text) => res.send(String([error === null, text])))
      expect(await bodyOf(createApp(route, 'off', more))).toBe('true,<p>more Zoë</p>')
    })

    test('a polluted Object.prototype is no error of a view that only the options find', async () => {
      const app = createApp((req, res) => {
        // eslint-disable-next-line no-extend-native
        Object.defineProperty(Object.prototype, 'error', { __proto__: null, configurable: true, value: new Error('polluted') })
        res.render('page', { name: 'Zoë' }, (error, text) => res.send(String([error, text])))
      }, 'off', more)
      const body = await bodyOf(app).finally(() => { delete Object.prototype.error })
      expect(body).toBe(',<p>more Zoë</p>')
    })

    test('answers to a client that has the page as Express alone', async () => {
      const { headers: { etag } } = await exchange(createApp(sendName))
      const conditional = { headers: { 'If-None-Match': etag } }
      const answer = await exchange(createApp(sendName, 'off'), conditional)
      expect(answer).toEqual(await exchange(createApp(sendName), conditional))
      expect(answer.status).toBe(304)
    })

    test('leaves pages of html to this library', async () => {
      const route = (req, res) => res.send(bufferedRender.html`<p>${'<'}</p>${bufferedRender.html.raw('long '.repeat(400))}`)
      const answers = await Promise.all(['on', 'off'].map((mode) => exchange(createApp(route, mode, { compress: true }), request)))
      expect(answers[1]).toEqual(answers[0])
      expect(answers[1].headers['content-encoding']).toBe('gzip')
    })

    test('a view that only the options find is sent by Express, in stock headers', async () => {
      const text = (req, res) => res.send('<p>more Zoë</p>')
      expect(await exchange(createApp(sendName, 'off', { ...more, compress: true }), request)).toEqual(await exchange(createApp(text), request))
    })

    test('engineOptions are used', async () => {
      const app = createApp((req, res) => res.render('page'), 'off', { engineOptions: { delimiter: '?' } })
      expect(await bodyOf(app)).toBe(views['page.ejs'])
    })

    test('below other middlewares and in mounted apps, the last one decides', async () => {
      const build = (outer, inner) => {
        const app = createApp((req, res, next) => next(), outer)
        const sub = createApp(sendName, inner).set('views', folder.file('sub'))
        const router = express.Router()
        if (inner) router.use(bufferedRender({ mode: inner, compress: false }))
        router.get('/router', sendName)
        return app.use('/sub', sub).use(router)
      }
      for (const path of ['/sub', '/router']) {
        const alone = await exchange(build(), { path })
        expect(await exchange(build('on', 'off'), { path })).toEqual(alone)
        expect(await exchange(build('check', 'off'), { path })).toEqual(alone)
        const { headers, ...rest } = await exchange(build('off', 'on'), { path })
        expect({ ...rest, headers: { ...headers, etag: 0 } }).toEqual({ ...alone, headers: { ...alone.headers, etag: 0 } })
        expect(headers.etag).not.toBe(alone.headers.etag)
      }
    })
  })

  test('two middlewares have their own modes', async () => {
    breakOurs()
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs')
    for (const mode of ['on', 'off', 'check', 'report']) app.get(`/${mode}`, bufferedRender({ mode, compress: false }), sendName)
    app.use((error, req, res, next) => res.status(500).send(error.code))
    const bodies = await Promise.all(['on', 'off', 'check', 'report'].map(async (mode) => (await exchange(app, { path: `/${mode}` })).body.toString()))
    expect(bodies).toEqual(['<p>Zoë</p?', '<p>Zoë</p>', 'BUFFERED_RENDER_DIFFERENCE', '<p>Zoë</p>'])
  })

  test('equal pages are ours, with the same headers as in mode on', async () => {
    const route = (req, res) => res.render('page', { name: 'Zoë'.repeat(1000) })
    const request = { headers: { 'Accept-Encoding': 'gzip' } }
    const [on, ...others] = await Promise.all(['on', 'check', 'report'].map((mode) => exchange(createApp(route, mode, { compress: true }), request)))
    expect(on.headers['content-encoding']).toBe('gzip')
    for (const other of others) expect(other).toEqual(on)
  })

  test('in mode report, a view that was the same 20 times is compared at one render in 100, unless it differs', async () => {
    const app = createApp(sendName, 'report')
    const { renderer } = app.middleware
    for (let i = 0; i < 119; i++) await exchange(app)
    expect(renderer.stats().checks.page).toMatchObject({ renders: 119, same: 21 })
    breakOurs()
    const bodies = []
    for (let i = 119; i < 202; i++) bodies.push(await bodyOf(app))
    expect(renderer.stats()).toMatchObject({ differences: 3, checks: { page: { same: 21, differs: 3 } } })
    expect(new Set(bodies.slice(0, 80))).toEqual(new Set(['<p>Zoë</p?']))
    expect(new Set(bodies.slice(80))).toEqual(new Set(['<p>Zoë</p>']))
    expect(output.warnings).toHaveBeenCalledTimes(1)
  })

  test('in mode report, a view of a mounted app is compared and warned of as often as one of the same name', async () => {
    const app = createApp(sendName, 'report')
    app.use('/sub', express().set('views', folder.file('sub')).set('view engine', 'ejs').get('/', sendName))
    for (let i = 0; i < 30; i++) await exchange(app)
    breakOurs()
    const { body } = await exchange(app, { path: '/sub' })
    expect(body.toString()).toBe('<p>sub Zoë</p>')
    expect(output.warnings).toHaveBeenCalledTimes(1)
    expect(app.middleware.renderer.stats()).toMatchObject({ differences: 1, checks: { page: { renders: 31, same: 20, differs: 1 } } })
  })

  test('in mode report, a view that cannot be compared is rendered several times at its first 20 renders, then at one in 100', async () => {
    const app = createApp((req, res) => res.render('shift', { list: [1, 2, 3, 4] }), 'report')
    for (let i = 0; i < 120; i++) await exchange(app)
    expect(app.middleware.renderer.stats().checks.shift).toMatchObject({ renders: 120, notCompared: 21 })
  })

  test('views that Express renders count as left to their engine', async () => {
    const app = createApp(sendName, 'check')
    app.engine('ejs', (file, locals, done) => done(null, 'own'))
    expect(await bodyOf(app)).toBe('own')
    expect(app.middleware.renderer.stats().checks).toEqual({ page: { renders: 0, same: 0, differs: 0, sameError: 0, notCompared: 0, byEngine: 1 } })
  })

  test('a view that is not found, or outside of its folders, is not counted', async () => {
    for (const view of ['missing', '../outside']) {
      const app = createApp((req, res) => res.render(view), 'check')
      expect(await bodyOf(app)).toMatch(/Failed to lookup view|is outside of/)
      expect(app.middleware.renderer.stats().checks).toEqual({})
    }
  })
})
