'use strict'

const { setImmediate: turn, setTimeout: later } = require('node:timers/promises')
const { createHash } = require('node:crypto')
const { fragment, html } = require('../..')
const { ModelConnection, ModelStore } = require('./model-store')
const { prose } = require('./prose')
const shop = require('./shop')
const { viewFolder } = require('./view-folder')

const text = prose(2000)
const long = prose(300_000)
const folder = viewFolder({ 'short.css': prose(1000), 'large.txt': Buffer.alloc(2 ** 20, 'a') }).file('.')
const views = { views: shop.views, extension: 'ejs', cache: true }
const gzip = { 'accept-encoding': 'gzip' }
const localsOf = (n) => shop.localsOf(`Zoë ${n}`)

/** A promise that is there after a turn of the event loop. */
const soon = async (value) => {
  await turn()
  return value
}

async function * parts (n) {
  for (let i = 0; i < 3; i++) yield await soon(html`<li>${n} ${i} ${text}</li>`)
}

async function failing () {
  await turn()
  throw new Error('on purpose')
}

/** What has to end as well if the client is gone: the page waits for it, or for 50 ms. */
const untilGone = ({ res }, { signal }) => Promise.race([new Promise((resolve) => res.once('close', resolve)), later(50, undefined, { ref: false, signal }).catch(() => {})])

/** Defines a fragment once for a renderer. */
const defined = new WeakMap()
function cached (renderer, options, load) {
  if (!defined.has(renderer)) defined.set(renderer, renderer.cached('card', options, load))
  return defined.get(renderer)
}

/**
 * What the library does for a request. Who adds a feature adds it here: tests that count take it with every framework.
 *
 * @typedef {object} Feature
 * @property {object} [options] of the middleware; a function that makes them, if they have state
 * @property {Record<string, string>} [headers] of the requests
 * @property {string} [method]
 * @property {boolean} [isFresh] whether each request tells the tag of the first answer
 * @property {'arrived' | 'head'} [leaves] the moment at which the client disconnects: when its request has arrived, or when it has the head
 * @property {(exchange: import('./platforms').Exchange, n: number, renderer: object, wait: AbortController) => unknown} handle answers
 *   the nth request; `wait` is aborted when the response closes
 *
 * @type {Record<string, Feature>}
 */
const features = {
  'a view': { options: views, handle: ({ render }, n) => render('products', localsOf(n)) },
  'a view as gzip': { options: views, headers: gzip, handle: ({ render }, n) => render('products', localsOf(n)) },
  'html`…`': { handle: ({ send }, n) => send(html`<p>${n}</p>`) },
  'a page for HEAD': { method: 'HEAD', handle: ({ send }, n) => send(html`<p>${n}</p>`) },
  'a page that the client has': { isFresh: true, handle: ({ send }) => send(html`<p>${text}</p>`) },
  'one page, compressed as Brotli': { headers: { 'accept-encoding': 'br, gzip' }, handle: ({ send }, n) => send(html`<p>${n % 20} ${text}</p>`) },
  'long text as gzip': { headers: gzip, handle: ({ send }, n) => send(html`<p>${n} ${html.raw(long)}</p>`) },
  'a dictionary': {
    options: { ...views, dictionary: { views: ['products'] } },
    headers: { 'accept-encoding': 'gzip, br, dcz', 'sec-fetch-dest': 'document', 'available-dictionary': `:${createHash('sha256').digest('base64')}:` },
    handle: ({ render }, n) => render('products', localsOf(n))
  },
  'a file': { handle: ({ send }, n) => send(html`<style>${fragment.file('short.css', { roots: folder })}</style>${n}`) },
  'a large file': { handle: ({ send }, n) => send(html`<pre>${fragment.file('large.txt', { roots: folder })}</pre>${n}`) },
  'a pending page': { handle: ({ send }, n) => send(html`<p>${soon(n)}</p>`) },
  'a pending page that fails': { handle: ({ send }) => send(html`<p>${failing()}</p>`) },
  'a streamed page': { headers: gzip, handle: ({ stream }, n) => stream(html`<ul>${parts(n)}</ul>${soon(n)}`) },
  'a streamed page that fails': { handle: ({ stream }, n) => stream(html`<ul>${parts(n)}</ul>${failing()}`) },
  'a cached fragment': {
    options: { cache: true },
    handle: async ({ send }, n, renderer) => send(html`${await cached(renderer, { ttl: 60_000 }, async (id) => html`<p>${id} ${text}</p>`)(n % 20)}`)
  },
  'a cached fragment that is invalidated': {
    options: { cache: true },
    async handle ({ send }, n, renderer) {
      const card = cached(renderer, { ttl: 60_000, tags: (id) => [`tag ${id}`] }, async (id) => html`<p>${await soon(id)}</p>`)
      await renderer.invalidate(`tag ${n % 20}`)
      return send(html`${await card(n % 20)}${card(n % 20)}`)
    }
  },
  'a cached fragment that fails': {
    options: { cache: true },
    handle: ({ send }, n, renderer) => send(html`${cached(renderer, { ttl: 60_000 }, failing)(n % 20)}`)
  },
  'a cached fragment of a store': {
    options: () => ({ cache: true, fragments: { store: new ModelConnection(new ModelStore()), version: '1' } }),
    async handle ({ send }, n, renderer) {
      const card = cached(renderer, { ttl: 40 }, async (id) => html`<p>${await soon(id)}</p>`)
      return send(html`${await card(n % 20)}`)
    }
  },
  'a client that leaves before the head': {
    leaves: 'arrived',
    async handle (exchange, n, renderer, wait) {
      await untilGone(exchange, wait)
      return exchange.send(html`<p>${n}</p>`)
    }
  },
  'a client that leaves a pending page': { leaves: 'arrived', handle: (exchange, n, renderer, wait) => exchange.send(html`<p>${untilGone(exchange, wait)}</p>`) },
  'a client that leaves a stream before its head': { leaves: 'arrived', handle: (exchange, n, renderer, wait) => exchange.stream(html`${untilGone(exchange, wait)}${parts(n)}`) },
  'a client that leaves in the middle of a stream': {
    leaves: 'head',
    handle: (exchange, n, renderer, wait) => exchange.stream(html`<ul>${parts(n)}${untilGone(exchange, wait)}${parts(n)}</ul>`)
  },
  'a client that leaves long text': { leaves: 'head', headers: gzip, handle: ({ send }, n) => send(html`<p>${n} ${html.raw(long)}</p>`) },
  'a client that leaves a large file': { leaves: 'head', handle: ({ send }, n) => send(html`<pre>${fragment.file('large.txt', { roots: folder })}</pre>${n}`) },
  'a client that leaves during the load of a fragment': {
    leaves: 'arrived',
    options: { cache: true },
    async handle ({ send }, n, renderer) {
      const card = cached(renderer, { ttl: 1 }, async (id) => html`<p>${await later(5)}${id}</p>`)
      return send(html`${card(n % 20)}`)
    }
  }
}

module.exports = { features }
