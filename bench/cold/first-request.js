'use strict'

// A process whose Express app answers its first request. It prints the milliseconds of CPU time from there to the end of the response,
// with those of the client, which is in the process; and, if it is profiled, the time of each part of it.
//
// It runs in the folder of the app. The argument is JSON:
//
// - `language`, `views`, `texts`, `view`, `locals`: of the page
// - `isSpliced`: whether the app uses this library
// - `waits`: whether the process first does nothing until the library has loaded the rest of its code
// - `isProfiled`: whether the parts are measured, which takes several times as long

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const { createRequire } = require('node:module')
const path = require('node:path')
const { startClock } = require('../stopwatch')
const { loadedAhead } = require('./loaded-ahead')
const { profile } = require('./parts')

const requireInApp = createRequire(path.join(process.cwd(), 'app.js'))
const { language, views, texts, view, locals, isSpliced, waits, isProfiled } = JSON.parse(process.argv[2])

/** The set-up of an app by language, as the documentation of its engine has it. */
const SET_UP = {
  ejs: (app) => app.set('view engine', 'ejs'),

  async handlebars (app) {
    const hbs = requireInApp('hbs')
    for (const folder of [views, texts]) await new Promise((resolve) => hbs.registerPartials(folder, resolve))
    app.set('view engine', 'hbs').set('view options', { layout: false })
  },

  // The package has no function for Express.
  mustache (app) {
    app.set('view engine', 'mustache')
    if (isSpliced) return
    const mustache = requireInApp('mustache')
    const read = (file) => fs.readFileSync(file, 'utf8')
    app.engine('mustache', (file, options, callback) => {
      callback(null, mustache.render(read(file), options, (name) => read(path.join(views, `${name}.mustache`))))
    })
  }
}

async function get (port) {
  const [response] = await once(http.get({ host: '127.0.0.1', port, agent: false }), 'response')
  const body = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(body.toString())
}

async function main () {
  const app = requireInApp('express')()
  app.set('views', views)
  await SET_UP[language](app)
  if (isSpliced) app.use(requireInApp('buffered-render')())
  app.get('/', (req, res) => res.render(view, locals))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  if (waits) await loadedAhead()

  const clock = startClock()
  const parts = isProfiled ? await profile(() => get(port)) : await get(port)
  process.stdout.write(JSON.stringify({ milliseconds: clock(), parts }), () => process.exit())
}

main()
