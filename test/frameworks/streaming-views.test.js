'use strict'

const { PassThrough } = require('node:stream')
const bufferedRender = require('../..')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { streamingPlatforms } = require('../support/streaming-platforms')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const folder = viewFolder({ 'page.ejs': '<p>page</p>', 'broken.ejs': '<% if (', '../secret.ejs': 'secret' })
afterAll(() => folder.remove())

const error = new Error('no value')

/** What a view can be streamed by. */
const frameworks = [
  ...expressVersions.map(({ version, express }) => ({ framework: `Express ${version}`, serve: serveByExpress(express) })),
  ...koaVersions.map(({ version, Koa }) => ({ framework: `Koa ${version}`, serve: serveByKoa(Koa) }))
]

function serveByExpress (express) {
  return (...args) => {
    const errors = []
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs').use(bufferedRender())
    app.get('/', (req, res) => res.renderStream(...args))
    app.use((error, req, res, next) => {
      errors.push(error)
      res.status(500).end('failed')
    })
    return { listener: app, errors }
  }
}

function serveByKoa (Koa) {
  return (...args) => {
    const errors = []
    const app = new Koa().use(bufferedRender({ views: folder.file('.'), extension: 'ejs' }))
    app.on('error', (error) => errors.push(error)).use((ctx) => ctx.renderStream(...args))
    return { listener: app.callback(), errors }
  }
}

describe.each(frameworks)('a view that is streamed by $framework', ({ serve }) => {
  test.each([undefined, null, {}])('may have no locals: %p', async (locals) => {
    const { listener, errors } = serve('page', locals)
    const { status, body } = await exchange(listener)
    expect([status, String(body)]).toEqual([200, '<p>page</p>'])
    expect(errors).toEqual([])
  })

  test.each([
    { name: 'is not there', view: 'missing', message: 'missing' },
    { name: 'does not compile', view: 'broken', message: 'Could not find matching close tag' },
    { name: 'is outside of its folders', view: '../secret', message: 'secret' }
  ])('that $name has its locals freed', async ({ view, message }) => {
    const stream = new PassThrough()
    const values = new CountedValues(['a'])
    const { listener, errors } = serve(view, { stream, values, failing: Promise.reject(error) })
    expect((await exchange(listener)).status).toBe(500)
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })])
    expect(stream.destroyed).toBe(true)
    expect(values).toMatchObject({ pulled: 0, returned: 1 })
  })
})

describe.each(frameworks)('a name that is none is refused by $framework', ({ serve }) => {
  test.each([
    { view: undefined, kind: 'undefined' },
    { view: null, kind: 'null' },
    { view: '', kind: 'an empty string' },
    { view: 42, kind: 'a number' },
    { view: ['page'], kind: 'a list' },
    { view: Promise.resolve('page'), kind: 'a promise' }
  ])('$kind', async ({ view, kind }) => {
    const stream = new PassThrough()
    const { listener, errors } = serve(view, { stream })
    expect((await exchange(listener)).status).toBe(500)
    expect(errors).toEqual([new TypeError(`A view is named by a string, got ${kind}`)])
    expect(stream.destroyed).toBe(true)
  })
})

const wrong = [
  { how: null, message: 'The options of a stream take an object, got null' },
  { how: () => {}, message: 'The options of a stream take an object, got a function' },
  { how: { onError: null }, message: 'The option "onError" of a stream takes a function of an error, got null' },
  { how: { onError: 'x' }, message: 'The option "onError" of a stream takes a function of an error, got "x"' },
  { how: { onerror: () => {} }, message: 'Unknown option "onerror" of a stream; the options are onError' }
]

describe.each(wrong)('the options $how', ({ how, message }) => {
  const expectRefused = async ({ listener, errors }, { stream, values }) => {
    expect((await exchange(listener)).status).toBe(500)
    expect(errors).toEqual([new TypeError(message)])
    expect(stream.destroyed).toBe(true)
    expect(values).toMatchObject({ pulled: 0, returned: 1 })
  }

  test.each(streamingPlatforms)('are refused before a page is begun by $platform', async ({ serve }) => {
    const readable = new PassThrough()
    const values = new CountedValues(['a'])
    const page = html`<p>${readable}${values}${Promise.reject(error)}`
    await expectRefused(serve({}, ({ stream }) => stream(page, how)), { stream: readable, values })
  })

  test.each(frameworks)('are refused before a view is begun by $framework', async ({ serve }) => {
    const stream = new PassThrough()
    const values = new CountedValues(['a'])
    await expectRefused(serve('page', { stream, values, failing: Promise.reject(error) }, how), { stream, values })
  })
})

test.each([undefined, {}, { onError: undefined }])('the options %p are none', async (how) => {
  for (const { serve } of streamingPlatforms) {
    const { listener } = serve({}, ({ stream }) => stream(html`<p>`, how))
    expect((await exchange(listener)).body.toString()).toBe('<p>')
  }
})
