'use strict'

// A child process that renders views of an Express app and does something else with the
// response at some moment after that. It prints as JSON the answers to the client and the log of
// the app, including uncaught errors, which need a process of their own.
//
//   node timing-app.js '{"version":"4","side":"ours","engines":["ejs"]}'

const net = require('node:net')
const path = require('node:path')
const { listen } = require('./listen')
const { printResult } = require('./print-result')
const { ACTIONS, MOMENTS, SCHEDULED_BEFORE, setUp } = require('./timing')

const { version, side, engines } = JSON.parse(process.argv[2])
const express = require(version === '4' ? 'express4' : 'express')
const bufferedRender = require('../..')

/** How long a client waits for an answer, and a turn of waiting, in milliseconds. */
const [PATIENCE, TURN] = [400, 10]

let log = []
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => log.push(`uncaught ${error.code ?? error.message}`))
}

function createApp (engine) {
  const app = express().set('view cache', true).set('views', path.join(__dirname, 'timing-views')).set('env', 'test')
  setUp(app, engine)
  if (side === 'ours') app.use(bufferedRender({ compress: false }))
  app.get('/warm', (req, res) => res.render('page', { name: 'warm' }))
  app.get('/run', (req, res, next) => {
    const { moment, action, callback } = req.query
    const act = () => {
      try {
        ACTIONS[action](res, next)
      } catch (error) {
        if (error.isOwn) throw error
        log.push(`action ${error.code ?? error.message}`)
      }
    }
    if (moment === SCHEDULED_BEFORE) setImmediate(act)
    render(res, callback)
    log.push('rendered')
    MOMENTS[moment]?.(act)
  })
  app.use((error, req, res, next) => {
    log.push(`error ${error.code ?? error.message}`)
    // Express prints it, and it says where our code is.
    error.stack = error.message
    next(error)
  })
  return app
}

function render (res, callback) {
  const locals = { name: 'Zoë' }
  if (callback === 'none') return res.render('page', locals)
  if (callback === 'missing') return res.render('missing', locals)
  res.render('page', locals, (error, text) => {
    log.push(error ? `called with ${error.message}` : `called ${text}`)
    if (callback === 'throws') throw Object.assign(new Error('thrown'), { isOwn: true })
    if (!res.headersSent) res.send(text)
  })
}

/** A callback that throws may leave its client without an answer, which takes time. */
function isTried (callback, moment, action) {
  return callback !== 'throws' || (['the same tick', 'setImmediate'].includes(moment) && ['nothing', 'end'].includes(action))
}

/** Gets a page over a connection of its own. */
function get (port, url) {
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))
    // Counted in turns of the event loop, since the server shares it and may be slow.
    let turns = 0
    const timer = setInterval(() => {
      if (++turns < PATIENCE / TURN) return
      text += '(no more)'
      socket.destroy()
    }, TURN)
    socket.on('data', (data) => { text += data })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(comparable(text))
    })
  })
}

/** An answer without what may differ: the date, the order of headers, and which entity tag was made. */
function comparable (answer) {
  const [head, ...rest] = answer.split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  const kept = headers.filter((header) => !header.startsWith('Date:')).map((header) => header.replace(/^(ETag: W\/)"[\w/+-]{20,}"$/, '$1"made"'))
  return [status, ...kept.sort(), '', ...rest].join('\n')
}

async function main () {
  const results = {}
  for (const engine of engines) {
    const { port, close } = await listen(createApp(engine))
    await get(port, '/warm')
    for (const callback of ['none', 'sends', 'throws', 'missing']) {
      for (const moment of [...Object.keys(MOMENTS), SCHEDULED_BEFORE]) {
        for (const action of Object.keys(ACTIONS)) {
          if (!isTried(callback, moment, action)) continue
          log = []
          const answer = await get(port, `/run?${new URLSearchParams({ moment, action, callback })}`)
          await new Promise((resolve) => setTimeout(resolve, 2))
          results[`${engine}, callback ${callback}, ${action} at ${moment}`] = { answer, log }
        }
      }
    }
    close()
  }
  return results
}

printResult(main)
