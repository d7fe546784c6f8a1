'use strict'

const zlib = require('node:zlib')
const compression = require('compression')
const session = require('express-session')
const helmet = require('helmet')
const morgan = require('morgan')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { expressVersions } = require('../support/frameworks')
const { sideBySide } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')

const { html } = bufferedRender
const rows = '<td>static</td>'.repeat(200)
const folder = viewFolder({
  'page.ejs': `<p><%= name %></p>${rows}`,
  'counted.ejs': '<p><%= name %> was here <%= visits %> times</p>'
})
afterAll(() => folder.remove())

const name = '<Zoë> & 世界'
const ways = [
  { way: 'res.render', send: (res) => res.render('page', { name }) },
  { way: 'res.send(html`…`)', send: (res, page) => res.send(page(html(literal(['<p>', `</p>${rows}`]), name))) }
]

const sessions = () => session({
  secret: 'secret', resave: false, saveUninitialized: true, genid: () => 'the-session', rolling: true
})
const logger = (log) => morgan(':method :url :status :res[content-length] :res[content-type]', {
  stream: { write: (line) => log.push(line) }
})

const packages = [
  { name: 'compression', make: () => compression({ threshold: 0 }) },
  { name: 'express-session', make: sessions },
  { name: 'morgan', make: logger, lines: true },
  { name: 'morgan at once', make: (log) => morgan(':method :url', { immediate: true, stream: { write: (line) => log.push(line) } }), lines: true },
  { name: 'helmet', make: () => helmet() },
  { name: 'all of them', make: (log) => [logger(log), helmet(), sessions(), compression({ threshold: 0 })], lines: true }
]

const places = ['before', 'after']
const cases = packages.flatMap((each) => places.map((place) => ({ ...each, place })))

const requests = [
  {},
  { method: 'HEAD' },
  ({ headers }) => ({ headers: { 'if-none-match': headers.etag } }),
  { path: '/missing' },
  { path: '/page?q=%20' }
]

const withMiddleware = (make, place, send) => ({ app, pages, page, log }) => {
  const other = make(log)
  app.set('views', folder.file('.')).set('view engine', 'ejs')
  app.use(...place === 'before' ? [other, pages()] : [pages(), other])
  app.get(['/', '/page'], (req, res) => send(res, page))
  app.use((error, req, res, next) => { res.status(500).send(error.message) })
}

describe.each(expressVersions)('Express $version', ({ express }) => {
  describe.each(ways)('$way', ({ send }) => {
    test.each(cases)('answers like Express alone with $name $place ours', async ({ make, place, lines }) => {
      const { alone, ours } = await sideBySide(express, withMiddleware(make, place, send), requests)

      // A Set-Cookie of a session has the time in it.
      expect(withoutTimes(ours)).toEqual(withoutTimes(alone))
      expect(ours.answers.map(({ status }) => status)).toEqual([200, 200, 304, 404, 200])
      expect(ours.log).toHaveLength(lines ? requests.length : 0)
    })

    describe.each(places)('compresses like Express alone with compression %s ours', (place) => {
      const encodings = [
        { encoding: 'gzip', decode: zlib.gunzipSync },
        { encoding: 'deflate', decode: zlib.inflateSync },
        { encoding: 'br', decode: zlib.brotliDecompressSync },
        { encoding: 'identity', decode: (body) => body }
      ]

      test.each(encodings)('$encoding', async ({ encoding, decode }) => {
        const ask = async (middleware, page) => {
          const app = express()
          const kit = { app, pages: () => middleware, page, log: [] }
          withMiddleware(() => compression({ threshold: 0 }), place, send)(kit)
          const { status, headers, body } = await exchange(app, { headers: { 'accept-encoding': encoding } })
          const { etag, 'content-length': length, ...rest } = headers
          return { status, headers: rest, hasTag: /^W\/"/.test(etag), hasLength: length !== undefined, body: decode(body).toString() }
        }
        const alone = await ask((req, res, next) => next(), String)
        // The one beside is to compress: see compression-packages.test.js for both.
        const ours = await ask(bufferedRender({ compress: false }), (page) => page)

        expect(ours).toEqual(alone)
        expect(ours.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
        expect(ours.body).toContain('&lt;Zoë&gt; &amp; 世界')
      })
    })
  })

  test.each(places)('keeps a session with express-session %s ours', async (place) => {
    const { alone, ours } = await sideBySide(express, ({ app, pages }) => {
      app.set('views', folder.file('.')).set('view engine', 'ejs')
      app.use(...place === 'before' ? [sessions(), pages()] : [pages(), sessions()])
      app.get('/', (req, res) => {
        req.session.visits = (req.session.visits ?? 0) + 1
        res.render('counted', { name: 'Zoë', visits: req.session.visits })
      })
    }, [{}, withCookie, withCookie])

    expect(withoutTimes(ours)).toEqual(withoutTimes(alone))
    expect(ours.answers.at(-1).body).toBe('<p>Zoë was here 3 times</p>')
  })
})

function withCookie ({ headers }) {
  return { headers: { cookie: headers['set-cookie'][0].split(';')[0] } }
}

function withoutTimes ({ answers, log }) {
  const cookies = (list) => list?.map((cookie) => cookie.replace(/Expires=[^;]*/, 'Expires=…'))
  return { log, answers: answers.map((answer) => ({ ...answer, headers: { ...answer.headers, 'set-cookie': cookies(answer.headers['set-cookie']) } })) }
}
