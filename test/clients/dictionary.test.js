'use strict'

const { createRenderer, html } = require('../..')
const { askUntil } = require('../support/ask-until')
const { describeInChromium } = require('../support/chromium')
const { listen } = require('../support/listen')
const { prose } = require('../support/prose')

/** The page of a deploy: its text, and a value of the request around it. */
function pageOf (deploy) {
  const parts = [`<!doctype html>\n<meta charset="utf-8">\n<title>${deploy}</title>\n<p>`, `</p>\n${prose(6000, deploy.length)}\n`]
  return (value) => html(Object.assign([...parts], { raw: parts }), value)
}
const textOf = (deploy, value) => pageOf(deploy)(value).toString()

describeInChromium('Chromium', (browser) => {
  let context, tab, port
  /** The apps of the server: prefix of the path → the app. */
  let apps
  /** What was asked for, and how it was answered. */
  let log

  beforeEach(async () => {
    log = []
    apps = new Map()
    ;({ port } = await listen(async (req, res) => {
      const { 'available-dictionary': available, 'if-none-match': tag } = req.headers
      res.on('finish', () => log.push({ url: req.url, method: req.method, available, tag, status: res.statusCode, coding: res.getHeader('content-encoding'), link: res.getHeader('link') }))
      if (req.url === '/favicon.ico') return res.end()
      const [prefix] = [...apps.keys()].filter((prefix) => req.url.startsWith(prefix)).sort((a, b) => b.length - a.length)
      const { page, renderer } = apps.get(prefix)
      if (!renderer.sendDictionary(req, res)) await renderer.send(req, res, page(req.url))
    }))
    context = await browser().newContext()
    tab = await context.newPage()
  })
  afterEach(() => context.close())

  const deploy = async (name, prefix = '/', options = {}) => {
    const page = pageOf(name)
    const renderer = createRenderer({ dictionary: { pages: [() => page('')], ...options } })
    await renderer.precompile([])
    apps.set(prefix, { page, renderer })
    return renderer
  }

  const urlOf = (path) => `http://localhost:${port}${path}`

  /** Opens a page, and gives its coding, once its text is checked. */
  const open = async (path, name) => {
    const response = await tab.goto(urlOf(path))
    expect(await response.text()).toBe(textOf(name, path))
    return log.findLast(({ url }) => url === path).coding
  }

  /** Opens pages until one comes with the dictionary: browsers fetch it when they are idle. */
  let visits = 0
  const openUntilDcz = async (name, prefix = '/') => {
    await askUntil(() => open(`${prefix}?${++visits}`, name), (coding) => coding === 'dcz')
  }

  const fetches = () => log.filter(({ url }) => url.includes('.dict')).map(({ url, status }) => `${status} ${url}`)

  test('the second visit comes with the dictionary, and a reload is a 304', async () => {
    await deploy('first')
    expect(await open('/', 'first')).toBe('gzip')
    await openUntilDcz('first')
    expect(new Set(fetches())).toEqual(new Set([`200 ${/<(.*)>/.exec(log[0].link)[1]}`]))

    const { url } = log.findLast(({ coding }) => coding === 'dcz')
    await tab.reload()
    expect(log.findLast((entry) => entry.url === url)).toMatchObject({ status: 304, tag: expect.any(String), available: expect.any(String) })
    expect(await tab.content()).toContain(url)
  })

  test('after a deploy and after a rollback, the new dictionary is used', async () => {
    for (const name of ['first', 'second', 'first']) {
      await deploy(name)
      await openUntilDcz(name)
    }
    const [first, ...others] = new Set(fetches())
    expect(others).toHaveLength(2)
    expect(first).toMatch(/^200 \/buffered-render\/[\w-]{43}\.dict$/)
    for (const fetch of others) expect(fetch).toMatch(/^200 \/buffered-render\/[\w-]{43}\.dict\?after=[\w-]{43}$/)
  })

  test('frames and scripts get pages with the dictionary, and forms get pages', async () => {
    await deploy('first')
    await openUntilDcz('first')

    await tab.evaluate(() => new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/?frame', onload: resolve })
      document.body.append(frame)
    }))
    expect(log.findLast(({ url }) => url === '/?frame').coding).toBe('dcz')
    expect(await tab.frames()[1].content()).toContain('/?frame')

    expect(await tab.evaluate(async () => await (await fetch('/?script')).text())).toBe(textOf('first', '/?script'))
    expect(log.findLast(({ url }) => url === '/?script').coding).toBe('dcz')

    await Promise.all([tab.waitForNavigation(), tab.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/?form' })
      document.body.append(form)
      form.submit()
    })])
    expect(await tab.content()).toContain('/?form')
    expect(log.findLast(({ url }) => url === '/?form')).toMatchObject({ method: 'POST', status: 200 })
  })

  test('back and forward show the pages', async () => {
    await deploy('first')
    await openUntilDcz('first')
    await open('/?next', 'first')
    await tab.goBack()
    expect(await tab.content()).toContain(`/?${visits}`)
    await tab.goForward()
    expect(await tab.content()).toContain('/?next')
  })

  test('of two apps on one host, the dictionary with the longer match is used', async () => {
    const names = { '/': 'first', '/admin/': 'second' }
    await deploy('first')
    await deploy('second', '/admin/', { path: '/admin/buffered-render/', match: '/admin/*' })
    for (const prefix of ['/', '/admin/', '/', '/admin/']) await openUntilDcz(names[prefix], prefix)
    const held = (prefix) => log.findLast(({ url, coding }) => coding === 'dcz' && url.startsWith(`${prefix}?`)).available
    expect(held('/')).not.toBe(held('/admin/'))
  })
})
