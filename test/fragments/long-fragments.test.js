'use strict'

const zlib = require('node:zlib')
const { createRenderer, html } = require('../..')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { exchange } = require('../support/exchange')
const { ModelStore } = require('../support/model-store')

const HOUR = 3_600_000

/** Rows that differ, 100 bytes each. */
const rows = (count) => Array.from({ length: count }, (_, i) => `<tr><td>${i}</td><td>${'tea '.repeat(i % 7)}</td></tr>`.padEnd(100, ' .')).join('')

const text = rows(10_000)

function rendererOf (store) {
  const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
  return { renderer, list: renderer.cached('list', { ttl: HOUR }, () => html.raw(text)) }
}

/** @returns {Promise<Buffer>} the body of the page as gzip */
async function gzipOf (renderer, page) {
  const { headers, body } = await exchange((req, res) => renderer.send(req, res, page), { headers: { 'Accept-Encoding': 'gzip' } })
  expect(headers['content-encoding']).toBe('gzip')
  return body
}

test('a fragment of 1 MB is never deflated on the event loop, loaded or found, and is the same everywhere', async () => {
  const store = new ModelStore()
  const sync = jest.spyOn(zlib, 'deflateRawSync')
  const bodies = []
  for (const { renderer, list } of [rendererOf(store), rendererOf(store)]) {
    bodies.push(await gzipOf(renderer, html`<main>${await list()}</main>`))
    expect(renderer.stats().fragments.hits.store).toBe(bodies.length - 1)
  }
  expect(sync.mock.calls.filter(([bytes]) => bytes.length === text.length)).toEqual([])
  expect(zlib.gunzipSync(bodies[0]).toString()).toBe(`<main>${text}</main>`)
  expect(bodies[1].equals(bodies[0])).toBe(true)
})

test.each([['short', 600], ['long', 5000]])('a %s fragment has the same gzip form on the event loop and in threads', async (name, count) => {
  const [here, ahead] = [0, 1].map(() => new StaticFragment(undefined, Buffer.from(rows(count))))
  await ahead.deflateAhead()
  expect(ahead.deflated.equals(here.deflated)).toBe(true)
  expect(zlib.inflateRawSync(here.deflated, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString()).toBe(rows(count))
})
