'use strict'

// A child process that runs the server of an example, by its file, on a free port. It sends the port when the app listens, records
// a CPU profile from the message 'start' to the message 'stop', and answers 'stop' with the profile.

const inspector = require('node:inspector')
const net = require('node:net')
const { pathToFileURL } = require('node:url')
const { promisify } = require('node:util')

const session = new inspector.Session()
const post = promisify(session.post).bind(session)

const ANSWERS = {
  start: () => post('Profiler.enable').then(() => post('Profiler.start')),
  stop: async () => (await post('Profiler.stop')).profile
}

const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...args) {
  this.once('listening', () => process.send({ port: this.address().port }))
  return listen.apply(this, args)
}

session.connect()
process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await ANSWERS[question]() ?? 'started'))
// An app that fails to listen exits.
process.channel.unref()

process.env.PORT = '0'
run(process.argv[2])

/** For the example in TypeScript, Node 20 needs tsx. */
async function run (file) {
  if (file.endsWith('.mts')) await import('tsx')
  await import(pathToFileURL(file))
}
