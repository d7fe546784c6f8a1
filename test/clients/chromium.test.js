'use strict'

const { describeInChromium } = require('../support/chromium')
const { everything } = require('../support/level')
const { platforms } = require('../support/platforms')
const { locals, serveShop } = require('../support/shop-server')

describeInChromium('Chromium', (browser) => {
  // A browser takes longer than all other clients together.
  describe.each(everything ? platforms : platforms.slice(-1))('$platform', (platform) => {
    let server, context, tab
    beforeEach(async () => { server = await serveShop(platform) })
    afterEach(() => context?.close())

    /** Opens a tab in a browser with an empty cache. */
    const open = async (accepted) => {
      context = await browser().newContext(accepted && { extraHTTPHeaders: { 'Accept-Encoding': accepted } })
      tab = await context.newPage()
      return tab.goto(server.url)
    }

    /** Returns the visible content of the page. */
    const shown = async () => ({
      title: await tab.title(),
      user: await tab.textContent('#user'),
      rows: await tab.locator('table tr').count(),
      last: await tab.textContent('footer li:last-child'),
      font: await tab.evaluate('getComputedStyle(document.querySelector("td.price")).whiteSpace')
    })
    const expected = { title: `${locals.title} · 茶叶店`, user: locals.user, rows: 1 + locals.teas.length, last: '联系客服', font: 'nowrap' }

    const check = async (response, coding) => {
      expect(response.status()).toBe(200)
      expect(await response.headerValue('content-encoding')).toBe(coding)
      expect(await response.text()).toBe(server.page)
      expect(await shown()).toEqual(expected)
    }

    test.each([
      // Chromium accepts Brotli without TLS on the loopback device.
      ['the spliced gzip', 'gzip', { accepted: expect.stringMatching(/\bgzip\b.*\bbr\b/), held: undefined }, () => {}, () => {}],
      ['brotli', 'br', {}, () => server.heat(), () => {}],
      ['gzip while Brotli is available', 'gzip', {}, () => {}, () => server.heat()]
    ])('shows and revalidates %s', async (_, coding, asked, before, between) => {
      await before()
      await check(await open(), coding)
      await between()
      await tab.reload()
      expect(await shown()).toEqual(expected)
      expect(server.log).toMatchObject([{ status: 200, coding, ...asked }, { status: 304, held: server.log[0].tag, coding: undefined }])
    })

    test('shows the page without a coding if it accepts none', async () => {
      await check(await open('identity'), null)
      expect(server.log).toMatchObject([{ status: 200, accepted: 'identity', coding: undefined }])
    })
  })
})
