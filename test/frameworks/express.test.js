'use strict'

// Express 4 warns of forms of res.send that are tested here on purpose.
process.env.NO_DEPRECATION = 'express'

const bufferedRender = require('../..')
const { describeError } = require('../support/outcome')
const { everyExpress, expressVersions } = require('../support/frameworks')
const { listen } = require('../support/listen')
const { replacing } = require('../support/patching-middleware')
const { expectSame, withOurs } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const folder = viewFolder({
  'page.ejs': '<p><%= name %></p>',
  'layout.ejs': '<html><%- body %></html>',
  'broken.ejs': '<% if (name) { %>',
  'throws.ejs': '<p>\n<%= name.missing.deeper %>',
  'throws-nothing.ejs': '<% throw null %>'
})

/** An app with the middleware, `route` and an error handler that tells the error. */
const withRoute = (route) => (kit) => {
  const { app, pages } = kit
  app.set('views', folder.file('.')).set('view engine', 'ejs')
  app.use(pages())
  app.all('/', (req, res, next) => route({ ...kit, req, res, next }))
  app.use((error, req, res, next) => { res.status(500).json(describeError(error)) })
}

const withCallback = {
  'res.render(view, callback)': ({ res, log }) => {
    res.locals.name = 'Zoë'
    res.render('page', (error, page) => {
      log.push(error, page)
      res.json({ page })
    })
  },
  'res.render(view, locals, callback)': ({ res, log }) => {
    res.render('page', { name: 'Zoë' }, (error, page) => {
      log.push(error, page, res.headersSent, res.getHeaderNames())
      res.type('txt').send(page)
    })
  },
  ...Object.fromEntries(Object.entries({
    'a missing view': 'missing', 'a template that throws': 'throws', 'a template that throws null': 'throws-nothing'
  }).map(([name, view]) => [name, ({ res, log }) => {
    res.render(view, { name: 'Zoë' }, (error, page) => {
      log.push(describeError(error), error?.view?.name, page)
      res.json('told')
    })
  }])),
  'app.render': ({ app, res, log }) => {
    app.render('page', { name: 'Zoë' }, (error, page) => {
      log.push(error, typeof page)
      res.send(page)
    })
  },
  'a rejected promise of a page': ({ res, page, next }) => {
    const made = page(html`<p>${Promise.reject(new RangeError('no value'))}</p>`)
    if (made instanceof Promise) made.catch(next)
    else res.send(made)
  }
}

const sent = {
  'a string': ['<p>text</p>'],
  'an empty string': [''],
  'a Buffer': [Buffer.from('bytes')],
  'an object': [{ a: 1 }],
  'an object with a page': [{ page: String(html`<p>${'&'}</p>`) }],
  'a number': [204],
  null: [null],
  undefined: [undefined],
  nothing: [],
  false: [false],
  'a status and a body': [201, 'created'],
  'a body and a status': ['created', 201],
  'a String object': [Object('text')]
}

/** Middlewares that wrap what `res` has, each noting what it sees. */
const noteSend = (log, label) => replacing('send', (send) => function (body) {
  log.push([label, typeof body, String(body)])
  return send.apply(this, arguments)
})

/** As layout packages do it: renders the view to a string, then the layout around it. */
const layouts = replacing('render', (render, res) => (view, locals, callback) => {
  render.call(res, view, locals, (error, body) => {
    if (error) return callback ? callback(error) : res.req.next(error)
    render.call(res, 'layout', { ...locals, body }, callback)
  })
})

const ways = [
  { way: 'res.render', send: (res) => res.render('page', { name: '<Zoë>' }) },
  { way: 'res.send(html`…`)', send: (res, page) => res.send(page(html`<p>${'<Zoë>'}</p>`)) }
]

describe.each(expressVersions)('Express $version', ({ express }) => {
  test.each(Object.entries(withCallback))('answers like Express alone: %s', async (name, route) => {
    const { alone } = await expectSame(express, withRoute(route), [{}, { method: 'HEAD' }])
    expect(alone.answers[0].status).toBe(name.startsWith('a rejected') ? 500 : 200)
  })

  test.each(Object.entries(sent))('answers like Express alone to res.send with %s', async (_, args) => {
    const route = ({ res, log }) => { log.push(res.send(...args) === res) }
    const requests = [{}, { method: 'HEAD' }, ({ headers }) => ({ headers: { 'if-none-match': headers.etag ?? '*' } })]
    const { alone } = await expectSame(express, withRoute(route), requests)
    expect(alone.answers).toHaveLength(3)
  })

  test.each(ways)('$way returns the same value as Express alone', async ({ send }) => {
    const route = ({ res, page, log }) => {
      const result = send(res, page)
      log.push(result === res, result === undefined)
    }
    await expectSame(express, withRoute(route))
  })

  test('middleware that wraps res.send before ours sees html`…` of a promise as its string, once it is complete', async () => {
    const { ours } = await withOurs(express, ({ app, pages, page, log }) => {
      app.use(noteSend(log, 'before'), pages())
      app.get('/', (req, res) => { log.push(res.send(page(html`<p>${Promise.resolve('<Zoë>')}</p>`)) === res) })
    })
    expect(ours.log).toEqual([true, ['before', 'string', '<p>&lt;Zoë&gt;</p>']])
    expect(ours.answers[0].body).toBe('<p>&lt;Zoë&gt;</p>')
  })

  // There is no string yet; `typeof` and `String` treat it as what it is.
  test('middleware that wraps res.send after ours sees html`…` as a Rendered', async () => {
    const { ours } = await withOurs(express, ({ app, pages, page, log }) => {
      app.use(pages(), noteSend(log, 'after'))
      app.get('/', (req, res) => res.send(page(html`<p>${'<Zoë>'}</p>`)))
    })
    expect(ours.log).toEqual([['after', 'object', '<p>&lt;Zoë&gt;</p>']])
    expect(ours.answers[0].body).toBe('<p>&lt;Zoë&gt;</p>')
  })

  test('a layout between two of our middlewares is kept, with pages from our render', async () => {
    const { ours, spliced, fallThrough } = await expectSame(express, ({ app, pages }) => {
      app.set('views', folder.file('.')).set('view engine', 'ejs')
      app.use(pages(), layouts, pages())
      app.get('/', (req, res) => res.render('page', { name: 'Zoë' }))
    })
    expect(ours.answers[0].body).toBe('<html><p>Zoë</p></html>')
    expect({ spliced, fallThrough }).toEqual({ spliced: 2, fallThrough: 0 })
  })
})

describe.each(everyExpress)('Express $version', ({ express }) => {
  test('html`…` is a page also for a response that has not passed bufferedRender(), if another one has before', async () => {
    const page = (req, res) => res.send(bufferedRender.html`<p>${req.path}</p>`)
    const app = express()
    app.get('/above', page)
    app.use(express.json(), bufferedRender())
    app.all('/below', page)
    app.use((error, req, res, next) => res.status(error.status).send(bufferedRender.html`<p>${error.type}</p>`))

    const { url } = await listen(app)
    const ask = async (path, init) => {
      const response = await fetch(url + path, init)
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    const html = 'text/html; charset=utf-8'
    expect(await ask('/below')).toEqual([200, html, '<p>/below</p>'])
    expect(await ask('/above')).toEqual([200, html, '<p>/above</p>'])
    expect(await ask('/below', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' })).toEqual([400, html, '<p>entity.parse.failed</p>'])
  })
})
