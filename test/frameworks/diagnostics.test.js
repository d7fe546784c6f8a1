'use strict'

const { channel } = require('node:diagnostics_channel')
const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { expressVersions } = require('../support/frameworks')
const { listenTo } = require('../support/listen-to')
const { replacing } = require('../support/patching-middleware')
const { platforms } = require('../support/platforms')
const shop = require('../support/shop')
const { locals, shopApp } = require('../support/shop-server')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender
const RENDER = 'buffered-render:render'
const RESPONSE = 'buffered-render:response'
const ERROR = 'buffered-render:error'

const accepting = (header, others) => ({ headers: { 'accept-encoding': header, ...others } })
const [view, tag, pending] = shop.ways

const folder = viewFolder({
  'price.ejs': '<p><%= await price %></p>',
  'throws.ejs': '<p><%= none.such %></p>',
  'open.ejs': '<p><%= title </p>'
})

/** What began and ended while this process runs. */
const aDuration = { asymmetricMatch: (value) => value > 0 && value < performance.now(), toString: () => 'a duration in milliseconds' }

describe.each(platforms)('$platform', ({ platform, serve }) => {
  const appOf = (...how) => shopApp({ serve }, ...how)

  describe('publishes a render', () => {
    test('with its view, its chunks, their bytes and its duration', async () => {
      const messages = listenTo(RENDER)
      const { ask } = appOf(view.send)
      const { body } = await ask()

      expect(messages).toEqual([{
        view: 'products', chunks: expect.any(Number), staticBytes: expect.any(Number), dynamicBytes: expect.any(Number), duration: aDuration
      }])
      const [{ chunks, staticBytes, dynamicBytes }] = messages
      expect(staticBytes + dynamicBytes).toBe(body.length)
      // The layout is static, and the list is not.
      expect(staticBytes).toBeGreaterThan(3000)
      expect(dynamicBytes).toBeGreaterThan(Buffer.byteLength(locals.title + locals.user))
      expect(chunks).toBeGreaterThan(2)
    })

    test('of views only', async () => {
      const messages = listenTo(RENDER)
      for (const { send } of [tag, pending]) await appOf(send).ask()
      expect(messages).toEqual([])
    })

    test('when an asynchronous page is complete', async () => {
      const messages = listenTo(RENDER)
      const counts = []
      const { ask } = appOf(({ render }) => {
        const price = new Promise((resolve) => setImmediate(() => {
          counts.push(messages.length)
          resolve('¥ 42')
        }))
        return render('price', { price })
      }, { views: folder.file('.'), engineOptions: { async: true } })
      const { body } = await ask()
      expect(body.toString()).toBe('<p>¥ 42</p>')
      expect(counts).toEqual([0])
      expect(messages).toEqual([{ view: 'price', chunks: 1, staticBytes: 0, dynamicBytes: body.length, duration: aDuration }])
    })

    test('only if it succeeds', async () => {
      const messages = listenTo(RENDER)
      const { ask } = appOf(async ({ render, res }) => {
        try {
          await render('products', {})
        } catch {
          res.statusCode = 500
          res.end()
        }
      })
      expect(await ask()).toMatchObject({ status: 500 })
      expect(messages).toEqual([])
    })
  })

  describe('publishes the error', () => {
    const withFolder = { views: folder.file('.') }
    const rejects = () => turn().then(() => { throw new Error('no price') })

    test.each([
      { name: 'that a template throws', view: 'throws', message: /none is not defined/ },
      { name: 'of a template that does not compile', view: 'open', message: /^Could not find matching close tag/ },
      { name: 'of a promise that a template awaits', view: 'price', price: rejects, message: /no price/, options: { engineOptions: { async: true } } }
    ])('$name, which the app receives as well', async ({ view, price, message, options }) => {
      const [published, renders] = [listenTo(ERROR), listenTo(RENDER)]
      const { ask, errors } = appOf(({ render }) => render(view, { price: price?.() }), { ...withFolder, ...options })
      expect(await ask()).toMatchObject({ status: 500 })
      expect(published).toEqual([{ view, error: expect.objectContaining({ message: expect.stringMatching(message) }), duration: aDuration }])
      expect(errors).toHaveLength(1)
      expect(published[0].error).toBe(errors[0])
      expect(renders).toEqual([])
    })

    test('of a view that is not found, unless Express looks for it', async () => {
      const published = listenTo(ERROR)
      const { ask, errors } = appOf(({ render }) => render('no-such', {}), withFolder)
      await ask()
      expect(errors).toHaveLength(1)
      const messages = [{ view: 'no-such', error: errors[0], duration: aDuration }]
      expect(published).toEqual(platform.startsWith('Express') ? [] : messages)
    })

    test('of no render that succeeds', async () => {
      const published = listenTo(ERROR)
      const renders = jest.spyOn(channel(RENDER), 'publish')
      const { ask } = appOf(view.send)
      expect((await ask()).body.toString()).toBe(await view.textOf(locals))
      expect(published).toEqual([])
      expect(renders).not.toHaveBeenCalled()
    })
  })

  describe('publishes a response', () => {
    const requests = [
      { name: 'that is unencoded', request: {}, message: { status: 200, encoding: 'identity' } },
      { name: 'as gzip', request: accepting('gzip'), message: { status: 200, encoding: 'gzip' } },
      { name: 'of another status', code: 404, request: accepting('gzip'), message: { status: 404, encoding: 'gzip' } },
      { name: 'to HEAD', request: { method: 'HEAD', ...accepting('gzip') }, message: { status: 200, encoding: 'gzip' } },
      { name: 'with status 304', request: accepting('gzip', { 'if-none-match': '*' }), message: { status: 304, encoding: 'identity' }, hasContent: false },
      { name: 'with status 204', code: 204, request: accepting('gzip'), message: { status: 204, encoding: 'identity' }, hasContent: false },
      { name: 'with a Content-Encoding of the app', own: 'x-own', request: accepting('gzip'), message: { status: 200, encoding: 'x-own', unencoded: 'content-encoding' } }
    ]

    describe.each(shop.ways)('by $way', ({ send }) => {
      // A page is in the memo from the second time on; one that was never made is not.
      test.each(requests)('$name', async ({ code, own, request, message, hasContent = true }) => {
        const messages = listenTo(RESPONSE)
        const { ask } = appOf(send, {}, ({ res, status }) => {
          if (code) status(code)
          if (own) res.setHeader('Content-Encoding', own)
        })
        for (const memo of [false, false, true]) {
          const { body } = await ask(request)
          expect(messages.splice(0)).toEqual([{ ...message, bytes: body.length, memo: memo && hasContent }])
        }
      })
    })
  })

  describe.each([
    { page: 'that is ready', price: () => '¥ 42' },
    { page: 'that waits', price: () => turn().then(turn).then(() => turn('¥ 42')) }
  ])('publishes the response to a streamed page $page', ({ price }) => {
    test.each([
      { name: 'that is unencoded', encoding: 'identity' },
      { name: 'as gzip', encoding: 'gzip' },
      { name: 'of another status', encoding: 'gzip', code: 404 },
      { name: 'to HEAD', encoding: 'gzip', method: 'HEAD', bytes: 0 },
      { name: 'without a body', encoding: 'identity', code: 204, bytes: 0 }
    ])('$name', async ({ encoding, code = 200, method, bytes }) => {
      const messages = listenTo(RESPONSE)
      const { ask } = appOf(({ status, stream }) => {
        status(code)
        return stream(html`<p>${price()}${html.raw('static '.repeat(200))}`)
      })
      await ask({ method, ...code !== 204 && accepting(encoding) })
      expect(messages).toEqual([{ status: code, encoding, bytes, memo: false }])
      expect(Object.keys(messages[0])).toEqual(['status', 'encoding', 'bytes', 'memo', 'unencoded'])
    })
  })

  test('publishes no response to a streamed page that fails before its first byte', async () => {
    const messages = listenTo(RESPONSE)
    await appOf(({ stream }) => stream(html`<p>${Promise.reject(new Error('no value'))}`)).ask()
    expect(messages).toEqual([])
  })

  test('publishes nothing without subscribers', async () => {
    const spies = [RENDER, RESPONSE, ERROR].map((name) => jest.spyOn(channel(name), 'publish'))
    const { ask } = appOf(view.send)
    await ask(accepting('gzip'))
    await appOf(({ render }) => render('throws', {}), { views: folder.file('.') }).ask()
    spies.forEach((publish) => expect(publish).not.toHaveBeenCalled())
    jest.restoreAllMocks()

    const responses = listenTo(RESPONSE)
    const renders = jest.spyOn(channel(RENDER), 'publish')
    await ask(accepting('gzip'))
    expect(responses).toHaveLength(1)
    expect(renders).not.toHaveBeenCalled()
  })

  test('a subscriber that reads another page does not change the one that is sent', async () => {
    const read = () => html`<p>${'another'.repeat(2000)}</p>`.toBuffer()
    for (const name of [RENDER, RESPONSE]) listenTo(name, read)
    const { ask } = appOf(view.send, { compress: false })
    const { body } = await ask()
    expect(body.toString()).toBe(await view.textOf(locals))
  })
})

