'use strict'

const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const LONG = `<p>${'lorem ipsum '.repeat(50)}</p>`

/** Views with text before the value, by the options that they need. */
const VIEWS = [
  { views: ['printed.ejs', 'printed.eta', 'page.hbs', 'page.liquid', 'condition.liquid', 'partial.liquid', 'layout.liquid', 'later.liquid', 'page.mustache', 'page.njk', 'page.pug'] },
  { views: ['awaited.ejs', 'assigned.ejs', 'later.ejs', 'awaited.eta'], engineOptions: { async: true } }
].flatMap(({ views, engineOptions }) => views.map((view) => ({ view, engineOptions })))

const folder = viewFolder({
  'printed.ejs': `${LONG}<%= x %>`,
  'awaited.ejs': `${LONG}<%= await x %>`,
  'assigned.ejs': `${LONG}<% const y = await x %>`,
  'later.ejs': `${LONG}<%= await ready %>${LONG}<%= await x %>`,
  'printed.eta': `${LONG}<%= it.x %>`,
  'awaited.eta': `${LONG}<%= await it.x %>`,
  'page.hbs': `${LONG}{{x}}`,
  'page.liquid': `${LONG}{{ x }}`,
  'condition.liquid': 'short{% if x %}yes{% endif %}',
  'partial.liquid': `${LONG}{% render "part", x: x %}`,
  'part.liquid': `${LONG}{{ x | upcase }}`,
  'layout.liquid': '{% layout "base" %}{% block b %}{{ x }}{% endblock %}',
  'base.liquid': `${LONG}{% block b %}{% endblock %}`,
  'later.liquid': `${LONG}{{ ready }}${LONG}{{ x }}`,
  'page.mustache': `${LONG}{{x}}`,
  'page.njk': `${LONG}{{ x }}`,
  'page.pug': 'p text\np= x'
})
afterAll(() => folder.remove())

const failure = () => new Error('no value')

/** Values whose error is known by the end of the turn in which the render begins. */
const VALUES = {
  'is rejected already': () => Promise.reject(failure()),
  'is rejected some microtasks later': async () => {
    for (let i = 0; i < 5; i++) await null
    throw failure()
  },
  'is rejected at the end of the turn': () => turn().then(() => { throw failure() })
}

const engines = () => ({ hbs: require('handlebars') })

function serveByExpress (express) {
  return (options, page) => {
    const app = express().set('views', folder.file('.')).use(bufferedRender({ ...options, engines: engines() }))
    app.get('/', (req, res) => { res.renderStream(...page()) })
    return app.use((error, req, res, next) => { res.status(500).send(error.message.includes('no value') ? 'error page' : error.stack) })
  }
}

function serveByKoa (Koa) {
  return (options, page) => {
    const app = new Koa().use(async (ctx, next) => {
      try {
        await next()
      } catch ({ message, stack }) {
        ctx.status = 500
        ctx.body = message.includes('no value') ? 'error page' : stack
      }
    })
    return app.use(bufferedRender({ ...options, views: folder.file('.'), engines: engines() })).use((ctx) => ctx.renderStream(...page())).callback()
  }
}

const frameworks = [
  ...expressVersions.map(({ version, express }) => [`Express ${version}`, serveByExpress(express)]),
  ...koaVersions.map(({ version, Koa }) => [`Koa ${version}`, serveByKoa(Koa)])
]

const answerOf = async (listener) => {
  const { status, body } = await exchange(listener)
  return { status, body: String(body) }
}

describe.each(frameworks)('streamed by %s', (_, serve) => {
  describe.each(Object.entries(VALUES))('text before a value that %s is not sent: the answer is an error page', (_, value) => {
    test.each(VIEWS)('$view', async ({ view, engineOptions }) => {
      const listener = serve({ engineOptions }, () => [view, { x: value(), ready: Promise.resolve('ready') }])
      expect(await answerOf(listener)).toEqual({ status: 500, body: 'error page' })
    })

    test('html`…`', async () => {
      expect(await answerOf(serve({}, () => [html`${html.raw(LONG)}${value()}`]))).toEqual({ status: 500, body: 'error page' })
    })
  })
})
