'use strict'

const { chromium } = require('playwright-core')
const { describeWith } = require('./programs')

/** Chromium makes requests of its own, and has none of the kernel's sandboxes in a container. */
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--no-proxy-server',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'
]

/**
 * As `describe`, for tests with a browser.
 *
 * @param {string} title
 * @param {(browser: () => import('playwright-core').Browser) => void} define the tests, which share the browser
 */
function describeInChromium (title, define) {
  describeWith(title, ['chromium', 'chromium-browser', 'google-chrome'], (executablePath) => {
    let browser
    beforeAll(async () => { browser = await chromium.launch({ executablePath, args: FLAGS }) })
    afterAll(() => browser?.close())
    define(() => browser)
  })
}

module.exports = { describeInChromium }
