'use strict'

// A child process that renders the views of every engine of Express apps with callbacks that throw. It prints as JSON how each was
// called, and how the error ended.
//
//   node throwing-callback-app.js '{"version":"4","side":"ours","folder":"views"}'

const { expressEngines, languages, setUpApp } = require('./languages')
const { listen } = require('./listen')

const { version, side, folder } = JSON.parse(process.argv[2])
const express = require(version === '4' ? 'express4' : 'express')
const bufferedRender = require('../..')

/** How long a callback may take to be called, and may be called again after its error has ended, in milliseconds. */
const [LONGEST, PATIENCE] = [5000, 10]

let log = []
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, ({ message }) => log.push(`${event} ${message}`))

/** Each language by its first extension, and each package that has a function for Express. */
const engines = [
  ...languages.map((language) => ({ name: language.name, extension: language.extension, setUp: (app) => setUpApp(language, app) })),
  ...Object.entries(expressEngines).map(([name, engine]) => ({ name, extension: engine.extension, setUp: (app) => { engine.setUp(app) } }))
]

function createApp ({ extension, setUp }, cache) {
  const app = express().set('views', folder).set('view engine', extension).set('view cache', cache).set('env', 'test')
  const options = setUp(app)
  if (side === 'ours') app.use(bufferedRender(options))
  app.get('/:view', (req, res) => {
    const started = Date.now()
    const timer = setInterval(() => {
      const isOver = log.some((line) => !line.startsWith('called')) || Date.now() - started > LONGEST
      if (!isOver) return
      clearInterval(timer)
      setTimeout(() => res.json(log), PATIENCE)
    }, 1)
    const x = { toString () { throw new Error('broken') } }
    res.render('page', { x: req.params.view === 'broken' ? x : 'x' }, (error, text) => {
      log.push(error ? `called with ${/broken|thrown/.exec(error.message)}` : `called with ${text.length}`)
      throw new Error('thrown')
    })
  })
  app.use((error, req, res, next) => log.push(`error ${error.message}`))
  return app
}

async function main () {
  const results = {}
  for (const engine of engines) {
    for (const cache of [false, true]) {
      const { url, close } = await listen(createApp(engine, cache))
      // With a cache, the first render fills it.
      for (const view of ['first', 'second', 'broken']) {
        log = []
        const res = await fetch(`${url}/${view}`)
        results[`${engine.name}, ${view} page${cache ? ' with a cache' : ''}`] = await res.json()
      }
      close()
    }
  }
  process.stdout.write(JSON.stringify(results), () => process.exit())
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
