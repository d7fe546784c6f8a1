'use strict'

// Speeds up the sources by a factor of 20; must precede the modules that use them.
jest.mock('node:timers/promises', () => {
  const timers = jest.requireActual('node:timers/promises')
  return { ...timers, setTimeout: (milliseconds) => timers.setTimeout(milliseconds / 20) }
})

const { once } = require('node:events')
const http = require('node:http')
const { PassThrough } = require('node:stream')
const request = require('supertest')
const { withCost } = require('../../examples/package-browser/cost')
const streaming = require('../../examples/streaming/app')
const sources = require('../../examples/streaming/sources')
const { tideTable } = require('../../examples/streaming/tide')
const { describeInChromium } = require('../support/chromium')
const { listen } = require('../support/listen')
const { until } = require('../support/until')
const { serve } = require('./serve')
const { observeCosts } = require('./observed')

observeCosts()

const DATA = {
  tide: tideTable(Date.UTC(2024, 2, 14, 12)),
  weather: { summary: 'Rain & sun', temperature: 11, wind: 12, gusts: 19, from: 'W', pressure: 1003, visibility: 7 },
  berths: [{ berth: 'Quay 4', ship: '<Gull>', kind: 'coaster', state: 'unloading' }, { berth: 'Quay 5', ship: null, kind: null, state: 'free' }],
  waves: { height: 1.4, period: 7, from: 'WSW' }
}
const ENTRIES = [{ time: Date.UTC(2024, 2, 14, 11, 5), text: 'Wind & rain' }, { time: Date.UTC(2024, 2, 14, 10, 58), text: 'Fog' }]

/** Text that each panel shows. */
const SHOWN = { tide: 'High water', weather: 'Rain &amp; sun', berths: '&lt;Gull&gt;', waves: '1.4 m' }

const app = withCost(streaming)

/** Requests and data with their times. */
let events
/** Number of closed responses. */
let closed
let server
beforeEach(async () => {
  events = []
  closed = 0
  server = await listen((req, res) => {
    events.push({ what: req.url, time: performance.now() })
    res.once('close', () => closed++)
    app(req, res)
  })
})

/**
 * Holds the data until the tests release them.
 *
 * @returns {Record<string, { open: () => void, fail: (error: Error) => void }>} gates of the panels
 *   and of the `logbook`, a stream of entries
 */
function hold () {
  const gates = {}
  for (const [name, data] of Object.entries(DATA)) {
    const held = new Promise((resolve, reject) => { gates[name] = { open: () => resolve(data), fail: reject } })
    jest.spyOn(sources, name).mockReturnValue(held)
  }
  gates.logbook = new PassThrough({ objectMode: true })
  jest.spyOn(sources, 'logbook').mockReturnValue(gates.logbook)
  return gates
}

/** Requests the page, and reads it as it arrives. */
async function open () {
  const request = http.get(server.url, { agent: false })
  const [response] = await once(request, 'response')
  const page = {
    headers: response.headers,
    text: '',
    isComplete: false,
    shows: (text) => until(() => page.text.includes(text)),
    leave: () => request.destroy()
  }
  response.setEncoding('utf8')
  response.on('data', (text) => { page.text += text })
  response.on('end', () => { page.isComplete = response.complete })
  response.on('error', () => {})
  return page
}

test('the panels arrive one by one, in the order of the page', async () => {
  const { tide, weather, berths, waves, logbook } = hold()
  const page = await open()
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'transfer-encoding': 'chunked' })

  await page.shows('Reading the tide table…')
  expect(page.text).toContain('<link rel="stylesheet" href="/panels.css">')
  expect(page.text).toContain('color-scheme: light dark;')
  expect(page.text).not.toContain(SHOWN.tide)

  tide.open()
  await page.shows('Asking the weather station…')
  expect(page.text).toContain(SHOWN.tide)

  // These data are available before the preceding panel's.
  berths.open()
  waves.open()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.text).toMatch(/Asking the weather station…<\/p>\s+$/)

  weather.open()
  await page.shows('<ol>')
  const places = Object.values(SHOWN).map((text) => page.text.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)

  logbook.write(ENTRIES[0])
  await page.shows('>11:05</time> Wind &amp; rain')
  expect(page.text).not.toContain('</ol>')
  expect(page.isComplete).toBe(false)
  logbook.end(ENTRIES[1])
  await until(() => page.isComplete)
  expect(page.text).toMatch(/>10:58<\/time> Fog [^]*<p>Complete after \d\.\d\d s\.[^]*<\/html>\n$/)
})

