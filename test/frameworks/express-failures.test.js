'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { setImmediate: turn } = require('node:timers/promises')
const engines = require('../support/ejs-engines')
const bufferedRender = require('../..')
const { collectGarbage } = require('../support/collect-garbage')
const { dialects } = require('../../lib/dialects')
const { describeError } = require('../support/outcome')
const { expressVersions } = require('../support/frameworks')
const { listen } = require('../support/listen')
const { expectSame, sideBySide, withOurs } = require('../support/side-by-side')
const { until } = require('../support/until')
const { copyOf, viewFolder } = require('../support/view-folder')

const { html } = bufferedRender
const folder = copyOf(path.join(__dirname, 'express-failures'))
fs.writeFileSync(folder.file('views/throws-late.ejs'), `${'static '.repeat(200)}\n<%= name.missing.deeper %>`)

const name = 'Zoë'
const owner = { get getter () { throw new RangeError('from the getter') } }

const failing = [
  'missing', 'missing.ejs', 'folder', 'page/in', 'open', 'unclosed', 'word', 'throws', 'throws-late', 'missing-name', 'getter',
  'includes-nothing', 'includes-broken', 'includes-throws', 'includes-folder', 'throws-string', 'waits',
  'page.unknown-engine', 'page.', '.', '..', '', 'page\0', 'page\0.ejs', 'in\\page', '..\\secret', '..\\..\\secret.ejs', 'C:\\page'
]
/** Names of which Express makes an extension that has no engine. */
const engineless = ['page.unknown-engine', 'page.', '..\\secret']
const noNames = [undefined, null, 1, true, {}, ['page'], Symbol('page')]

/** Whether a handler calls res.render in time to be caught, or later. */
const moments = [
  { moment: 'at once', when: (render) => render() },
  { moment: 'after the handler has returned', when: (render) => setImmediate(render) }
]

function build (route, { engine = engines.at(-1).engine, options, viewOptions } = {}) {
  return (kit) => {
    const { app, pages } = kit
    app.set('views', folder.file('views')).set('view engine', 'ejs').engine('ejs', engine.renderFile)
    app.set('view options', viewOptions)
    app.use(pages(options))
    app.all('/', (req, res, next) => route({ ...kit, req, res, next }))
    app.use((error, req, res, next) => {
      kit.log.push(describeError(error))
      if (res.headersSent) return next(error)
      res.status(500).type('txt').send(`caught: ${error.message ?? error}`)
    })
  }
}

