'use strict'

// A child process, see `Child`, that serves the article in several processes of `node:cluster`, over TCP and, if it is
// given one, by a Unix socket. It sends its port when all of them listen, and passes every message on to them, see `worker.js`. The answer
// has theirs as `workers`, and the CPU time of this process.

const cluster = require('node:cluster')
const { once } = require('node:events')
const path = require('node:path')

const [processes, ...args] = process.argv.slice(2)

async function main () {
  cluster.setupPrimary({ exec: path.join(__dirname, 'worker.js'), args, execArgv: ['--expose-gc'] })
  const workers = Array.from({ length: Number(processes) }, () => cluster.fork())
  const [[port]] = await Promise.all(workers.map((worker) => once(worker, 'message')))
  process.on('message', async (question) => process.send(await ask(workers, question)))
  process.send({ port })
}

async function ask (workers, question) {
  const answers = workers.map(async (worker) => {
    worker.send(question)
    return (await once(worker, 'message'))[0]
  })
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, workers: await Promise.all(answers) }
}

process.on('disconnect', () => process.exit())
main()
