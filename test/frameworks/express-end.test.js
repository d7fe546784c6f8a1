'use strict'

const path = require('node:path')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { replacing } = require('../support/patching-middleware')

const VIEWS = path.join(__dirname, '../support/timing-views')

/** What is asked for, and what the app sets before it renders. */
const CASES = {
  200: {},
  'a long page': { name: 'x'.repeat(2000) },
  'a page without an entity tag': { etag: false },
  'a long page without an entity tag': { etag: false, name: 'x'.repeat(2000) },
  204: { status: 204 },
  205: { status: 205 },
  304: { headers: { 'if-none-match': '*' } },
  404: { status: 404 },
  HEAD: { method: 'HEAD' },
  'HEAD of 204': { method: 'HEAD', status: 204 },
  'HEAD of 304': { method: 'HEAD', headers: { 'if-none-match': '*' } }
}

/** An argument: Express gives short pages without an entity tag as strings, all others as Buffers. */
function described (value) {
  return Buffer.isBuffer(value) ? `Buffer ${value}` : value
}

/** Asks an app that wraps `res.end`. @returns {Promise<object>} the answer, and what `end` was called with */
async function ask (express, side, { name = 'Zoë', etag, status = 200, method, headers }) {
  const calls = []
  const app = express().set('views', VIEWS).set('view engine', 'ejs').set('env', 'test')
  if (etag !== undefined) app.set('etag', etag)
  app.use(replacing('end', (end) => function (...args) {
    calls.push(args.map(described))
    return end.apply(this, args)
  }))
  if (side === 'ours') app.use(bufferedRender({ compress: false }))
  app.use((req, res) => res.status(status).render('page', { name }))
  const answer = await exchange(app, { method, headers })
  return { calls, status: answer.status, body: answer.body.toString() }
}

describe.each(everyExpress)('Express $version', ({ express }) => {
  test.each(Object.entries(CASES))('calls res.end with the same arguments as Express alone: %s', async (_, request) => {
    const [alone, ours] = await Promise.all(['alone', 'ours'].map((side) => ask(express, side, request)))
    expect(alone.calls).toHaveLength(1)
    expect(ours).toEqual(alone)
  })
})
