import bufferedRender from 'buffered-render'
import request from 'supertest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shop } from './src/shop.js'

const pages = bufferedRender()
const app = shop(pages)
const alone = shop()

beforeEach(() => { vi.useFakeTimers({ now: new Date('2001-06-01') }) })
afterEach(() => { vi.useRealTimers() })

test.each(['/', '/?search=%3Cb%3E', '/teas/keemun', '/missing'])('%s is the page of Express', async (url) => {
  const [ours, theirs] = [await request(app).get(url), await request(alone).get(url)]
  expect(ours.status).toBe(theirs.status)
  expect(ours.text).toBe(theirs.text)
  expect(ours.text).toContain('© 2001 Tea')
  expect(ours.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' })
})

test('a page that the client has is a 304', async () => {
  const { headers } = await request(app).get('/')
  await request(app).get('/').set('If-None-Match', headers.etag!).expect(304)
})

test('a fake timer runs when it is told to', () => {
  const ring = vi.fn()
  setTimeout(ring, 60_000)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('all pages were spliced', () => {
  expect(pages.renderer.stats()).toMatchObject({ engine: {}, templates: { entries: 5 } })
})
