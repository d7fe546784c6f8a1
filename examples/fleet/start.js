'use strict'

// Starts two processes of the app, on the port in the environment variable PORT, or 3000, and the next one.

const { fork } = require('node:child_process')
const path = require('node:path')

const first = Number(process.env.PORT ?? 3000)
const ports = [first, first + 1]

const processes = ports.map((port) => fork(path.join(__dirname, 'server.js'), {
  // Views and fragments are cached in production only.
  env: { ...process.env, NODE_ENV: 'production', PORT: String(port), FLEET: ports.join() }
}))

for (const child of processes) child.once('exit', (code) => end(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0))

/** Ends both processes, since one alone is no fleet. */
function end (code) {
  process.exitCode ??= code
  for (const child of processes) child.kill()
}
