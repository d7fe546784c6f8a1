'use strict'

// A server of a fleet: a renderer with cached fragments whose data is the parent's. It does what the parent
// sends, see `test/support/fleet.js`. Its options are the first argument, as JSON.

const options = JSON.parse(process.argv[2])
if (options.clockShift !== undefined) shiftClock(options.clockShift)

const { once } = require('node:events')
const http = require('node:http')
const { monitorEventLoopDelay } = require('node:perf_hooks')
const { setImmediate, setTimeout } = require('node:timers/promises')
const bufferedRender = require('../..')
const { openStore } = require('../support/stores')

const { html } = bufferedRender
const now = () => Number(process.hrtime.bigint()) / 1e6

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

const problems = []
process.on('unhandledRejection', (error) => problems.push(`unhandled: ${error?.message}`))
process.on('warning', ({ message }) => problems.push(`warning: ${message}`))

const renderer = bufferedRender.createRenderer({
  cache: true,
  extension: 'ejs',
  views: options.views,
  fragments: { size: options.size ?? '64mb', store: options.store === 'of the parent' ? storeOfParent(options) : openStore(options), version: options.version ?? '1' }
})

const times = { ttl: options.ttl ?? 600_000, stale: options.stale ?? 600_000, loadTimeout: options.loadTimeout ?? 30_000 }
const cached = (name, own, load) => renderer.cached(name, { ...times, ...own }, load)

const heading = (...parts) => `[${parts.join(':')}] `
const shown = (key, version) => `${key}=v${version}; `

/** A product, with its tag. */
const card = cached('card', { tags: (id) => [`product:${id}`] }, async (id, lang) => {
  const version = await load(`product:${id}`)
  return html`<article>${heading('card', id, lang)}${shown(`product:${id}`, version)}</article>`
})

/** A listing of products, without a tag of its own. */
const list = cached('list', {}, async (lang) => {
  const version = await load('list')
  return html`<ul>${heading('list', lang)}${shown('list', version)}${await Promise.all([6, 7, 8].map((id) => card(id, lang)))}</ul>`
})

/** The frame of a page, with a listing. */
const frame = cached('frame', {}, async (lang) => html`<main>${heading('frame', lang)}${await list(lang)}</main>`)

/** A view: its text is the deploy's. */
const box = cached('box', { view: 'box', tags: () => ['box'] }, async (lang) => ({ lang, version: await load('box') }))

const fragments = { box, card, frame, list }

/** @returns {Promise<object>} a call as `Call` of `test/support/fleet.js` */
async function call ([name, ...args]) {
  const record = { name, args, start: now() }
  try {
    record.text = String(await fragments[name](...args))
  } catch (error) {
    record.error = error?.message ?? String(error)
  }
  record.end = now()
  return record
}

const methods = {
  callAll: (calls) => Promise.all(calls.map(call)),

  async drive (calls, { ms, pause = 5 }) {
    const records = []
    for (const end = now() + ms; now() < end; await setTimeout(pause)) {
      records.push(call(calls[Math.floor(Math.random() * calls.length)]))
    }
    return Promise.all(records)
  },

  async invalidate (tag) {
    await renderer.invalidate(tag)
    return now()
  },

  async invalidateCall (name, args) {
    await fragments[name].invalidate(...args)
    return now()
  },

  stats: () => renderer.stats().fragments,

  async page (name, args) {
    const server = http.createServer((req, res) => {
      renderer.send(req, res, html`<!doctype html>${fragments[name](...args)}`).catch((error) => res.destroy(error))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const response = await fetch(`http://127.0.0.1:${server.address().port}`)
    const page = { etag: response.headers.get('etag'), body: await response.text() }
    server.closeAllConnections()
    server.close()
    return page
  },

  /** Blocks the event loop again and again, each time with a call under way. */
  async block (times, ms) {
    const calls = []
    for (let i = 0; i < times; i++) {
      calls.push(call(['card', 1000 + i, 'de']))
      // Once around the loop: what was asked goes out, and what was answered comes in.
      await setImmediate()
      for (const end = now() + ms; now() < end;);
    }
    return Promise.all(calls)
  },

  /** What loading modules takes does not count. */
  ready: () => delay.reset(),

  stall: () => delay.max / 1e6,

  problems: () => problems
}

/** What the parent has yet to answer. */
const asked = new Map()

/** @returns {Promise<unknown>} the answer of the parent */
function askParent (question) {
  const id = Math.random()
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject })
    process.send({ id, ...question })
  })
}

/** @returns {Promise<number>} the version of the data */
function load (key) {
  return askParent({ load: { key } })
}

/** @returns {object} a store whose operations the parent performs; only with some of them */
function storeOfParent ({ operations, deadline }) {
  const perform = (name) => (...args) => askParent({ operation: [name, ...args] })
  const store = Object.fromEntries(operations.map((name) => [name, perform(name)]))
  // JSON has null in place of undefined.
  const getMany = store.getMany && (async (keys) => (await store.getMany(keys)).map((value) => value ?? undefined))
  return { ...store, getMany, deadline }
}

process.on('message', async ({ id, method, args, answered, answer, error }) => {
  if (answered !== undefined) {
    const { resolve, reject } = asked.get(answered)
    asked.delete(answered)
    if (error === undefined) resolve(answer)
    else reject(new Error(error))
    return
  }
  try {
    process.send({ id, value: await methods[method](...args) })
  } catch (error) {
    process.send({ id, error: error?.message ?? String(error) })
  }
})

process.on('disconnect', () => process.exit())

/** Shows all packages another time than the other servers have. */
function shiftClock (ms) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor (...args) {
      if (args.length === 0) super(RealDate.now() + ms)
      else super(...args)
    }

    static now () { return RealDate.now() + ms }
  }
}
