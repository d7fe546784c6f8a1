'use strict'

const request = require('supertest')
const { withCost } = require('../../examples/package-browser/cost')
const packages = require('../../examples/package-browser/packages')
const { leftToExpress } = require('../support/left-to-express')
const { listen } = require('../support/listen')
const { describeSite } = require('./site')
const { observeCosts } = require('./observed')

observeCosts()

const expressApps = [
  ['dialect', require('../../examples/dialect/app')],
  ['express-ejs', require('../../examples/express-ejs/app')],
  ['express-handlebars', require('../../examples/express-handlebars/app')],
  ['express-pug', require('../../examples/express-pug/app')]
]

const apps = [
  ...expressApps,
  ['koa-ejs', require('../../examples/koa-ejs/app').callback()],
  ['html-tag', require('../../examples/html-tag/app')]
]

describe.each(apps)('examples/%s', (name, app) => {
  const address = addressOf(app)
  describeSite(address)

  it('shows the error page for an error of the server, and logs the error', async () => {
    const fault = new Error('the disk is on fire')
    jest.spyOn(packages, 'find').mockRejectedValueOnce(fault)
    const log = jest.spyOn(console, 'error').mockImplementationOnce(() => {})

    const { status, headers, text } = await request(address()).get('/packages/express')

    expect(status).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1>Internal Server Error</h1>')
    expect(text).not.toContain('the disk is on fire')
    expect(log).toHaveBeenCalledWith(fault)
  })

  it('shows the cost of its latest page in a frame', async () => {
    const { text, headers: { etag } } = await request(address()).get('/packages/express').set('Accept-Encoding', 'identity')
    expect(text).toMatch(/<footer class="site-footer">[^]*<iframe class="cost" src="\/cost" title="What this page has cost"><\/iframe>[^]*<\/footer>/)
    const length = Buffer.byteLength(text).toLocaleString('en')
    const made = name === 'html-tag'
      ? 'made with the html tag\\.'
      : `package, spliced in [\\d.]+ (?:µs|ms)\\. Of its ${length} bytes, [1-9][\\d,]* were encoded in advance\\.`
    expect(await costAt(address())).toMatch(new RegExp(`^This page: ${made} Sent uncompressed: ${length} bytes(?:, found in the memo)?\\.$`))

    await request(address()).get('/packages/express').set('If-None-Match', etag)
    expect(await costAt(address())).toMatch(new RegExp(`^This page: ${made} Not sent: the browser has it \\(304\\)\\.$`))
  })
})

describe.each(expressApps)('examples/%s', (name, app) => {
  const address = addressOf(app)
  const plainAddress = addressOf(withoutBufferedRender(name))

  it.each([
    '/', '/?page=2', '/?q=%3Cb%3E&page=1', '/?q=koa', '/packages/express', '/packages/@types/node',
    '/packages/nothing', '/packages/%3Cb%3E', '/nothing'
  ])('shows %s as without buffered-render', async (url) => {
    const expected = await request(plainAddress()).get(url)
    const { status, text } = await request(address()).get(url)
    expect(status).toBe(expected.status)
    expect(text).toBe(expected.text)

    const { engine, templates } = rendererOf(app).stats()
    expect(leftToExpress({ engine })).toBe(0)
    expect(templates.entries).toBeGreaterThan(0)
  })

  it('says in the frame that a page was made without buffered-render', async () => {
    await request(plainAddress()).get('/')
    expect(await costAt(plainAddress())).toMatch(/^This page: made without buffered-render\. Sent after [\d.]+ (?:µs|ms|s)\.$/)
  })
})

/** @returns {Promise<string>} the text of the frame in the footers */
async function costAt (address) {
  const { headers, text } = await request(address).get('/cost')
  expect(headers['cache-control']).toBe('no-store')
  return /<p>(.*)<\/p>/.exec(text)[1]
}

/** Starts a server for the tests of a block, since a server for each request takes longer than the request. */
function addressOf (app) {
  let server
  beforeAll(async () => { server = await listen(withCost(app)) })
  return () => server.url
}

function withoutBufferedRender (name) {
  let app
  jest.isolateModules(() => {
    jest.doMock('buffered-render', () => () => (req, res, next) => next())
    app = require(`../../examples/${name}/app`)
  })
  return app
}

function rendererOf (app) {
  return app.router.stack.map(({ handle }) => handle.renderer).find(Boolean)
}
