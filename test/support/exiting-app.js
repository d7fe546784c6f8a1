'use strict'

// Starts servers that hold a page and end before it is released, and prints as JSON what
// their clients get. With an argument it is such a server.
//
//   node exiting-app.js

const { fork } = require('node:child_process')
const http = require('node:http')

// The first page takes longer than a turn holds pages.
performance.now = () => 1

const { createRenderer, html } = require('../..')
const { holdWrite } = require('../../lib/response/held-write')

const WITH_LISTENER = 'process.exit() with an earlier listener that throws'

/** What a server does when it has sent a page. */
const ENDS = {
  'process.exit()': () => process.exit(),
  'an error that nobody catches': () => process.nextTick(() => { throw new Error('on purpose') }),
  [WITH_LISTENER]: () => process.nextTick(() => process.exit()),
  'a turn': () => setImmediate(() => process.exit())
}

function serve (name) {
  if (name === WITH_LISTENER) process.on('exit', () => { throw new Error('on purpose') })
  const renderer = createRenderer({ compress: false })
  const server = http.createServer(async (req, res) => {
    // Another response has left in this turn.
    holdWrite({}, 0)
    await renderer.send(req, res, html`the page`)
    ENDS[name]()
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

function ask (name) {
  return new Promise((resolve) => {
    fork(__filename, [name], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).once('message', (port) => {
      http.get({ port, host: '127.0.0.1', agent: false }, async (res) => resolve(String(await res.toArray())))
        .on('error', ({ code }) => resolve(code))
    })
  })
}

async function main () {
  const answers = await Promise.all(Object.keys(ENDS).map(async (name) => [name, await ask(name)]))
  process.stdout.write(JSON.stringify(Object.fromEntries(answers)))
}

if (process.argv[2]) serve(process.argv[2])
else main()
