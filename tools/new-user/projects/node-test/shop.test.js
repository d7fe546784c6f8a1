'use strict'

const assert = require('node:assert')
const { afterEach, beforeEach, mock, test } = require('node:test')
const bufferedRender = require('buffered-render')
const request = require('supertest')
const { shop } = require('./shop')

const pages = bufferedRender()
const app = shop(pages)
const alone = shop()

beforeEach(() => mock.timers.enable({ now: new Date('2001-06-01') }))
afterEach(() => mock.timers.reset())

for (const url of ['/', '/?search=%3Cb%3E', '/teas/keemun', '/missing']) {
  test(`${url} is the page of Express`, async () => {
    const [ours, theirs] = [await request(app).get(url), await request(alone).get(url)]
    assert.strictEqual(ours.status, theirs.status)
    assert.strictEqual(ours.text, theirs.text)
    assert.match(ours.text, /© 2001 Tea/)
    assert.strictEqual(ours.headers['content-encoding'], 'gzip')
    assert.strictEqual(ours.headers['content-type'], 'text/html; charset=utf-8')
  })
}

test('a page that the client has is a 304', async () => {
  const { headers } = await request(app).get('/')
  await request(app).get('/').set('If-None-Match', headers.etag).expect(304)
})

test('a fake timer runs when it is told to', () => {
  const ring = mock.fn()
  setTimeout(ring, 60_000)
  assert.strictEqual(ring.mock.callCount(), 0)
  mock.timers.tick(60_000)
  assert.strictEqual(ring.mock.callCount(), 1)
})

test('all pages were spliced', () => {
  const { engine, templates } = pages.renderer.stats()
  assert.deepStrictEqual(engine, {})
  assert.strictEqual(templates.entries, 5)
})
