'use strict'

const bufferedRender = require('buffered-render')
const request = require('supertest')
const { shop } = require('./shop')

const pages = bufferedRender()
const app = shop(pages)
const alone = shop()

const now = new Date('2001-06-01')
beforeEach(() => { jest.useFakeTimers({ now }) })
afterEach(() => { jest.useRealTimers() })

test.each(['/', '/?search=%3Cb%3E', '/teas/keemun', '/missing'])('%s is the page of Express', async (url) => {
  const ours = await request(app).get(url)
  // Express alone waits for process.nextTick.
  jest.useFakeTimers({ now, doNotFake: ['nextTick'] })
  const theirs = await request(alone).get(url)
  expect(ours.status).toBe(theirs.status)
  expect(ours.text).toBe(theirs.text)
  expect(ours.text).toContain('© 2001 Tea')
  expect(ours.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' })
})

test('a page that the client has is a 304', async () => {
  const { headers } = await request(app).get('/')
  await request(app).get('/').set('If-None-Match', headers.etag).expect(304)
})

test('a fake timer runs when it is told to', () => {
  const ring = jest.fn()
  setTimeout(ring, 60_000)
  expect(ring).not.toHaveBeenCalled()
  jest.advanceTimersByTime(60_000)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('all pages were spliced', () => {
  expect(pages.renderer.stats()).toMatchObject({ engine: {}, templates: { entries: 5 } })
})
