'use strict'

// Prints the digests of the functions that one release has on the way of a page, as JSON:
//
//   node tools/stock/functions.js node|express|koa|<package> /tmp/folder

const fs = require('node:fs')
const http = require('node:http')
const http2 = require('node:http2')
const { createRequire } = require('node:module')
const path = require('node:path')
const { bundledDigestOf, codeDigestOf } = require('../../lib/util/code-digest')
const { SLOTS, descriptorOf } = require('../../lib/response/slots')
const packages = require('./packages')

const [name, folder] = process.argv.slice(2)
const load = createRequire(path.join(folder, 'package.json'))

/** @type {Map<string, Set<string>>} slot → digests */
const stock = new Map()

/** @type {Set<string>} of the functions that a package has put on the wire */
const passing = new Set()

function add (slot, fn, digestOf = codeDigestOf) {
  if (typeof fn !== 'function') return
  if (!stock.has(slot)) stock.set(slot, new Set())
  stock.get(slot).add(digestOf(fn))
}

/** Adds a function of the framework, and what esbuild, which prints code anew, makes of it in a bundle. */
function addBundled (slot, fn) {
  add(slot, fn)
  if (typeof fn !== 'function') return
  const { transformSync } = require('esbuild')
  const source = String(fn)
  const accessor = /^[gs]et (\w+) ?\(/.exec(source)
  const { code } = transformSync(accessor ? `({${source}})` : `(${source})`)
  const printed = (0, eval)(code) // eslint-disable-line no-eval
  if (!accessor) return add(slot, printed, bundledDigestOf)
  const { get, set } = Object.getOwnPropertyDescriptor(printed, accessor[1])
  add(slot, get ?? set, bundledDigestOf)
}

const LEARN = {
  node () {
    for (const { prototype } of [http.ServerResponse, http2.Http2ServerResponse]) {
      for (const method of SLOTS.wire) add(`wire.${method}`, prototype[method])
    }
  },

  express () {
    const express = load('express')
    const app = express()
    const View = app.get('view')
    const owners = { app, View: View.prototype, response: express.response }
    for (const [type, owner] of Object.entries(owners)) for (const method of SLOTS[type]) addBundled(`${type}.${method}`, owner[method])
    for (const method of ['render', 'send']) addBundled(`response.${method}`, express.response[method])
    addBundled('View', View)
    for (const setting of ['weak', 'strong']) addBundled('etag fn', app.set('etag', setting).get('etag fn'))
  },

  koa () {
    const Koa = load('koa')
    const app = new Koa()
    for (const [type, owner] of Object.entries({ ctx: app.context, 'ctx.response': app.response })) {
      for (const key of SLOTS[type]) {
        const { get, set } = descriptorOf(owner, key)
        addBundled(`${type}.get ${key}`, get)
        addBundled(`${type}.set ${key}`, set)
      }
    }
  }
}

/** Uses a package in an app of Express. @throws {Error} if a client gets another body through it */
async function learnPackage ({ preload, reprints, use }) {
  if (preload) new Function('require', preload)(load) // eslint-disable-line no-new-func
  const express = load('express')
  if (reprints) {
    for (const method of [...SLOTS.response, 'send']) addBundled(`response.${method}`, express.response[method])
  }
  const app = express()
  if (use) app.use(use(load))
  const body = 'a body of some length '.repeat(100)
  app.get(/.*/, (req, res) => {
    for (const method of SLOTS.wire) {
      for (let holder = res; holder !== null; holder = Object.getPrototypeOf(holder)) {
        if (Object.hasOwn(holder, method) && holder !== http.OutgoingMessage.prototype) passing.add(codeDigestOf(holder[method]))
      }
    }
    res.send(req.url.startsWith('/buffer') ? Buffer.from(body) : body)
  })
  const server = http.createServer(app)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (const url of ['/text', '/buffer', '/text/late', '/buffer/late']) {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${url}`, { headers: { 'accept-encoding': 'identity' } })
    if (await response.text() !== body) throw new Error(`${name} changes the body of ${url}`)
  }
}

async function main () {
  if (packages[name]) await learnPackage(packages[name])
  else LEARN[name]()
  const version = name === 'node' ? process.versions.node : JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'))).version
  const digests = Object.fromEntries([...stock].map(([slot, found]) => [slot, [...found]]))
  process.stdout.write(`\n${JSON.stringify({ version, stock: digests, passing: [...passing] })}`, () => process.exit())
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
