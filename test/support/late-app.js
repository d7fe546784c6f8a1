'use strict'

// A child process whose app acts on each response after it has sent a page. It prints as JSON what the client received, and what the app
// noticed.
//
//   node late-app.js '{"framework":"express","version":"5","side":"ours","options":{},"views":"folder"}'

const http = require('node:http')
const { Readable } = require('node:stream')
const { setTimeout: delay } = require('node:timers/promises')
const ejs = require('ejs')
const { textOf } = require('./decode')
const { listen } = require('./listen')
const { replacing } = require('./patching-middleware')
const { printResult } = require('./print-result')
const { prose } = require('./prose')

const { framework, version, side, options, views, wrapsEnd } = JSON.parse(process.argv[2])
const Framework = require(framework + { 4: '4', 5: '', 2: '2', 3: '' }[version])
const bufferedRender = require('../..')

/** How long an app may take to notice something, and a client waits, in milliseconds. */
const [PATIENCE, LONGEST] = [20, 5000]

const PAGES = { short: 'x', long: prose(400 * 1024) }

let log = []
const note = (word) => (error) => log.push(word + (error?.code ? ` ${error.code}` : ''))
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, note(event))

const calledBack = () => { log.push('called back') }
const ENDS = {
  'res.end()': ({ res }) => { res.end() },
  'res.end(callback)': ({ res }) => { res.end(calledBack) },
  'res.end(undefined, undefined, callback)': ({ res }) => { res.end(undefined, undefined, calledBack) }
}
const LATE = {
  ...ENDS,
  'res.end(text)': ({ res }) => { res.end('late') },
  'res.write(text)': ({ res }) => { res.write('late') },
  'res.write(text, callback)': ({ res }) => { res.write('late', calledBack) }
}

/** What an app does, by the moment. A framework alone ends the process if more is written at once. */
const ACTS = {
  express: {
    'at once': {
      ...ENDS,
      headersSent: ({ res }) => { log.push(String(res.headersSent)) },
      'res.setHeader()': ({ res }) => { res.setHeader('x-late', '1') },
      'res.send()': ({ res }) => { res.send('late') },
      'an error': ({ next }) => { next(new Error('late')) }
    },
    'a turn later': { ...LATE, 'a pipe': ({ res }) => { Readable.from(['late', 'later']).pipe(res) } },
    'on finish': LATE
  },
  koa: Object.fromEntries(['a tick later', 'a turn later', 'on finish', 'on close'].map((moment) => [moment, {
    ...LATE,
    'a body': ({ ctx }) => { ctx.body = 'late' },
    'no body': ({ ctx }) => { ctx.body = null },
    'a page': ({ ctx }) => { ctx.render('page', { x: 'late' }) },
    'a status': ({ ctx }) => { ctx.status = 500 }
  }]))
}
// A body that is written before the end has left is an error that Koa reports.
for (const act of Object.keys(LATE)) if (!(act in ENDS)) delete ACTS.koa['a tick later'][act]

const MOMENTS = {
  'at once': (res, act) => act(),
  'a tick later': (res, act) => process.nextTick(act),
  'a turn later': (res, act) => setImmediate(act),
  'on finish': (res, act) => res.on('finish', act),
  'on close': (res, act) => res.on('close', act)
}

function actLater (req, given) {
  const { moment, act } = Object.fromEntries(new URL(req.url, 'http://localhost').searchParams)
  MOMENTS[moment](given.res, () => {
    try {
      ACTS[framework][moment][act](given)
    } catch (error) {
      note('thrown')(error)
    }
  })
}

function expressApp () {
  const app = Framework().set('views', views).set('view engine', 'ejs').set('env', 'test')
  if (wrapsEnd) {
    app.use(replacing('end', (end) => function (chunk, encoding, callback) {
      log.push(chunk ? 'ended by a page' : 'ended')
      return end.call(this, chunk, encoding, callback)
    }))
  }
  if (side === 'ours') app.use(bufferedRender(options))
  app.get('/:page', (req, res, next) => res.render('page', { x: PAGES[req.params.page] }, (error, page) => {
    if (error) return next(error)
    res.send(page)
    actLater(req, { res, next })
  }))
  app.use((error, req, res, next) => {
    note(`error ${error.message}`)()
    if (res.headersSent) res.end()
    else res.status(500).end('failed')
  })
  return app
}

function koaApp () {
  const app = new Framework()
  app.silent = true
  app.use(async (ctx, next) => {
    await next()
    actLater(ctx.req, { ctx, res: ctx.res })
  })
  if (side === 'ours') {
    app.use(bufferedRender({ ...options, views, extension: 'ejs' }))
  } else {
    app.use((ctx, next) => {
      ctx.render = async (view, locals) => {
        ctx.type = 'html'
        ctx.body = await ejs.renderFile(`${views}/${view}.ejs`, locals)
      }
      return next()
    })
  }
  app.use((ctx) => ctx.render('page', { x: PAGES[ctx.path.slice(1)] }))
  return app.callback()
}

function ask (port, path) {
  return new Promise((resolve) => {
    const req = http.get({ port, host: '127.0.0.1', path, agent: false, timeout: LONGEST, headers: { 'accept-encoding': 'gzip' } }, async (res) => {
      try {
        const text = textOf({ headers: res.headers, body: Buffer.concat(await res.toArray()) })
        resolve({ status: res.statusCode, text })
      } catch (error) {
        resolve({ status: res.statusCode, error: error.code })
      }
    })
    req.on('timeout', () => req.destroy(new Error('no answer'))).on('error', ({ message }) => resolve({ error: message }))
  })
}

async function main () {
  const { port } = await listen(framework === 'koa' ? koaApp() : expressApp())
  const results = {}
  for (const page of Object.keys(PAGES)) {
    for (const [moment, acts] of Object.entries(ACTS[framework])) {
      for (const act of Object.keys(acts)) {
        log = []
        const { text, ...answer } = await ask(port, `/${page}?${new URLSearchParams({ moment, act })}`)
        await delay(PATIENCE)
        results[`${act}, ${moment}, after a ${page} page`] = { ...answer, isWhole: text === `<main>${PAGES[page]}</main>`, log }
      }
    }
  }
  return results
}

printResult(main)
