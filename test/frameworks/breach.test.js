'use strict'

const { createHash } = require('node:crypto')
const compression = require('compression')
const koaCompress = require('koa-compress')
const bufferedRender = require('../..')
const { LARGE } = require('../../lib/page/large-file')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { everyExpress, everyKoa, expressVersions, koaVersions } = require('../support/frameworks')
const { afterNext, koaApp: appOfKoa } = require('../support/koa-app')
const { literal } = require('../support/literal')
const { replacing } = require('../support/patching-middleware')
const { ofExpress, ofKoa } = require('../support/platforms')
const { rewriteByHand } = require('../support/rewrite-by-hand')
const { viewFolder } = require('../support/view-folder')

const { fragment, html } = bufferedRender

const SECRET = 'token=9f2c41d07ab3'
const ROWS = '<li>static</li>\n'.repeat(100)
const folder = viewFolder({ 'page.ejs': `<p><%= secret %></p><p><%= guess %></p>${ROWS}`, large: ' '.repeat(LARGE) })

/** Of the same length. The right one repeats the secret, so that the page is shorter if it is compressed as a whole. */
const GUESSES = { right: SECRET, wrong: 'wqk:ub/7-h_e5jx;im' }

/** Text that compression hardly shortens. */
const NOISE = createHash('shake256', { outputLength: 1500 }).update('noise').digest('base64')

const mostlyStatic = (guess) => html(literal([`<p>${SECRET}</p><p>`, `</p>${ROWS}`]), guess)
const mostlyDynamic = (guess) => html`<p>${SECRET}</p><p>${guess}</p><p>${NOISE}</p>`
const short = (guess) => html`<p>${SECRET}</p><p>${guess}</p>`
const pending = (guess) => html(literal([`<p>${SECRET}</p><p>`, `</p>${ROWS}`]), Promise.resolve(guess))

/** What an app answers with, and whether this library encodes it for a client that takes gzip. */
const kinds = [
  { kind: 'a view', answer: ({ render }, guess) => render('page', { secret: SECRET, guess }), isEncoded: true },
  { kind: 'a mostly static page', answer: ({ send }, guess) => send(mostlyStatic(guess)), isEncoded: true },
  { kind: 'a mostly dynamic page', answer: ({ send }, guess) => send(mostlyDynamic(guess)) },
  { kind: 'a short page', answer: ({ send }, guess) => send(short(guess)) },
  { kind: 'a page of promises', answer: ({ send }, guess) => send(pending(guess)), isEncoded: true },
  { kind: 'a streamed view', answer: ({ stream }, guess) => stream('page', { secret: SECRET, guess }), isEncoded: true },
  { kind: 'a stream', answer: ({ stream }, guess) => stream(pending(guess)), isEncoded: true },
  { kind: 'a short stream', answer: ({ stream }, guess) => stream(short(guess)) },
  { kind: 'an error page', answer ({ send, status }, guess) { status(500); return send(short(guess)) } },
  { kind: 'an error page for a view that fails', answer: ({ fail }, guess) => fail(mostlyStatic(guess)), isEncoded: true }
]

const CLIENTS = [undefined, 'gzip', 'deflate', 'br', 'gzip, deflate, br', 'br, deflate', 'gzip;q=0, *']

/** The header of the app, and that of an unencoded page. */
const cacheControls = [
  { own: '', expected: 'no-transform' },
  { own: 'private, max-age=0', expected: 'private, max-age=0, no-transform' },
  { own: 'x-no-transform', expected: 'x-no-transform, no-transform' },
  { own: 'private, no-transform', expected: 'private, no-transform', isUnencoded: true },
  { own: 'No-Transform', expected: 'No-Transform', isUnencoded: true }
]

const options = { views: folder.file('.'), extension: 'ejs', cache: true, compress: 'static' }

const orders = [
  { order: 'above ours', arrange: (ours, other) => [other, ours] },
  { order: 'below ours', arrange: (ours, other) => [ours, other] }
]

/**
 * @param {Function} express
 * @param {object} how
 * @param {(ours: Function, other: Function) => Function[]} how.arrange the order of ours and the compressing middleware
 * @param {(exchange: object, guess: string) => unknown} how.answer
 * @param {(res: object) => void} [how.prepare] is called before the answer
 * @param {Function[]} [how.beside] other middleware
 * @param {object} [how.ours] options of ours
 * @returns {(request: object) => Promise<object>} see `exchange`
 */
function expressApp (express, { arrange, answer, prepare = () => {}, beside = [], ours = {} }) {
  const app = express().set('env', 'test').use(...arrange(bufferedRender({ ...options, ...ours }), compression({ threshold: 0 })), ...beside)
  app.all('/:guess', (req, res) => {
    prepare(res)
    const fail = (page) => {
      res.locals.page = page
      res.render('page', {})
    }
    return answer({ ...ofExpress(req, res), fail }, GUESSES[req.params.guess])
  })
  app.use((error, req, res, next) => res.locals.page ? res.status(500).send(res.locals.page) : next(error))
  return (request) => exchange(app, request)
}

/** See `expressApp`. */
function koaApp (Koa, { arrange, answer, prepare = () => {}, ours = {} }) {
  return appOfKoa(Koa, ...arrange(bufferedRender({ ...options, ...ours }), koaCompress({ threshold: 0 })), (ctx) => {
    prepare(ctx.res)
    const fail = async (page) => {
      await expect(ctx.render('page', {})).rejects.toThrow('secret is not defined')
      ctx.status = 500
      ctx.body = page
    }
    return answer({ ...ofKoa(ctx), fail }, GUESSES[ctx.path.slice(1)])
  }).ask
}

