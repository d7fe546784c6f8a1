'use strict'

// Measures what it saves to end a response with a string of its bytes instead of with a Buffer, see `ONE_WRITE` in
// `lib/response/end.js`: the CPU time of the server for a response, the one divided by the other. Two servers, in
// processes of their own, take turns in rounds of half a second, in the order A B B A.

const { fork } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const http2 = require('node:http2')
const https = require('node:https')
const progress = require('../bin/measure/progress')
const { checkMajor, checkNames, parseLine, runCommand } = require('./command')
const { nodeBinary } = require('./node-versions')
const { quartiles } = require('./quartiles')
const { startClock } = require('./stopwatch')
const table = require('./table')

const PROTOCOLS = ['http', 'https', 'http2']
const SIZES = [512, 1024, 2048, 4096, 8192, 16384]
const BODIES = ['buffer', 'string']
const CONNECTIONS = 8
/** Milliseconds of a turn, and of the first one of each server. */
const TURN = 500
const WARM_UP = 2000

const USAGE = `Usage: node bench/one-write.js [options] [protocols]

  protocols          ${PROTOCOLS.join(', ')} (default: all)
  --node <version>   major version of Node to run with, such as 24; another than this one is installed
                     from npm in the folder for temporary files
  --rounds <n>       pairs of turns for each length (default: 20)
  --help             print this help`

function parseOptions (args) {
  const { values, positionals } = parseLine(args, { allowPositionals: true, counts: { rounds: 20 }, texts: { node: undefined } })
  checkMajor(values.node)
  checkNames(positionals, PROTOCOLS, 'The protocols are')
  return { ...values, protocols: positionals.length > 0 ? positionals : PROTOCOLS }
}

async function run ({ node, protocols, rounds }) {
  const execPath = await nodeBinary(node ?? process.versions.node.split('.')[0])
  const rows = []
  for (const protocol of protocols) {
    for (const size of SIZES) {
      const [low, middle, high] = quartiles(await ratios(protocol, size, rounds, execPath))
      rows.push([protocol, String(size), middle.toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`])
    }
  }
  progress.clear()
  table.print({ header: ['', 'bytes', 'Buffer / string', 'quartiles'], rows })
}

/** @returns {Promise<number[]>} of each pair of turns: the CPU time with a Buffer, divided by that with a string */
async function ratios (protocol, size, rounds, execPath) {
  const servers = await Promise.all(BODIES.map((body) => start(protocol, size, body, execPath)))
  try {
    for (const { port, client } of servers) await load(client, port, WARM_UP)
    const [buffer, string] = servers
    const results = []
    for (let i = 0; i < rounds; i++) {
      progress.show(`${protocol}, ${size} bytes: ${i + 1} of ${rounds}`)
      const order = i % 2 === 0 ? [buffer, string] : [string, buffer]
      const [first, second] = [await turn(order[0]), await turn(order[1])]
      results.push(i % 2 === 0 ? first / second : second / first)
    }
    return results
  } finally {
    for (const { child, client } of servers) {
      client.close()
      child.kill()
    }
  }
}

async function start (protocol, size, body, execPath) {
  const child = fork(__filename, ['serve', protocol, size, body], { execPath, execArgv: [] })
  const [port] = await once(child, 'message')
  return { child, port, client: clients[protocol](port) }
}

/** @returns {Promise<number>} milliseconds of CPU time a response */
async function turn ({ child, client, port }) {
  const cpu = async () => {
    child.send('cpu')
    return (await once(child, 'message'))[0]
  }
  const before = await cpu()
  const count = await load(client, port, TURN)
  return (await cpu() - before) / count
}

/** @returns {Promise<number>} the number of responses */
async function load (client, port, milliseconds) {
  const end = Date.now() + milliseconds
  let count = 0
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    for (; Date.now() < end; count++) await client.get()
  }))
  return count
}

// A key that both have takes no certificate.
const psk = Buffer.alloc(32, 'key')
const TLS = { ciphers: 'PSK+HIGH' }

const clients = {
  http: (port) => agentClient(http, port),
  https: (port) => agentClient(https, port, { ...TLS, pskCallback: () => ({ psk, identity: 'a' }), checkServerIdentity () {} }),
  http2 (port) {
    const session = http2.connect(`http://127.0.0.1:${port}`)
    return { get: () => once(session.request().resume(), 'end'), close: () => session.close() }
  }
}

function agentClient (module, port, options) {
  const agent = new module.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  return {
    async get () {
      const [res] = await once(module.get({ host: '127.0.0.1', port, agent, ...options }), 'response')
      await once(res.resume(), 'end')
    },
    close: () => agent.destroy()
  }
}

/** Answers with a body that is made for each response, as pages are. */
function serve (protocol, size, kind) {
  const page = Buffer.alloc(Number(size), 'The quick brown fox jumps over the lazy dog. ')
  const listener = (req, res) => {
    const body = Buffer.allocUnsafe(page.length)
    page.copy(body)
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.setHeader('Content-Length', String(body.length))
    if (kind === 'string') res.end(body.latin1Slice(), 'latin1')
    else res.end(body)
  }
  const server = {
    http: () => http.createServer(listener),
    https: () => https.createServer({ ...TLS, pskCallback: () => psk }, listener),
    http2: () => http2.createServer(listener)
  }[protocol]()
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  const clock = startClock()
  process.on('message', () => process.send(clock()))
  process.on('disconnect', () => process.exit())
}

if (process.argv[2] === 'serve') serve(...process.argv.slice(3))
else runCommand({ USAGE, parseOptions }, run)
