'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { expressVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const folder = viewFolder({
  'page.ejs': '<p>page</p>',
  'locals.ejs': '<%= [fromApp, shared, own] %>',
  'broken.ejs': '<% if (',
  '../secret.ejs': 'secret',
  'waits.mustache': '<p>{{late}}</p>'
})

const error = new Error('no value')

/** What a view can be streamed by. */
const frameworks = platforms.filter(({ platform }) => platform !== 'node:http').map(({ platform, serve }) => ({
  framework: platform,
  serve (...args) {
    let hasEnded = false
    const served = serve({ views: folder.file('.'), extension: 'ejs' }, ({ stream }) => stream(...args).then(() => { hasEnded = true }))
    return { ...served, hasEnded: () => hasEnded }
  }
}))

describe.each(frameworks)('a view streamed by $framework', ({ serve }) => {
  test.each([undefined, null, {}])('can have no locals: %p', async (locals) => {
    const { listener, errors } = serve('page', locals)
    const { status, body } = await exchange(listener)
    expect([status, String(body)]).toEqual([200, '<p>page</p>'])
    expect(errors).toEqual([])
  })

  test.each([
    { name: 'is not there', view: 'missing.ejs', message: 'missing' },
    { name: 'does not compile', view: 'broken', message: 'Could not find matching close tag' },
    { name: 'is outside of its folders', view: '../secret', message: 'secret' }
  ])('that $name releases its locals', async ({ view, message }) => {
    const stream = new PassThrough()
    const values = new CountedValues(['a'])
    const { listener, errors } = serve(view, { stream, values, failing: Promise.reject(error) })
    // Koa 2 answers a view that is not there with 404.
    expect([500, view === 'missing.ejs' && 404]).toContain((await exchange(listener)).status)
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })])
    expect(stream.destroyed).toBe(true)
    expect(values).toMatchObject({ pulled: 0, returned: 1 })
  })
})

describe.each(frameworks)('a view that waits for its locals, by $framework', ({ serve }) => {
  const never = () => new Promise(() => {})

  test('is cancelled when the client disconnects, and later errors are ignored', async () => {
    const stream = new PassThrough()
    const { promise, fail } = gate()
    const { listener, errors, hasEnded } = serve('waits.mustache', { late: never(), page: html`<p>${stream}`, promise })
    let isAsked = false
    const client = await clientOf((req, res) => {
      isAsked = true
      listener(req, res)
    })
    await until(() => isAsked)
    for (let i = 0; i < 10; i++) await turn()
    expect(hasEnded()).toBe(false)
    client.close()
    await until(hasEnded)
    expect(stream.destroyed).toBe(true)
    fail(error)
    for (let i = 0; i < 10; i++) await turn()
    expect(errors).toEqual([])
  })

  test('fails with the first error, which alone is reported to onError', async () => {
    const [first, second] = [gate(), gate()]
    const heard = []
    const { listener, errors } = serve('waits.mustache', { late: first.promise, other: second.promise }, { onError: (error) => { heard.push(error) } })
    setImmediate(first.fail, error)
    expect((await exchange(listener)).status).toBe(500)
    second.fail(new Error('second'))
    for (let i = 0; i < 10; i++) await turn()
    expect(errors).toEqual([error])
    expect(heard).toEqual([error])
  })

  test('reads each local once', async () => {
    let count = 0
    const { listener } = serve('waits.mustache', { get late () { return Promise.resolve(++count) } })
    expect((await exchange(listener)).body.toString()).toBe('<p>1</p>')
    expect(count).toBe(1)
  })
})

test.each(expressVersions)('a streamed view has the same locals as a rendered one in Express $version, by Express itself', async ({ express }) => {
  const bodyOf = async (middleware, answer) => {
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs')
    app.locals.fromApp = app.locals.shared = app.locals.own = 'app'
    app.use(...middleware, (req, res) => {
      res.locals.shared = res.locals.own = 'response'
      return answer(res)
    })
    return String((await exchange(app)).body)
  }
  const streamed = await bodyOf([bufferedRender()], (res) => res.renderStream('locals', { own: 'own' }))
  expect(streamed).toBe(await bodyOf([], (res) => res.render('locals', { own: 'own' })))
  expect(streamed).toBe('app,response,own')
})

describe.each(frameworks)('a name that is not a string is refused by $framework', ({ serve }) => {
  test.each([
    { view: undefined, kind: 'undefined' },
    { view: null, kind: 'null' },
    { view: '', kind: 'an empty string' },
    { view: 42, kind: 'a number' },
    { view: ['page'], kind: 'an array' },
    { view: Promise.resolve('page'), kind: 'a promise' }
  ])('$kind', async ({ view, kind }) => {
    const stream = new PassThrough()
    const { listener, errors } = serve(view, { stream })
    expect((await exchange(listener)).status).toBe(500)
    expect(errors).toEqual([new TypeError(`The name of a view must be a string that is not empty, got ${kind}`)])
    expect(stream.destroyed).toBe(true)
  })
})

const wrong = [
  { how: null, message: 'The options of a stream must be an object, got null' },
  { how: () => {}, message: 'The options of a stream must be an object, got a function' },
  { how: { onError: null }, message: 'The option "onError" of a stream must be a function that takes an error, got null' },
  { how: { onError: 'x' }, message: 'The option "onError" of a stream must be a function that takes an error, got "x"' },
  { how: { onerror: () => {} }, message: 'Unknown option "onerror" of a stream; did you mean "onError"? the options are onError' }
]

describe.each(wrong)('the options $how', ({ how, message }) => {
  const expectRefused = async ({ listener, errors }, { stream, values }) => {
    expect((await exchange(listener)).status).toBe(500)
    expect(errors).toEqual([new TypeError(message)])
    expect(stream.destroyed).toBe(true)
    expect(values).toMatchObject({ pulled: 0, returned: 1 })
  }

  test.each(platforms)('are refused by $platform before a page is started', async ({ serve }) => {
    const readable = new PassThrough()
    const values = new CountedValues(['a'])
    const page = html`<p>${readable}${values}${Promise.reject(error)}`
    await expectRefused(serve({}, ({ stream }) => stream(page, how)), { stream: readable, values })
  })

  test.each(frameworks)('are refused by $framework before a view is started', async ({ serve }) => {
    const stream = new PassThrough()
    const values = new CountedValues(['a'])
    await expectRefused(serve('page', { stream, values, failing: Promise.reject(error) }, how), { stream, values })
  })
})

test.each([undefined, {}, { onError: undefined }])('the options %p are ignored', async (how) => {
  for (const { serve } of platforms) {
    const { listener } = serve({}, ({ stream }) => stream(html`<p>`, how))
    expect((await exchange(listener)).body.toString()).toBe('<p>')
  }
})
