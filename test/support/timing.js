'use strict'

const { expressEngines } = require('./languages')
const { everything } = require('./level')

/** Engines, of which `npm test` tries one for each moment at which they answer. */
const ENGINES = Object.keys(expressEngines).filter((name) => everything || expressEngines[name].exampleOf)

/** Sets an app up for the views of an engine. */
function setUp (app, name) {
  const { extension, setUp } = expressEngines[name]
  setUp(app.set('view engine', extension))
}

/** The moment of what is scheduled before `res.render` is called. */
const SCHEDULED_BEFORE = 'an earlier setImmediate'

/** When something is done after `res.render` has returned. */
const MOMENTS = {
  'the same tick': (act) => act(),
  'a microtask': (act) => queueMicrotask(act),
  nextTick: (act) => process.nextTick(act),
  'two ticks later': (act) => process.nextTick(() => process.nextTick(act)),
  setImmediate: (act) => setImmediate(act)
}

/** What is done then. */
const ACTIONS = {
  nothing () {},
  status (res) { res.statusCode = 201 },
  header (res) { res.setHeader('X-Late', '1') },
  end (res) { res.end('mine') },
  send (res) { res.send('mine') },
  next (res, next) { next() },
  error (res, next) { next(new Error('passed')) },
  throw () { throw Object.assign(new Error('thrown'), { isOwn: true }) }
}

module.exports = { ACTIONS, ENGINES, MOMENTS, SCHEDULED_BEFORE, setUp }
