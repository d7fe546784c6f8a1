'use strict'

const bufferedRender = require('../..')
const { leftToExpress } = require('../support/left-to-express')
const { isSpliced, textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { everything } = require('../support/level')
const { replacing } = require('../support/patching-middleware')
const { putBack, remember } = require('../support/replaced')
const { withOurs, withoutOurs } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender
const rows = 'static text, '.repeat(100)
const folder = viewFolder({
  'page.ejs': `<body><p><%= name %></p>${rows}</body>`,
  'other/page.ejs': `<body><i><%= name %></i>${rows}</body>`
})

/**
 * Patches a method as tracers do, until the end of a side: a later app is not to find it.
 *
 * @param {object} holder of the method
 * @param {string} name
 * @param {(own: Function) => Function} make
 */
function patch (holder, name, make) {
  remember(holder, name)
  wrap(holder, name, make)
}

/** As shimmer 1.2.1 does. */
function wrap (holder, name, make) {
  const define = (object, key, value) => {
    Object.defineProperty(object, key, { configurable: true, enumerable: !!object[key] && Object.prototype.propertyIsEnumerable.call(object, key), writable: true, value })
  }
  const original = holder[name]
  const wrapped = make(original, name)
  define(wrapped, '__original', original)
  define(wrapped, '__unwrap', () => { if (holder[name] === wrapped) define(holder, name, original) })
  define(wrapped, '__wrapped', true)
  define(holder, name, wrapped)
}

/** As `sideBySide`, for apps that patch what all apps share. */
async function bothSides (express, build, requests) {
  const alone = await withoutOurs(express, build, requests)
  putBack()
  const ours = await withOurs(express, build, requests)
  putBack()
  return { alone, ...ours }
}

const gzip = { headers: { 'accept-encoding': 'gzip' } }

/** What a call got, as far as it can be compared. */
const describeCall = (name, res, args) => [name, typeof res.setHeader, ...[...args].map((arg) => typeof arg === 'function' ? 'a function' : JSON.stringify(arg))]

/** Patches of `render`, and whether the page that comes back is the one that was rendered. */
const renders = [
  {
    name: 'logs the call',
    make: (log) => (own) => function () {
      log.push(describeCall('render', this, arguments))
      return own.apply(this, arguments)
    },
    isPage: true
  },
  {
    name: 'sends the string itself',
    make: (log) => (own) => function (view, locals, callback) {
      log.push(describeCall('render', this, arguments))
      own.call(this, view, locals, callback ?? ((error, page) => {
        log.push([error, page])
        if (error) return this.req.next(error)
        this.send(page)
      }))
    },
    isPage: true
  },
  {
    name: 'is asynchronous',
    make: (log) => (own) => async function (...args) {
      await new Promise(setImmediate)
      log.push(describeCall('render', this, args))
      return own.apply(this, args)
    },
    isPage: true
  },
  {
    name: 'changes locals',
    make: (log) => (own) => function (view, locals, callback) {
      log.push(describeCall('render', this, arguments))
      own.call(this, view, { ...locals, name: `not ${locals?.name}` }, callback)
    },
    isPage: true
  },
  {
    name: 'deletes res.locals',
    make: () => (own) => function () {
      this.locals = undefined
      return own.apply(this, arguments)
    }
  },
  {
    name: 'renders twice and sends the first page',
    make: () => (own) => function (view, locals) {
      own.call(this, view, locals, (error, first) => {
        if (error) return this.req.next(error)
        own.call(this, view, { ...locals, name: 'second' }, () => this.send(first))
      })
    }
  },
  {
    name: 'inserts a script',
    make: () => (own) => function (view, locals, callback) {
      own.call(this, view, locals, callback ?? ((error, page) => {
        if (error) return this.req.next(error)
        this.send(page.replace('</body>', '<script></script></body>'))
      }))
    }
  },
  {
    name: 'does not call the method',
    make: () => () => function (view, locals) {
      this.status(203).send(`<h1>${view} ${locals?.name}</h1>`)
    }
  }
].map((each) => ({ method: 'render', ...each }))

/** Patches of `send`. */
const sends = [
  {
    name: 'logs the call',
    make: (log) => (own) => function () {
      log.push(describeCall('send', this, arguments))
      return own.apply(this, arguments)
    }
  },
  {
    name: 'changes strings',
    make: () => (own) => function (body) {
      return own.call(this, typeof body === 'string' ? body.replace('</body>', '<script></script></body>') : body)
    }
  },
  {
    name: 'is asynchronous',
    make: () => (own) => function (body) {
      setImmediate(() => own.call(this, body))
      return this
    }
  },
  {
    name: 'does not call the method',
    make: () => () => function (body) {
      this.type('txt')
      this.end(`sent: ${body}`)
      return this
    }
  }
].map((each) => ({ method: 'send', ...each }))

/** Where a method is patched. @type {Record<string, (app: object) => object>} */
const holders = {
  'express.response': (app) => Object.getPrototypeOf(app.response),
  'app.response': (app) => app.response
}

const moments = ['before ours', 'after ours', 'after the first request']

/** For which `res.send` of Express has been called before. */
const routes = {
  'res.render': ({ res }) => res.render('page', { name: '<Zoë>' }),
  'res.render with a callback': ({ res, next }) => res.render('page', { name: '<Zoë>' }, (error, page) => error ? next(error) : res.send(page)),
  'res.render without res.locals': ({ res }) => {
    res.locals = undefined
    res.render('page', { name: '<Zoë>' })
  },
  'res.render of a missing view': ({ res }) => res.render('missing'),
  'res.send': ({ res, page }) => res.send(page(html`<body><p>${'<Zoë>'}</p></body>`))
}

/**
 * An app that is patched at some moment, and the requests for it.
 *
 * @param {(kit: object) => void} apply patches it
 * @param {string} moment
 * @param {Function[]} [sent] its routes
 * @returns {{ build: (kit: object) => void, requests: object[] }}
 */
function patchedApp (apply, moment, sent = Object.values(routes)) {
  let patchNow
  const build = (kit) => {
    const { app, pages } = kit
    patchNow = () => apply(kit)
    app.set('views', folder.file('.')).set('view engine', 'ejs').set('env', 'test')
    if (moment === 'before ours') patchNow()
    app.use(pages())
    if (moment === 'after ours') patchNow()
    for (const [i, route] of sent.entries()) {
      app.all(`/${i}`, (req, res, next) => route({ ...kit, req, res, next }))
    }
    app.use((error, req, res, next) => { res.status(500).end(error.message) })
  }
  const all = sent.flatMap((_, i) => [{ path: `/${i}` }, { path: `/${i}`, method: 'HEAD' }])
  const first = moment === 'after the first request' ? [{ path: '/0' }, () => { patchNow(); return all[0] }] : []
  return { build, requests: [...first, ...all] }
}

/** What a render gives with compression, twice, the second time when all patches are there. */
async function twice (app, patchLater = () => {}) {
  const before = await exchange(app, { path: '/0', ...gzip })
  patchLater()
  return [before, await exchange(app, { path: '/0', ...gzip })]
}

/** An app without the kit of `sideBySide`, whose pages are compressed. */
function compressedApp (express, build) {
  const app = express()
  const middleware = bufferedRender()
  build({ app, log: [], pages: () => middleware, page: (rendered) => rendered })
  return { app, renderer: middleware.renderer }
}

/** How many renders were ours, and how many Express's. */
function countRenders ({ engine, templates }) {
  const { hits, misses } = templates
  return { ours: hits + misses, fallThrough: leftToExpress({ engine }) }
}

describe.each(everyExpress)('Express $version', ({ express }) => {
  describe.each(Object.keys(holders))('a method of %s', (of) => {
    const patchHolder = (method, make) => ({ app, log }) => patch(holders[of](app), method, make(log))
    // What a patch does and where it is are tried together for one place only.
    const chosen = (patches) => everything || of === 'express.response' ? patches : patches.slice(0, 2)

    describe.each(moments)('patched %s', (moment) => {
      test.each([renders, sends].flatMap(chosen))('works like in Express alone: $method, which $name', async ({ method, make }) => {
        const { build, requests } = patchedApp(patchHolder(method, make), moment)
        const { alone, ours } = await bothSides(express, build, requests)
        expect(ours).toEqual(alone)
        if (method === 'render') expect(alone.answers[0].status).toBeLessThan(300)
        else expect(alone.answers[0].body).toContain('&lt;Zoë&gt;')
      })

      test.each(chosen(renders.filter(({ isPage }) => isPage)))('leaves the page spliced: render, which $name', async ({ make }) => {
        const { build } = patchedApp(patchHolder('render', make), moment)
        const { app, renderer } = compressedApp(express, build)
        const answers = await twice(app, () => { if (moment === 'after the first request') patch(holders[of](app), 'render', make([])) })

        expect(answers.map(isSpliced)).toEqual([true, true])
        expect(textOf(answers[1])).toMatch(/^<body><p>(not )?&lt;Zoë&gt;<\/p>/)
        expect(countRenders(renderer.stats())).toEqual({ ours: 2, fallThrough: 0 })
      })
    })
  })

  test.each(moments)('app.render, patched %s, is called below a patched render', async (moment) => {
    const noting = (log, name) => (own) => function (view) {
      log.push([name, view])
      return own.apply(this, arguments)
    }
    const both = ({ app, log }) => patch(app, 'render', noting(log, 'app.render'))
    const { build: buildApp, requests } = patchedApp(both, moment)
    const build = (kit) => {
      patch(Object.getPrototypeOf(kit.app.response), 'render', noting(kit.log, 'res.render'))
      buildApp(kit)
    }
    const { alone, ours } = await bothSides(express, build, requests)
    expect(ours).toEqual(alone)
    expect(alone.log).toContainEqual(['app.render', 'page'])
  })

  describe('a method of one response', () => {
    const places = ['before ours', 'after ours']
    const replaceFor = (method, make) => ({ app, log }) => app.use(replacing(method, make(log)))

    test.each([...renders, ...sends])('works like in Express alone: $method, which $name', async ({ method, make }) => {
      for (const place of places) {
        // Behind ours, a patch of send sees html`…` as what it is.
        const sent = Object.values(routes).slice(0, method === 'send' && place === 'after ours' ? -1 : undefined)
        const { build, requests } = patchedApp(replaceFor(method, make), place, sent)
        const { alone, ours } = await bothSides(express, build, [...requests, ...requests])
        expect({ place, ...ours }).toEqual({ place, ...alone })
      }
    })

    test.each(renders.filter(({ isPage }) => isPage))('leaves the page spliced: render, which $name', async ({ make }) => {
      for (const place of places) {
        const { app } = compressedApp(express, patchedApp(replaceFor('render', make), place).build)
        // In the first request, a middleware above ours can only get hold of Express's own: an engine that keeps what it
        // has compiled for that would render the view for ever.
        const [first, second] = await twice(app)
        expect({ place, first: isSpliced(first), second: isSpliced(second) }).toEqual({ place, first: true, second: true })
      }
    })

    test('has a view that is left to Express counted once', async () => {
      const middleware = bufferedRender()
      const app = express().set('views', folder.file('.'))
      const { enabled } = app
      app.enabled = function (...args) { return enabled.apply(this, args) }
      app.use(replacing('render', (render) => function (...args) { return render.apply(this, args) }), middleware)
      app.get('/', (req, res) => res.render('page.ejs', { name: 'Ann' }))
      for (let i = 0; i < 3; i++) await exchange(app)
      expect(Object.values(middleware.renderer.stats().engine)).toEqual([3])
    })
  })

  describe('two of our middlewares with different options', () => {
    const noting = (log) => (own) => function (view) {
      log.push(view)
      return own.apply(this, arguments)
    }
    const other = () => folder.file('other')

    /** With Express alone, an app for each folder gives the expected pages. */
    const expressAlone = (views) => ({ app }) => {
      app.set('views', views).set('view engine', 'ejs')
      app.get(/.*/, (req, res) => res.render('page', { name: '<Zoë>' }))
    }

    test.each(['no patch', ...moments])('render for their own routes: %s', async (moment) => {
      const [main, others] = await Promise.all([folder.file('.'), other()].map(async (views) => (await withoutOurs(express, expressAlone(views))).answers[0]))
      const requests = ['/main', '/other', '/main', '/other'].map((path) => ({ path }))
      let patchNow
      const { ours, fallThrough } = await withOurs(express, ({ app, pages, log }) => {
        patchNow = () => patch(Object.getPrototypeOf(app.response), 'render', noting(log))
        app.set('views', folder.file('missing')).set('view engine', 'ejs')
        if (moment === 'before ours') patchNow()
        app.use('/main', pages({ views: folder.file('.') }))
        app.use('/other', pages({ views: other() }))
        if (moment === 'after ours') patchNow()
        app.get(/.*/, (req, res) => res.render('page', { name: '<Zoë>' }))
      }, moment === 'after the first request' ? [...requests.slice(0, 2), () => { patchNow(); return requests[0] }, ...requests.slice(1)] : requests)

      for (const [i, answer] of ours.answers.entries()) expect(answer).toEqual([main, others][i % 2])
      expect(fallThrough).toBe(0)
      expect(ours.log).toHaveLength(moment === 'no patch' ? 0 : 4)
    })
  })
})