describe.each(expressVersions)('Express $version', ({ version, express }) => {
  describe.each([...new Set([engines[0], engines.at(-1)])])('EJS $version', ({ engine }) => {
    describe.each(moments)('a view that is rendered $moment fails like in Express alone, and nothing of the page is sent:', ({ when }) => {
      // Without an engine, Express throws, which nothing catches after the handler has returned.
      const views = failing.filter((view) => when === moments[0].when || !engineless.includes(view))

      test.each(views)('%j', async (view) => {
        const { alone } = await expectSame(express, build(({ res }) => {
          res.set('X-Set-Before', 'stays').cookie('a', 'b')
          when(() => res.render(view, { name, owner }))
        }, { engine }), [{}, {}])

        expect(alone.log).toHaveLength(2)
        expect(alone.answers[0]).toMatchObject({ status: 500, headers: { 'x-set-before': 'stays', 'content-type': 'text/plain; charset=utf-8' } })
      })
    })
  })

  test.each(noNames)('a view called %p fails like in Express alone', async (view) => {
    const { alone } = await expectSame(express, build(({ res }) => res.render(view, { name })))
    expect(alone.answers[0].status).toBe(500)
  })

  test('a template that throws null ends like in Express alone', async () => {
    // By default, EJS 3 adds the line to the thrown value.
    const setup = { engine: require('ejs3'), viewOptions: { compileDebug: false } }
    const { alone } = await expectSame(express, build(({ res }) => res.render('throws-null'), setup))
    expect(alone.answers[0]).toMatchObject({ status: 200, body: '' })
  })

  describe('a view outside the views folders', () => {
    const outside = [
      '../secret', '../secret.ejs', 'in/../../secret', './../secret', '../views-secret/page',
      folder.file('secret.ejs'), folder.file('secret'), '../views/../secret', '..//secret'
    ]

    describe.each(moments)('is refused when it is rendered $moment:', ({ when }) => {
      test.each(outside)('%s', async (view) => {
        const { ours, alone } = await sideBySide(express, build(({ req, res }) => {
          when(() => res.render(req.query.view, { name }))
        }), Array(2).fill({ path: `/?view=${encodeURIComponent(view)}` }))

        // This is on purpose stricter than Express.
        expect(alone.answers[0].body).toBe('secret Zoë')
        expect(ours.answers.map(({ status }) => status)).toEqual([500, 500])
        expect(ours.log[0]).toMatchObject({
          name: 'Error', message: `View "${view}" is outside of the views folders: "${folder.file('views')}"`
        })
      })
    })

    test('is refused also if the render has a callback', async () => {
      const { ours } = await withOurs(express, build(({ res }) => {
        res.render('../secret', { name }, (error, page) => res.json([error.message, page]))
      }))
      expect(JSON.parse(ours.answers[0].body)).toEqual([expect.stringMatching(/^View "..\/secret" is outside/), null])
    })

    test('is not confused with a view inside that is named by a path such as in/../page', async () => {
      const inside = ['in/../page', '../views/page', './page', 'in/./page', folder.file('views/page.ejs'), 'in//page']
      const { ours } = await expectSame(express, build(({ req, res }) => res.render(req.query.view, { name })),
        inside.map((view) => ({ path: `/?view=${view}` })))

      expect(ours.answers.map(({ status }) => status)).toEqual(inside.map(() => 200))
    })
  })

  describe('two renders on one response', () => {
    const filling = 'é'.repeat(2.5 * 1024 * 1024)
    const page = `<p>Zoë</p>${filling}`

    const seconds = {
      'at once': (res, render) => render(),
      'when the first has been handed over': (res, render) => setImmediate(render),
      'when the first has been sent': (res, render) => res.once('finish', render),
      'when the response is closed': (res, render) => res.once('close', render)
    }

    test.each(Object.entries(seconds))('send the first page and pass an error to the error handler if the second starts %s', async (_, when) => {
      const errors = []
      const { ours } = await withOurs(express, ({ app, pages }) => {
        app.set('views', folder.file('views')).set('view engine', 'ejs')
        app.use(pages())
        app.get('/', (req, res) => {
          res.render('large', { name, filling })
          when(res, () => res.render('page', { name }))
        })
        app.use((error, req, res, next) => {
          errors.push(error)
          next(error)
        })
      })
      await until(() => errors.length > 0)

      expect(ours.answers[0].status).toBe(200)
      expect(ours.answers[0].body === page).toBe(true)
      expect(errors.map(({ message, code }) => ({ message, code }))).toEqual([{
        message: expect.stringMatching(/^View "page" was rendered after the response had been sent/), code: 'ERR_HTTP_HEADERS_SENT'
      }])
    })
  })

  describe('a disconnected client', () => {
    /** Serves one request whose client leaves before `send` is called. */
    async function leave (app, send) {
      const sent = new Promise((resolve) => {
        app.get('/', (req, res) => {
          res.once('close', () => {
            const before = res.eventNames()
            send(res)
            setImmediate(() => resolve({ before, after: res.eventNames() }))
          })
          req.socket.destroy()
        })
      })
      const { url } = await listen(app)
      http.get(url, { agent: false }).on('error', () => {})
      return sent
    }

    const sends = [
      { name: 'res.render', send: (res) => res.render('page', { name }) },
      { name: 'res.send(html`…`)', send: (res) => res.send(html`<p>${name}</p>`) },
      { name: 'res.send of a promise', send: (res) => res.send(html`<p>${Promise.resolve(name)}</p>`) }
    ]

    test.each(sends)('causes no error and leaves no listener after $name', async ({ send }) => {
      const errors = []
      const app = express().set('views', folder.file('views')).set('view engine', 'ejs')
      app.use(bufferedRender(), (req, res, next) => {
        req.next = (error) => errors.push(error)
        next()
      })
      const { before, after } = await leave(app, send)

      expect(errors).toEqual([])
      expect(after).toEqual(before)
    })

    test('lets its response and locals be garbage-collected', async () => {
      const app = express().set('views', folder.file('views')).set('view engine', 'ejs').enable('view cache')
      app.use(bufferedRender())
      const kept = []
      await leave(app, (res) => {
        const locals = { name }
        kept.push(new WeakRef(res), new WeakRef(locals))
        res.render('page', locals)
      })

      // What is in use in this turn of the event loop is collected in the next ones.
      for (let turns = 0; turns < 50 && kept.some((ref) => ref.deref()); turns++) {
        await turn()
        collectGarbage()
      }
      expect(kept.map((ref) => ref.deref() === undefined)).toEqual([true, true])
    })
  })

  test('a missing package causes an error with the view, the package and the command to install it', () => {
    // Mustache is a dependency of this library.
    const installable = dialects.filter(({ name }) => name !== 'mustache')
    const missing = Object.fromEntries(installable.map(({ extensions: [extension], package: name }) => [`page${extension}`, name]))
    const views = Object.keys(missing)
    const app = viewFolder({ ...Object.fromEntries(views.map((view) => [view, ''])), 'node_modules/buffered-render/none': '' })
    installAllBut(new RegExp(`^(?:${installable.flatMap((dialect) => [dialect.package, ...dialect.packages]).join('|')})\\d?$`), app.file('node_modules'))
    fs.copyFileSync(path.join(__dirname, '../support/missing-engine.js'), app.file('app.js'))
    const name = version === '4' ? 'express4' : 'express'
    const output = execFileSync(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', app.file('app.js'), name, ...views], {
      cwd: app.file('.'), encoding: 'utf8', env: { ...process.env, NODE_PATH: '', NODE_OPTIONS: '' }
    })

    expect(JSON.parse(output)).toEqual(Object.fromEntries(views.map((view) => [view, {
      status: 500,
      body: { message: `View "${view}" needs the package "${missing[view]}", which is not installed: npm install ${missing[view]}`, cause: 'MODULE_NOT_FOUND' }
    }])))
  })
})

/** Links the packages of this project, and the project itself, into a folder. */
function installAllBut (pattern, folder) {
  const project = path.join(__dirname, '../..')
  const installed = path.join(project, 'node_modules')
  for (const name of fs.readdirSync(installed).filter((name) => name !== 'buffered-render' && !pattern.test(name))) {
    fs.symlinkSync(path.join(installed, name), path.join(folder, name))
  }
  for (const name of ['lib', 'package.json']) {
    fs.symlinkSync(path.join(project, name), path.join(folder, 'buffered-render', name))
  }
}
