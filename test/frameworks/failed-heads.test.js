'use strict'

const bufferedRender = require('../..')
const { LARGE } = require('../../lib/page/large-file')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { literal } = require('../support/literal')
const { viewFolder } = require('../support/view-folder')

const { fragment, html } = bufferedRender

const ROWS = '<li>static</li>\n'.repeat(2000)
const folder = viewFolder({ 'page.ejs': `<p><%= name %></p>${ROWS}`, large: 'x'.repeat(LARGE) })

const pages = [
  { page: 'a view', send: (res) => res.render('page', { name: 'Zoë' }) },
  { page: 'html`…`', send: (res) => res.send(html(literal(['<p>', `</p>${ROWS}`]), 'Zoë')) },
  { page: 'a short page', send: (res) => res.send(html`<p>${'Zoë'}</p>`) },
  { page: 'long text', send: (res) => res.send(html`<p>${'text '.repeat(LARGE / 4)}</p>`) },
  { page: 'a large file', send: (res) => res.send(html`<p>${fragment.file('large', { roots: folder.file('.') })}</p>`) },
  { page: 'a stream', send: (res) => res.renderStream(html`<p>${Promise.resolve('Zoë')}</p>`) }
]

const MESSAGE = 'Invalid status code: 99'
const answers = [
  { by: 'res.end', answer: (res, { message }) => res.end(message) },
  { by: 'res.write', answer: (res, { message }) => { res.write(message); res.end() } },
  { by: 'res.send', answer: (res, { message }) => res.send(message) },
  { by: 'a page', answer: (res, { message }) => res.send(html`${message}`) },
  { by: 'a stream', answer: (res, { message }) => res.renderStream(html`${message}`) }
]

describe.each(everyExpress)('Express $version', ({ express }) => {
  describe.each(pages)('after $page whose status cannot be sent', ({ send }) => {
    test.each(answers)('a client can read the error page by $by', async ({ answer }) => {
      for (const compress of [undefined, false, 'static']) {
        const app = express().set('views', folder.file('.')).set('view engine', 'ejs').set('env', 'test')
        app.use(bufferedRender({ compress }))
        app.all('/', (req, res) => {
          res.statusCode = 99
          return send(res)
        })
        app.use((error, req, res, next) => answer(res.status(500), error))

        for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
          const { status, body, headers: given } = await exchange(app, { headers })
          expect({ status, text: textOf({ headers: given, body }) }).toEqual({ status: 500, text: MESSAGE })
        }
      }
    })
  })
})
