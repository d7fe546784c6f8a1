'use strict'

// A child process that runs the server of an example on a free port. It sends
// the port when the app listens, records a CPU profile from the message 'start' to
// the message 'stop', and answers 'stop' with the profile.

const inspector = require('node:inspector')
const net = require('node:net')
const { pathToFileURL } = require('node:url')
const { promisify } = require('node:util')
const examples = require('./examples')

const session = new inspector.Session()
const post = promisify(session.post).bind(session)

const ANSWERS = {
  async start () {
    await post('Profiler.enable')
    await post('Profiler.start')
    return 'started'
  },
  async stop () {
    const { profile } = await post('Profiler.stop')
    return profile
  }
}

const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...args) {
  this.once('listening', () => process.send({ port: this.address().port }))
  return listen.apply(this, args)
}

session.connect()
process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await ANSWERS[question]()))
// An app that fails to listen exits.
process.channel.unref()

process.env.PORT = '0'
run(examples[process.argv[2]])

/** Runs the server of an example. For the one in TypeScript, Node 20 needs tsx. */
async function run (file) {
  if (file.endsWith('.mts')) await import('tsx')
  await import(pathToFileURL(file))
}