describe.each(expressVersions)('Express $version', ({ express }) => {
  const ask = (build) => {
    const app = express().set('views', shop.views).set('view engine', 'ejs')
    build(app)
    return exchange(app)
  }

  test('publishes a render for a callback, and the response if the page itself is sent', async () => {
    const [renders, responses] = [listenTo(RENDER), listenTo(RESPONSE)]
    for (const added of ['', '<!-- added -->']) {
      const { body } = await ask((app) => app.use(bufferedRender()).get('/', (req, res, next) => {
        res.render('products', locals, (error, text) => error ? next(error) : res.send(text + added))
      }))
      expect(body.toString()).toBe(await view.textOf(locals) + added)
      expect(renders.splice(0)).toHaveLength(1)
      expect(responses.splice(0)).toHaveLength(added ? 0 : 1)
    }
  })

  test('does not publish renders that are left to Express', async () => {
    const [renders, responses] = [listenTo(RENDER), listenTo(RESPONSE)]
    const { status } = await ask((app) => app.use(bufferedRender()).engine('ejs', (file, options, callback) => callback(null, 'own'))
      .get('/', (req, res) => res.render('products', locals)))
    expect(status).toBe(200)
    expect([renders, responses]).toEqual([[], []])
  })

  test.each([
    { name: 'long', text: 'static '.repeat(300), unencoded: 'end' },
    { name: 'short', text: 'static', unencoded: undefined }
  ])('publishes a response that it sends as text: $name', async ({ text, unencoded }) => {
    const messages = listenTo(RESPONSE)
    const passOn = replacing('end', (end) => function (...args) { return end.apply(this, args) })
    const app = express().use(bufferedRender(), passOn, (req, res) => res.send(html`<p>${text}`))
    const { body } = await exchange(app, accepting('gzip'))
    expect(messages).toEqual([{ status: 200, encoding: 'identity', bytes: body.length, memo: false, unencoded }])
  })
})