const platforms = [
  ...expressVersions.map(({ version, express }) => ({ platform: `Express ${version} and compression`, appOf: (how) => expressApp(express, how) })),
  ...koaVersions.map(({ version, Koa }) => ({ platform: `Koa ${version} and koa-compress`, appOf: (how) => koaApp(Koa, how) }))
]

const headersOf = (accepted, others) => ({ ...(accepted !== undefined && { 'accept-encoding': accepted }), ...others })

/** @returns {Promise<object[]>} the answers with the right and with the wrong guess */
function tryBoth (ask, accepted) {
  return Promise.all(Object.keys(GUESSES).map((guess) => ask({ path: `/${guess}`, headers: headersOf(accepted) })))
}

/** The text of a page, also if it names the coding that is none. */
function decoded ({ headers: { 'content-encoding': coding, ...headers }, body }) {
  return textOf({ headers: { ...headers, ...(coding !== 'identity' && coding && { 'content-encoding': coding }) }, body })
}

/** Expects that only the text of the pages tells the guesses apart. */
function expectAlike ([right, wrong]) {
  expect(decoded(right)).toContain(`<p>${SECRET}</p><p>${SECRET}</p>`)
  expect(decoded(wrong)).toContain(`<p>${SECRET}</p><p>${GUESSES.wrong}</p>`)
  expect(right.body.length).toBe(wrong.body.length)
  expect(right.headers).toEqual({ ...wrong.headers, ...(right.headers.etag && { etag: right.headers.etag }) })
}

describe.each(platforms)('$platform', ({ appOf }) => {
  describe.each(orders)('$order', ({ arrange }) => {
    // Without this test, the others could measure nothing.
    test.each(['gzip', 'deflate', 'br'])('tells a secret by the length of text that is no page, by %s', async (accepted) => {
      const [right, wrong] = await tryBoth(appOf({ arrange, answer: ({ send }, guess) => send(String(mostlyStatic(guess))) }), accepted)
      expect(right.headers['content-encoding']).toBe(accepted)
      expect(right.body.length).toBeLessThan(wrong.body.length)
    })

    describe.each(kinds)('$kind', ({ answer, isEncoded = false }) => {
      test('tells no secret by its length', async () => {
        const ask = appOf({ arrange, answer })
        for (const accepted of CLIENTS) {
          const answers = await tryBoth(ask, accepted)
          expectAlike(answers)
          const isGzip = isEncoded && /gzip(?!;q=0)/.test(accepted)
          expect(answers[0].headers['content-encoding']).toBe(isGzip ? 'gzip' : undefined)
          expect(answers[0].headers['cache-control']).toBe(isGzip ? undefined : 'no-transform')
        }
      })

      test('keeps the Cache-Control of the app', async () => {
        for (const { own, expected, isUnencoded = !isEncoded } of cacheControls) {
          const ask = appOf({ arrange, answer, prepare: (res) => res.setHeader('Cache-Control', own) })
          for (const accepted of ['br', 'gzip']) {
            const answers = await tryBoth(ask, accepted)
            expectAlike(answers)
            expect(answers[0].headers['cache-control']).toBe(accepted === 'br' || isUnencoded ? expected : own)
          }
        }
      })
    })

    test('a page with a large file tells no secret by its length', async () => {
      const file = fragment.file('large', { roots: folder.file('.') })
      const ask = appOf({ arrange, answer: ({ send }, guess) => send(html`${short(guess)}${file}`) })
      const answers = await tryBoth(ask, 'br')
      expectAlike(answers)
      expect(answers[0].headers['cache-control']).toBe('no-transform')
    })

    test.each([undefined, true, false])('leaves pages to other middleware with compress: %s', async (compress) => {
      for (const { answer } of kinds) {
        const { headers } = await appOf({ arrange, answer, ours: { compress } })({ path: '/right', headers: headersOf('deflate') })
        expect(headers['content-encoding']).toBe('deflate')
        expect(headers).not.toHaveProperty('cache-control')
      }
    })
  })
})

describe.each(everyExpress)('Express $version', ({ express }) => {
  const others = [
    { name: 'middleware that rewrites bodies', beside: [rewriteByHand] },
    { name: 'a res.send of its own', beside: [replacing('send', (send) => function (body) { return send.call(this, body) })] },
    { name: 'a Content-Type that is left to Express', prepare: (res) => res.setHeader('Content-Type', 'text/html; charset="utf-8"') },
    { name: 'a Content-Encoding of the app', prepare: (res) => res.setHeader('Content-Encoding', 'identity') },
    { name: 'the status 206', prepare: (res) => res.status(206) }
  ]

  test.each(others)('a page tells no secret by its length with $name', async ({ beside, prepare }) => {
    for (const { answer } of kinds.filter(({ kind }) => !/stream|fails/.test(kind))) {
      for (const { arrange } of orders) {
        const answers = await tryBoth(expressApp(express, { arrange, answer, beside, prepare }), 'br')
        expectAlike(answers)
        expect(answers[0].headers['cache-control']).toBe('no-transform')
      }
    }
  })
})

test.each(everyKoa)('a page tells no secret by its length in Koa $version if middleware replaces Cache-Control', async ({ Koa }) => {
  const replace = afterNext((ctx) => ctx.set('Cache-Control', 'private'))
  for (const { answer } of kinds) {
    const answers = await tryBoth(koaApp(Koa, { arrange: (ours, other) => [other, replace, ours], answer }), 'br')
    expectAlike(answers)
    expect(answers[0].headers['cache-control']).toBe('private')
  }
})
