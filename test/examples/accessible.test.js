'use strict'

const { withCost } = require('../../examples/package-browser/cost')
const sources = require('../../examples/streaming/sources')
const { overflowOf, violationsOf } = require('../support/accessible')
const { describeInChromium } = require('../support/chromium')
const { listen } = require('../support/listen')
const { observeCosts } = require('./observed')

observeCosts()

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 840 }

/** The width of a small phone, and of a page that is zoomed to 400 percent. */
const NARROWEST = 320

/** Pages of every kind, by what they show. */
const pages = {
  'the list': '/?page=3',
  'a search without results': '/?q=no+such+thing',
  'a package': '/packages/bytes',
  'a package without a README': '/packages/@jest/console',
  'an error': '/nothing'
}

/** Their HTML is the same in all examples. */
const readmes = {
  'a README that starts at the second level of headings': '/packages/express',
  'a README that skips levels of headings': '/packages/markdown-it'
}

/**
 * Examples with views of their own; `koa-ejs` and `typescript` show those of `express-ejs`, and
 * other languages are compared with them.
 */
const others = {
  dialect: require('../../examples/dialect/app'),
  'express-handlebars': require('../../examples/express-handlebars/app'),
  'express-pug': require('../../examples/express-pug/app'),
  'html-tag': require('../../examples/html-tag/app')
}

describeInChromium('accessibility of the examples in Chromium', (browser) => {
  let tab, address

  const serving = (app) => {
    beforeAll(async () => {
      ;({ url: address } = await listen(withCost(app)))
      tab = await browser().newPage({ viewport: PHONE, reducedMotion: 'reduce' })
    })
    afterAll(() => tab.close())
  }

  /** Checks the page of the tab on a phone and on a desktop, in light and dark mode. */
  const checkEverywhere = async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await tab.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark']) {
        await tab.emulateMedia({ colorScheme })
        expect({ viewport, colorScheme, violations: await violationsOf(tab) }).toEqual({ viewport, colorScheme, violations: [] })
      }
    }
    await checkWidths(PHONE.width, NARROWEST)
  }

  const checkWidths = async (...widths) => {
    for (const width of widths) {
      await tab.setViewportSize({ ...PHONE, width })
      expect({ width, overflow: await overflowOf(tab) }).toEqual({ width, overflow: 0 })
    }
  }

  describe('express-ejs', () => {
    serving(require('../../examples/express-ejs/app'))

    test.each(Object.entries({ ...pages, ...readmes }))('%s has no violations, and fits a phone', async (title, url) => {
      await tab.goto(address + url)
      await checkEverywhere()
    })

    test('the keyboard skips the header, and scrolls code', async () => {
      await tab.setViewportSize(PHONE)
      await tab.goto(`${address}/packages/express`)
      await tab.keyboard.press('Tab')
      expect((await tab.locator('.skip:focus').boundingBox()).y).toBeGreaterThan(0)
      await tab.keyboard.press('Enter')
      await tab.keyboard.press('Tab')
      expect(await tab.locator('main :focus').textContent()).toBe('← All packages')

      const code = tab.getByRole('group', { name: 'Code' }).first()
      await code.focus()
      await tab.keyboard.press('ArrowRight')
      await tab.waitForFunction('document.activeElement.scrollLeft > 0')
    })
  })

  describe.each(Object.entries(others))('%s', (name, app) => {
    serving(app)

    test('has no violations, and fits a phone', async () => {
      for (const url of Object.values(pages)) {
        await tab.setViewportSize(PHONE)
        await tab.goto(address + url)
        expect({ url, violations: await violationsOf(tab) }).toEqual({ url, violations: [] })
        await checkWidths(NARROWEST)
      }
    })
  })

  describe('dictionary', () => {
    serving(require('../../examples/dictionary/app').app)

    test.each(['/', '/sencha', '/nothing'])('%s has no violations, and fits a phone', async (url) => {
      await tab.goto(address + url)
      await tab.locator('tbody tr').first().waitFor()
      await checkEverywhere()
    })
  })

  describe('streaming', () => {
    serving(require('../../examples/streaming/app'))

    test.each(['reduce', 'no-preference'])('the waiting page has no violations, with prefers-reduced-motion: %s', async (reducedMotion) => {
      jest.spyOn(console, 'error').mockReturnValue()
      jest.spyOn(sources, 'tide').mockReturnValue(new Promise(() => {}))
      await tab.emulateMedia({ reducedMotion })
      await tab.goto(address, { waitUntil: 'commit' })
      await tab.getByText('Reading the tide table…').waitFor({ state: 'visible' })
      for (const colorScheme of ['light', 'dark']) {
        await tab.emulateMedia({ colorScheme })
        expect(await violationsOf(tab)).toEqual([])
      }
      expect(await tab.evaluate('document.getAnimations().length')).toBe(reducedMotion === 'reduce' ? 0 : 1)
    })

    test('the complete page has no violations, and fits a phone', async () => {
      jest.spyOn(console, 'error').mockReturnValue()
      // Entries that fade in have less contrast for a moment.
      await tab.emulateMedia({ reducedMotion: 'reduce' })
      await tab.goto(address)
      expect(await tab.locator('.unavailable').count()).toBe(1)
      await checkEverywhere()
    })
  })
})