test('the fallback of a panel does not show the error', async () => {
  const gates = hold()
  const report = jest.spyOn(console, 'error').mockReturnValue()
  const page = await open()
  gates.waves.fail(new Error('buoy 7: wrong password'))
  for (const name of ['tide', 'weather', 'berths']) gates[name].open()
  gates.logbook.end(ENTRIES[0])

  await until(() => page.isComplete)
  expect(page.text).toMatch(/<h2>Waves<\/h2>\s+<p class="waiting">[^<]+<\/p>\s+<p class="unavailable"><strong>No answer<\/strong>/)
  expect(page.text).not.toContain('password')
  expect(page.text).toContain('Wind &amp; rain')
  expect(report.mock.calls).toEqual([['buoy 7: wrong password']])
})

test('after a client disconnects, the logbook ends with its next entry', async () => {
  const gates = hold()
  const page = await open()
  for (const name of Object.keys(DATA)) gates[name].open()
  gates.logbook.write(ENTRIES[0])
  await page.shows('Wind &amp; rain')
  page.leave()
  await until(() => closed === 1)

  // An async generator that awaits a value can end only after that value.
  expect(gates.logbook.destroyed).toBe(false)
  gates.logbook.write(ENTRIES[1])
  await until(() => gates.logbook.destroyed)
})

test('its own sources fill the page, except for the buoy', async () => {
  const report = jest.spyOn(console, 'error').mockReturnValue()
  const page = await open()
  await until(() => page.isComplete)
  for (const text of ['High water', 'Low water', '13 °C', 'Anna &amp; Clara', 'No answer', '&lt;2 t of ling', 'new lamp']) {
    expect(page.text).toContain(text)
  }
  expect(page.text).toMatch(/<\/html>\n$/)
  expect(report).toHaveBeenCalledTimes(1)

  expect(page.text).toMatch(/<footer>[^]*<iframe class="cost" src="\/cost" title="What this page has cost"><\/iframe>[^]*<\/footer>/)
  const { text } = await request(server.url).get('/cost')
  const [, start, end] = /Streamed uncompressed: its start after ([\d.]+ (?:µs|ms)), its end after ([\d.]+ (?:ms|s))\./.exec(text)
  expect(millisecondsOf(start)).toBeLessThan(millisecondsOf(end))
})

function millisecondsOf (time) {
  const [figure, unit] = time.split(' ')
  return Number(figure) * { µs: 0.001, ms: 1, s: 1000 }[unit]
}

test('its server prints its address, and starts the page immediately', async () => {
  const { address, close } = await serve('streaming', 0)
  try {
    const request = http.get(address, { agent: false })
    const [response] = await once(request, 'response')
    const [first] = await once(response.setEncoding('utf8'), 'data')
    request.destroy()
    expect(first).toContain('<title>Penrose Quay')
  } finally {
    await close()
  }
})

describeInChromium('Chromium', (browser) => {
  test('requests the style sheet and shows the page before any data are available', async () => {
    const gates = hold()
    const context = await browser().newContext()
    try {
      const tab = await context.newPage()
      await tab.goto(server.url, { waitUntil: 'commit' })

      // No data arrive before that, so a later request would time out.
      await until(() => events.some(({ what }) => what === '/panels.css'))
      await tab.getByText('Reading the tide table…').waitFor({ state: 'visible' })
      await tab.waitForFunction('performance.getEntriesByName("first-contentful-paint").length === 1')
      expect(await tab.evaluate('document.readyState')).toBe('loading')
      expect(await tab.locator('.panel').count()).toBe(1)

      events.push({ what: 'data', time: performance.now() })
      gates.tide.open()
      await tab.getByText('High water').first().waitFor({ state: 'visible' })
      expect(await tab.getByText('Reading the tide table…').isVisible()).toBe(false)
      expect(await tab.getByText('Asking the weather station…').isVisible()).toBe(true)

      for (const name of Object.keys(DATA)) gates[name].open()
      gates.logbook.write(ENTRIES[0])
      await tab.getByText('Wind & rain').waitFor({ state: 'visible' })
      expect(await tab.evaluate('document.readyState')).toBe('loading')
      gates.logbook.end(ENTRIES[1])
      await tab.waitForLoadState()

      expect(await tab.locator('.panel').count()).toBe(5)
      expect(await tab.locator('.waiting:visible').count()).toBe(0)
      const times = Object.fromEntries(events.map(({ what, time }) => [what, time]))
      expect(times['/']).toBeLessThan(times['/panels.css'])
      expect(times['/panels.css']).toBeLessThan(times.data)
    } finally {
      await context.close()
    }
  })
})
