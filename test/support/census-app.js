'use strict'

// Run with --expose-gc, the name of a platform, and how much a count may grow: prints, for each feature, what remains of a number of
// requests.

const { AsyncLocalStorage, createHook } = require('node:async_hooks')
const http = require('node:http')
const net = require('node:net')
const { setTimeout: later } = require('node:timers/promises')
const v8 = require('node:v8')

/** The async resources that have begun and not ended, by type. */
const alive = new Map()
createHook({
  init (id, type) { alive.set(id, type) },
  destroy: (id) => { alive.delete(id) }
}).enable()

process.env.NODE_ENV = 'production'
console.error = () => {}
const { Rendered } = require('../../lib/page/rendered')
const { PageStream } = require('../../lib/response/page-stream')
const { Call } = require('../../lib/fragments/call')
const { Load } = require('../../lib/fragments/load')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { features } = require('./features')
const { everything } = require('./level')
const { listen } = require('./listen')
const { openFiles } = require('./open-files')
const { everyPlatform } = require('./platforms')
const { printResult } = require('./print-result')

const [name, ...numbers] = process.argv.slice(2)
const NEWEST = new Set(['Express 5', 'Koa 3'])
const [REQUESTS, SLACK] = numbers.map(Number)
const CONNECTIONS = 16

/** The classes whose objects are counted, from none, in the end. Each query looks at the whole heap, and takes 250 ms. */
const QUERIED = everything && NEWEST.has(name) && v8.queryObjects !== undefined ? [Rendered, PageStream, StreamingRender, Call, Load] : []

/** The steps from a renderer to its collections. */
const MOST_DEPTH = 4

const context = new AsyncLocalStorage()
/** The requests, responses and contexts that are not collected yet. */
let kept = 0
const collected = new FinalizationRegistry(() => { kept-- })
const watch = (...objects) => {
  for (const object of objects) collected.register(object)
  kept += objects.length
}

/**
 * Collects garbage until nothing more ends, also of what zlib's threads still do for clients that have left.
 *
 * @param {() => boolean} [isEnough] whether to end earlier
 */
async function settle (isEnough = () => false) {
  for (let least = Infinity, idle = 0; idle < 2;) {
    global.gc()
    await later(20)
    if (isEnough()) return
    const count = alive.size + kept
    idle = count < least ? 0 : idle + 1
    least = Math.min(least, count)
  }
}

const countsOf = (names) => {
  const counts = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** The sizes of all collections that the renderer holds, by the properties that lead there. */
function sizesOf (root) {
  const sizes = {}
  const seen = new Set()
  const visit = (value, where, depth) => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return
    seen.add(value)
    const size = Array.isArray(value) ? value.length : value.size
    if (typeof size === 'number') sizes[where] = size
    if (depth === MOST_DEPTH || Array.isArray(value)) return
    for (const [key, { value: property }] of Object.entries(Object.getOwnPropertyDescriptors(value))) visit(property, `${where}.${key}`, depth + 1)
  }
  visit(root, 'renderer', 0)
  return sizes
}

const listenersOf = (emitters) => emitters.reduce((sum, emitter) => sum + emitter.eventNames().reduce((all, event) => all + emitter.listenerCount(event), 0), 0)

/** @returns {Record<string, number>} */
function census ({ renderer, server, sockets }, types = []) {
  const counts = {
    ...countsOf(alive.values()),
    ...Object.fromEntries(Object.entries(countsOf(process.getActiveResourcesInfo())).map(([type, n]) => [`active ${type}`, n])),
    ...sizesOf(renderer),
    'files open': openFiles().length,
    'requests and contexts': kept,
    'listeners of the process': listenersOf([process]),
    'listeners of the server': listenersOf([server]),
    'listeners of the sockets': listenersOf([...sockets])
  }
  for (const type of types) counts[`objects ${type.name}`] = v8.queryObjects(type, { format: 'count' })
  return counts
}

/** Asks, and reads the answer. */
function ask ({ port, agent, feature, state }) {
  const headers = { ...feature.headers, ...state.tag && feature.isFresh && { 'if-none-match': state.tag } }
  return new Promise((resolve) => {
    http.request({ port, host: '127.0.0.1', agent, method: feature.method, headers }, (res) => {
      state.tag ??= res.headers.etag
      state.statuses.add(res.statusCode)
      res.resume().on('error', () => {}).on('close', resolve)
    }).on('error', () => resolve(state.statuses.add('reset'))).end()
  })
}

/** Asks, and disconnects. */
function leave ({ port, feature, arrivals }) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      if (feature.leaves === 'arrived') arrivals.set(socket.localPort, () => socket.destroy())
      const headers = Object.entries({ host: 'a', ...feature.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`GET / HTTP/1.1\r\n${headers.join('')}\r\n`)
    })
    socket.once('data', () => feature.leaves === 'head' && socket.destroy())
    socket.on('error', () => {}).on('close', resolve)
  })
}

async function measure (serve, feature) {
  const arrivals = new Map()
  const waits = new Set()
  let served = 0
  const options = typeof feature.options === 'function' ? feature.options() : feature.options ?? {}
  const { listener, renderer, errors } = serve(options, (exchange) => {
    const { remotePort } = exchange.req.socket
    arrivals.get(remotePort)?.()
    arrivals.delete(remotePort)
    const wait = new AbortController()
    waits.add(wait)
    exchange.res.once('close', () => {
      wait.abort()
      waits.delete(wait)
    })
    return feature.handle(exchange, served++, renderer, wait)
  })
  const server = http.createServer((req, res) => {
    const own = {}
    watch(req, res, own)
    context.run(own, () => listener(req, res))
  })
  const sockets = new Set()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  const { port, close } = await listen(server)
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const state = { tag: undefined, statuses: new Set() }
  const act = feature.leaves === undefined ? ask : leave
  const round = async (requests) => {
    let left = requests
    await Promise.all(Array.from({ length: CONNECTIONS }, async () => { while (left-- > 0) await act({ port, agent, feature, state, arrivals }) }))
    await later(20)
    errors.length = 0
  }
  const counted = { renderer, server, sockets }
  await round(REQUESTS)
  await settle()
  const before = census(counted)
  await round(REQUESTS)
  const hasGrown = () => Object.entries(census(counted)).some(([what, n]) => n > (before[what] ?? 0) + SLACK)
  await settle(everything ? undefined : () => !hasGrown())
  const after = census(counted, QUERIED)
  agent.destroy()
  close()
  return { before, after, served, statuses: [...state.statuses] }
}

async function main () {
  const { serve } = everyPlatform.find(({ platform }) => platform === name)
  const results = {}
  for (const [what, feature] of Object.entries(features)) {
    results[what] = await measure(serve, feature)
  }
  return results
}

printResult(main)
