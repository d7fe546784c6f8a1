'use strict'

const Koa = require('koa')
const bufferedRender = require('../..')
const { Rendered } = require('../../lib/page/rendered')
const { breakDialects } = require('../support/broken-dialects')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { filesOf, languages, setUpApp } = require('../support/languages')
const { everything } = require('../support/level')
const { recordOutput } = require('../support/recorded-output')
const { viewFolder } = require('../support/view-folder')

const LONG = 'static text '.repeat(40)

const pageOf = ({ name, print }) => name === 'pug' ? `p ${LONG}\np= x` : `<p>${LONG}</p><p>${print('x')}</p>`

const folder = viewFolder(Object.assign({}, ...languages.map((language) => filesOf(language, { page: pageOf(language) }))))

/** A value that a template prints, or whose print fails. */
const locals = (isBroken) => ({ x: isBroken ? { toString () { throw new Error('broken by the app') } } : '<Zoë>' })

const change = (change) => (rendered) => new Rendered([change(rendered.toString())])

/** What a broken dialect gives in place of the page of its engine, or of an error. */
const FAULTS = {
  'another byte in the middle': { page: change((text) => text.replace('Zoë', 'Zoe')) },
  'another last byte': { page: change((text) => text.slice(0, -1) + '?') },
  'an error in place of a page': { page () { throw new TypeError('broken by a dialect') } },
  'a page in place of an error': { error: () => new Rendered(['page']) },
  'a byte more': { page: change((text) => `${text}\n`) },
  'another error': { error () { throw new RangeError('broken by a dialect') } }
}

const output = recordOutput()

/** Renders the view and answers with it, or with the error, as JSON. */
const HOSTS = [
  ...everyExpress.flatMap(({ version, express }) => [true, false].map((hasEngine) => ({
    host: `Express ${version}, ${hasEngine ? 'with' : 'without'} app.engine`,
    create (language, options) {
      const app = express().set('views', folder.file('.')).set('view engine', language.extension)
      const found = hasEngine ? setUpApp(language, app) : undefined
      const middleware = options && bufferedRender({ compress: false, ...found, ...options })
      if (middleware) app.use(middleware)
      app.get('/', (req, res) => res.render('page', locals('broken' in req.query)))
      app.use((error, req, res, next) => res.status(500).json({ name: error.name, message: error.message, code: error.code }))
      return { ask: (path) => exchange(app, { path }), renderer: middleware?.renderer }
    }
  }))),
  {
    host: 'Koa',
    create ({ extension }, options) {
      const middleware = bufferedRender({ views: folder.file('.'), extension, compress: false, ...options })
      const { ask } = koaApp(Koa, answerErrors, middleware, (ctx) => ctx.render('page', locals('broken' in ctx.query)))
      return { ask: (path) => ask({ path }), renderer: middleware.renderer }
    }
  },
  {
    host: 'renderer.render',
    create ({ extension }, options) {
      const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension, compress: false, ...options })
      const ask = async (path) => {
        try {
          return { status: 200, body: (await renderer.render('page', locals(path !== '/'))).toBuffer() }
        } catch ({ name, message, code }) {
          return { status: 500, body: Buffer.from(JSON.stringify({ name, message, code })) }
        }
      }
      return { ask, renderer }
    }
  }
]

async function answerErrors (ctx, next) {
  try {
    await next()
  } catch ({ name, message, code }) {
    ctx.status = 500
    ctx.body = { name, message, code }
  }
}

/** The view by the engine alone: in Express without us, elsewhere too, since that has no other engine. */
async function alone (language, path) {
  const { status, body } = await HOSTS[0].create(language).ask(path)
  return { status, body: body.toString() }
}

const tried = Object.keys(FAULTS).slice(0, everything ? undefined : 4)

describe.each(HOSTS)('$host', ({ create }) => {
  describe.each(languages)('$name', (language) => {
    test.each(['off', 'check', 'report'])('in mode %s, the page and the error are those of the engine', async (mode) => {
      const { ask, renderer } = create(language, { mode })
      for (const path of ['/', '/?broken']) {
        const { status, body } = await ask(path)
        const expected = await alone(language, path)
        expect(status).toBe(expected.status)
        if (status === 200) expect(body.toString()).toBe(expected.body)
        else expect(JSON.parse(body).message).toContain('broken by the app')
      }
      if (mode !== 'off') expect(Object.values(renderer.stats().checks)).toEqual([{ renders: 2, same: 1, differs: 0, sameError: 1, notCompared: 0, byEngine: 0 }])
      expect(output.warnings).not.toHaveBeenCalled()
      expect(process.exitCode).toBeUndefined()
    })

    test.each(tried)('a difference is found: %s', async (fault) => {
      const path = FAULTS[fault].error ? '/?broken' : '/'
      const expected = await alone(language, path)
      const [checked, reported] = ['check', 'report'].map((mode) => create(language, { mode }))
      breakDialects(FAULTS[fault])

      const answer = await checked.ask(path)
      const { code, message } = JSON.parse(answer.body)
      expect({ status: answer.status, code }).toEqual({ status: 500, code: 'BUFFERED_RENDER_DIFFERENCE' })
      expect(message).toMatch(new RegExp(`^View "page[.\\w]*" differs from its engine.*:\\n {2}${language.name} \\d+\\.\\d+\\.\\d+: .*\\n {2}buffered-render \\d`))
      expect(output.stderr).toHaveBeenCalledWith(`${message}\n`)
      expect(process.exitCode).toBe(1)
      expect(output.warnings).not.toHaveBeenCalled()

      const { status, body } = await reported.ask(path)
      expect(status).toBe(expected.status)
      if (status === 200) expect(body.toString()).toBe(expected.body)
      else expect(JSON.parse(body).message).toContain('broken by the app')
      expect(output.warnings.mock.calls).toEqual([[message, { code: 'BUFFERED_RENDER_DIFFERENCE' }]])
      expect(reported.renderer.stats()).toMatchObject({ differences: 1 })
    })

    test('in mode off, no code of ours renders', async () => {
      const { ask } = create(language, { mode: 'off' })
      breakDialects(FAULTS['an error in place of a page'])
      expect((await ask('/')).body.toString()).toBe((await alone(language, '/')).body)
    })
  })
})
