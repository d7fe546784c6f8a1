'use strict'

const request = require('supertest')
const teas = require('../../examples/dictionary/teas')
const { askUntil } = require('../support/ask-until')
const { describeInChromium } = require('../support/chromium')
const { serve } = require('./serve')

const LINE = /^(\S+) {2}(\w+) {2}([\d,]+) of ([\d,]+) bytes$/

let server
beforeEach(async () => { server = await serve('dictionary', 0) })
afterEach(() => server.close())

/** The lines that the server has printed for pages of a URL. They may come later than the response: waits until they are so many. */
async function printed (url, count) {
  return askUntil(async () => linesOf(url), ({ length }) => length === count)
}

function linesOf (url) {
  return server.output.stdout.trimEnd().split('\n').map((line) => LINE.exec(line)).filter((match) => match?.[1] === url)
    .map(([, , coding, sent, page]) => ({ coding, sent, page }))
}

test.each(teas)('the page of $title', async ({ name, title, origin }) => {
  const { status, headers, text } = await request(server.address).get(`/${name}`).set('Sec-Fetch-Dest', 'document').set('Accept-Encoding', 'gzip, zstd')
  expect(status).toBe(200)
  expect(headers.link).toMatch(/^<\/buffered-render\/[\w-]{43}\.dict>; rel="compression-dictionary"$/)
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(`<dd>${origin.replace('&', '&amp;')}</dd>`)
  expect(text).toContain(`<a href="/${name}" aria-current="page">${title}</a>`)
})

test('the first tea is the start page, and others are missing', async () => {
  const [start, missing] = [await request(server.address).get('/'), await request(server.address).get('/coffee')]
  expect({ status: start.status, isFirst: start.text.includes(`<h1>${teas[0].title}</h1>`) }).toEqual({ status: 200, isFirst: true })
  expect({ status: missing.status, says: missing.text.includes('<h1>Not found</h1>') }).toEqual({ status: 404, says: true })
})

test('prints each page', async () => {
  const { text } = await request(server.address).get('/keemun').set('Accept-Encoding', 'identity')
  const bytes = Buffer.byteLength(text).toLocaleString('en')
  expect(await printed('/keemun', 1)).toEqual([{ coding: 'identity', sent: bytes, page: bytes }])
})

describeInChromium('Chromium', (browser) => {
  test('the page and the server show what travelled, and how much less with the dictionary', async () => {
    const tab = await browser().newPage()
    let count = 0
    const visit = async (name) => {
      await tab.goto(`${server.address}/${name}?${++count}`)
      const [path, page, sent] = await tab.locator('tbody tr').first().locator('td').allTextContents()
      const [last] = await printed(`/${name}?${count}`, 1)
      expect({ path, page, sent }).toEqual({ path: `/${name}`, page: last.page, sent: last.sent })
      return { coding: last.coding, sent: Number(sent.replace(',', '')) }
    }

    const first = await visit('assam')
    expect(first.coding).toBe('gzip')
    // The browser fetches the dictionary when it is idle.
    const later = await askUntil(() => visit('sencha'), ({ coding }) => coding === 'dcz')
    expect(later.sent).toBeLessThan(first.sent / 3)
    const again = await visit('sencha')
    expect({ coding: again.coding, isShort: again.sent < first.sent / 3 }).toEqual({ coding: 'dcz', isShort: true })
    expect(await tab.frameLocator('.cost').locator('p').textContent()).toMatch(/^This page: tea, spliced in .+ were encoded in advance\. Sent as dcz: \d+ bytes/)
    expect(server.output.stdout).toMatch(/^\/buffered-render\/[\w-]{43}\.dict {2}(br|gzip) {2}[\d,]+ bytes$/m)
  })
})
