'use strict'

const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { expressVersions } = require('../support/frameworks')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const folder = viewFolder({ 'page.ejs': '<p><%= name %></p>' })
afterAll(() => folder.remove())

/** Ways in which a page is left to the `res.send` that was there, as a string. */
const ways = [
  { way: 'a different charset', prepare: (app) => app.use((req, res, next) => { res.setHeader('Content-Type', 'text/html; charset=ISO-8859-1'); next() }) },
  {
    way: "an added method send on the app's responses",
    prepare (app) {
      const { send } = app.response
      app.response.send = function (body) { return send.call(this, body) }
    }
  },
  {
    way: 'such a method that returns nothing',
    prepare (app) {
      const { send } = app.response
      app.response.send = function (body) { send.call(this, body) }
    }
  }
]
const pages = [
  { page: 'res.send(html`…`)', send: (res) => res.send(html`<p>${'Zoë'}</p>`) },
  { page: 'res.render', send: (res) => res.render('page', { name: 'Zoë' }) }
]

describe.each(expressVersions)('in Express $version', ({ express }) => {
  describe.each(ways)('Express itself sends a page with $way', ({ prepare }) => {
    test.each(pages)('from $page', async ({ send }) => {
      const errors = []
      const app = express().set('views', folder.file('.')).set('view engine', 'ejs')
      prepare(app)
      app.use(bufferedRender()).get('/', (req, res) => send(res))
      app.use((error, req, res, next) => {
        errors.push(error)
        next(error)
      })
      const { status, headers, body } = await exchange(app)
      expect(errors).toEqual([])
      expect(status).toBe(200)
      // Express sets the charset of what it sends as a string.
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(body.toString()).toBe('<p>Zoë</p>')
    })
  })
})
