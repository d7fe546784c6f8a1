'use strict'

const { isNativeError } = require('node:util/types')
const bufferedRender = require('../..')
const corpus = require('../corpus/ejs')
const engines = require('../support/ejs-engines')
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { everything } = require('../support/level')
const { viewFolder } = require('../support/view-folder')

// The frameworks do not compress, and every header is to be as theirs.
const compress = false
const { engine: ejs } = engines.find(({ version }) => version === '7')
// What the templates of all of them give is tested by itself; here it is what becomes of that.
const cases = corpus.filter((each) => each.engines.includes('7') && !['a template that returns nothing', 'the source of functions that hold text'].includes(each.name)).filter((each, i) => everything || i % 6 === 0)

// Errors of Node's own modules are of another realm when Jest runs the tests.
const describeError = (error) => error instanceof Error || isNativeError(error)
  ? { name: error.name, message: error.message, path: error.path }
  : { thrown: String(error) }

/** An entity tag is made another way; that there is one, of the same kind, has to stay. */
function comparable ({ status, headers, body }) {
  return { status, headers: { ...headers, etag: headers.etag?.replace(/".*"/, '"…"') }, body: body.toString() }
}

let folder
afterEach(() => folder.remove())

/** Writes the files of a case. */
function placed (files, optionsIn) {
  folder = viewFolder(files)
  return { file: folder.file, views: folder.file(''), options: optionsIn(folder.file) }
}

function expressApp (express, { views, view, locals }) {
  const app = express().set('views', views).set('view engine', 'ejs').set('env', 'test')
  app.locals.fromApp = 'app.locals'
  const route = (req, res) => {
    res.locals.fromResponse = 'res.locals'
    res.render(view, locals())
  }
  // Error handlers are recognised by their four parameters.
  const onError = (error, req, res, next) => { res.status(500).json(describeError(error)) }
  return { app, listen: () => app.get('/', route).use(onError) }
}

describe.each(expressVersions)('Express $version', ({ express }) => {
  test.each(cases)('$name', async ({ view, files, options: optionsIn, locals }) => {
    const { views, options } = placed(files, optionsIn)
    for (const make of locals) {
      const alone = expressApp(express, { views, view, locals: make })
      alone.app.engine('ejs', (file, data, callback) => {
        ejs.renderFile(file, data, { views, ...options }).then((text) => callback(null, text), callback)
      })
      const ours = expressApp(express, { views, view, locals: make })
      ours.app.engine('ejs', ejs.renderFile)
      ours.app.use(bufferedRender({ engineOptions: options, compress }))

      expect(comparable(await exchange(ours.listen()))).toEqual(comparable(await exchange(alone.listen())))
    }
  })
})

function koaApp (Koa, render, middleware) {
  const app = new Koa()
  app.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.status = 500
      ctx.body = describeError(error)
    }
  })
  if (middleware) app.use(middleware)
  app.use(async (ctx) => {
    ctx.state.fromState = 'ctx.state'
    await render(ctx)
  })
  return app.callback()
}

describe.each(koaVersions)('Koa $version', ({ Koa }) => {
  test.each(cases)('$name', async ({ view, files, options: optionsIn, locals }) => {
    const { views, file, options } = placed(files, optionsIn)
    for (const make of locals) {
      const alone = koaApp(Koa, async (ctx) => {
        const text = await ejs.renderFile(file(`${view}.ejs`), { ...ctx.state, ...make() }, { views: [views], ...options })
        ctx.type = 'html'
        ctx.body = text
      })
      const middleware = bufferedRender({ views, extension: 'ejs', engines: { ejs }, engineOptions: options, etag: false, compress })
      const ours = koaApp(Koa, (ctx) => ctx.render(view, make()), middleware)

      expect(comparable(await exchange(ours))).toEqual(comparable(await exchange(alone)))
    }
  })
})
