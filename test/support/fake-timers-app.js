'use strict'

// A child process that serves pages with fake timers installed, after everything was loaded or
// before. It sends its port, and takes the timers away when it is asked for /uninstall.
//
//   node fake-timers-app.js sinon after

const http = require('node:http')

/** Installs fake timers. @type {Record<string, () => () => void>} each returns a function that removes them */
const KINDS = {
  sinon () {
    const clock = require('@sinonjs/fake-timers').install()
    return () => clock.uninstall()
  },
  vitest () {
    // What vi.useFakeTimers() installs.
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date', 'performance']
    const clock = require('@sinonjs/fake-timers').install({ toFake })
    return () => clock.uninstall()
  },
  'node:test' () {
    const { mock } = require('node:test')
    mock.timers.enable()
    return () => mock.timers.reset()
  }
}

const [kind, when] = process.argv.slice(2)
let apps
let uninstall

const server = http.createServer((req, res) => {
  if (req.url === '/uninstall') {
    uninstall()
    return res.end('uninstalled')
  }
  if (apps === undefined) load()
  const [side, name] = req.url.slice(1).split('/').map(decodeURIComponent)
  apps[side][name](req, res)
})

function load () {
  const { fakeTimed } = require('./fake-timed')
  apps = { alone: fakeTimed('alone'), ours: fakeTimed('ours') }
}

server.listen(0, '127.0.0.1', () => {
  if (when === 'after') load()
  process.send({ port: server.address().port }, () => { uninstall = KINDS[kind]() })
})
