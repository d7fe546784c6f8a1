'use strict'

const fs = require('node:fs')
const bufferedRender = require('../..')
const { LARGE } = require('../../lib/page/large-file')
const { everyExpress } = require('../support/frameworks')
const { listen } = require('../support/listen')
const { noise } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

const { fragment, html } = bufferedRender

describe.each(everyExpress)('Express $version, when a page is sent', ({ express }) => {
  const folder = viewFolder({ large: noise(LARGE + 1000) })

  /** @returns {Promise<{ response: Response, text: string, stats: object }>} what a client gets from one handler */
  async function answerOf (handler, options) {
    const pages = bufferedRender({ threshold: 0, ...options })
    const app = express().use(pages).get('/', handler)
    const { url } = await listen(app)
    const response = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
    return { response, text: await response.text(), stats: pages.renderer.stats() }
  }
  const filePage = () => html`<pre>${fragment.file('large', { roots: folder.file('.') })}</pre>`

  test('after the response, it throws in the call, also for a large file, and is not counted as unencoded', async () => {
    const caught = []
    const attempt = (res, page) => { try { res.send(page) } catch ({ code }) { caught.push(code) } }
    const { text, stats } = await answerOf((req, res) => {
      res.set('Cache-Control', 'no-transform').end('ended')
      attempt(res, html`short`)
      attempt(res, filePage())
    })
    expect(text).toBe('ended')
    expect(caught).toEqual(['ERR_HTTP_HEADERS_SENT', 'ERR_HTTP_HEADERS_SENT'])
    expect(stats.unencoded).toEqual({})
  })

  test('a type that is set after the call stays for a large file, which is sent later', async () => {
    const { response } = await answerOf((req, res) => {
      res.send(filePage())
      res.setHeader('Content-Type', 'text/plain')
    })
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(Number(response.headers.get('content-length'))).toBe(fs.statSync(folder.file('large')).size + '<pre></pre>'.length)
  })

  test('a `setHeader` that refuses Content-Encoding gets the page as it is, which nobody may compress', async () => {
    const { response, text } = await answerOf((req, res) => {
      const { setHeader } = res
      res.setHeader = function (name, ...args) { return name === 'Content-Encoding' ? this : setHeader.call(this, name, ...args) }
      res.send(html`<p>${'secret '.repeat(200)}</p>`)
    }, { compress: 'static' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-transform')
    expect(text).toBe(`<p>${'secret '.repeat(200)}</p>`)
  })
})
