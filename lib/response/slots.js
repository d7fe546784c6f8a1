'use strict'

const { passing, releases, stock } = require('./slots.json')
const { bundledDigestOf, codeDigestOf } = require('../util/code-digest')
const { memoize } = require('../util/memoize')
const { IS_NODE, NODES } = require('../util/natives')
const { WatchedMethods } = require('../util/watched-methods')

/**
 * A slot is a function that stock, the framework with Node and without this library, calls on the way of a page, and
 * that an app, a theme or a tracer can replace. Owner → the names of its slots. If one is not stock's own:
 *
 * - `app`, `View`: Express renders the view.
 * - `response`: Express sends the page, as text. Also `res.send`, and `res.render`, which are ours; behind them is
 *   stock's.
 * - `wire`: the page is sent unencoded, as text where the framework can send it.
 * - `ctx`, `ctx.response`: accessors. Koa sends the page, as text.
 *
 * Those of engines are beside the guards. What we call as stock does, and as often, is no slot: `etag fn`, `req.fresh`,
 * `setHeader`, `ctx.type`. Stock's own functions are known by the digests of their code, which slots.json has:
 * `npm run test:stock -- --learn` writes it.
 */
const SLOTS = {
  app: ['render', 'get', 'set', 'enabled'],
  View: ['render', 'lookup', 'resolve'],
  response: ['get', 'set', 'status', 'type'],
  wire: ['write', 'end', '_send', '_writeRaw'],
  ctx: ['body'],
  'ctx.response': ['body', 'length']
}

/** The number of sources of functions that are kept, for each method. */
const MOST_SOURCES = 100

/** The code of other releases of Node may differ: their functions are those that are there when this file loads. */
const isLearnt = IS_NODE && releases.node.includes(process.versions.node)

/** Slot → whether a function is stock's own there. @type {Record<string, (fn: unknown) => boolean>} */
const isStock = Object.fromEntries(Object.entries(stock).map(([slot, digests]) => [slot, checkOf(digests)]))

function checkOf (digests) {
  const isKnown = memoize((fn) => digests.includes(codeDigestOf(fn)) || digests.includes(bundledDigestOf(fn)))
  /** Of stock's own functions, the one that was seen last. */
  let latest
  return (fn) => {
    if (fn === latest) return latest !== undefined
    if (typeof fn !== 'function' || !isKnown(fn)) return false
    latest = fn
    return true
  }
}

/**
 * @param {'app' | 'response' | 'wire'} type
 * @param {object} owner what has the functions, or inherits them
 * @param {(fn: Function) => Function} [behind] gives what a method of ours has replaced
 * @returns {() => string | undefined} gives the name of the first function that is not stock's own
 */
function createCheck (type, owner, behind = (fn) => fn) {
  const names = type === 'response' ? [...SLOTS.response, ...SLOTS.wire] : SLOTS[type]
  const isOwn = (name, fn) => SLOTS.wire.includes(name) ? isOfNode(name, fn) : isStock[`${type}.${name}`](fn)
  // An accessor may give each response a different function.
  const isAccessor = (name) => descriptorOf(owner, name)?.get !== undefined
  /** The functions, once all were stock's own. */
  let known
  return () => {
    if (known !== undefined && known.findReplaced() === undefined) return undefined
    const replaced = names.find((name) => isAccessor(name) || !isOwn(name, behind(owner[name])))
    if (replaced !== undefined) return replaced
    known = new WatchedMethods()
    known.watch(type, owner, names)
  }
}

/** @returns {boolean} whether it is Node's own; responses of HTTP/2 have no `_send` and no `_writeRaw` */
function isOfNode (name, fn) {
  return fn === undefined || isStock[`wire.${name}`](fn) || (!isLearnt && fn === NODES[name])
}

/** Prototype of responses → its check. */
const checkMethods = memoize((prototype) => createCheck('response', prototype))
const checkWire = memoize((prototype) => createCheck('wire', prototype))

const { hasOwn } = Object

/**
 * On Node 20, reading methods of a response that was given an `end` takes 7 µs, `hasOwn` 30 ns.
 *
 * @returns {boolean} whether all that Express's `send` calls, down to the socket, is stock's own
 */
function isSentByStock (res) {
  const isOfPrototype = !(hasOwn(res, 'get') || hasOwn(res, 'set') || hasOwn(res, 'status') || hasOwn(res, 'type') ||
    hasOwnWire(res))
  return isOfPrototype && checkMethods(Object.getPrototypeOf(res))() === undefined
}

/** @returns {string | undefined} the first method that Express's `send` calls, and that is not its own */
function findReplacedMethod (res) {
  const prototype = Object.getPrototypeOf(res)
  return SLOTS.response.find((name) => !isStock[`response.${name}`](hasOwn(res, name) ? res[name] : prototype[name]))
}

function hasOwnWire (res) {
  return hasOwn(res, 'write') || hasOwn(res, 'end') || hasOwn(res, '_send') || hasOwn(res, '_writeRaw')
}

/**
 * @param {(accessor: PropertyDescriptor) => object | undefined} behind gives what an accessor of ours has replaced
 * @returns {string | undefined} the first accessor through which Koa passes a body, and that is not its own
 */
function findReplacedAccessor (ctx, behind) {
  const body = descriptorOf(ctx, 'body')
  if (!isStock['ctx.get body'](body.get) || !isStock['ctx.set body'](body.set)) return 'body'
  const { response } = ctx
  const ours = descriptorOf(response, 'body')
  const { get, set } = behind(ours) ?? ours
  if (!isStock['ctx.response.get body'](get) || !isStock['ctx.response.set body'](set)) return 'body'
  const length = descriptorOf(response, 'length')
  const isStockLength = isStock['ctx.response.get length'](length.get) && isStock['ctx.response.set length'](length.set)
  return isStockLength ? undefined : 'length'
}

/** @returns {PropertyDescriptor | undefined} that of a property which the object has or inherits */
function descriptorOf (object, name) {
  for (let holder = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name)
    if (descriptor !== undefined) return descriptor
  }
}

/**
 * What may read or change the body of a response on its way to the socket: the package compression, or a function with
 * this name. `passing`: what is there is known to pass all on; `undefined`: there is only Node.
 *
 * @typedef {'compression' | 'write' | 'end' | '_send' | '_writeRaw' | 'passing' | undefined} Reader
 *
 * @returns {Reader} what all functions on the response and on its prototypes show
 */
function readerOf (res) {
  const prototype = Object.getPrototypeOf(res)
  const replaced = checkWire(prototype)()
  if (replaced === undefined && !hasOwnWire(res)) return undefined
  const end = replaced === undefined ? prototype : null
  const owners = SLOTS.wire.flatMap((name) => ownersOf(name, res, end))
  const unknown = owners.find((owner) => SLOTS.wire.includes(owner))
  // A Proxy among the prototypes shows no property.
  if (unknown !== undefined || owners.length === 0) return unknown ?? replaced
  return owners.includes('compression') ? 'compression' : 'passing'
}

/**
 * @param {object | null} end the first prototype that is not looked at: it has Node's methods
 * @returns {string[]} whose functions a method is made of, down to Node's: packages, or its own name if unknown
 */
function ownersOf (name, res, end) {
  const owners = []
  for (let holder = res; holder !== end; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name)
    if (descriptor === undefined) continue
    const owner = ownerOf(name, descriptor.value)
    if (owner === NODE) break
    owners.push(owner)
  }
  return owners
}

const NODE = 'node'

/** Method → the latest functions by their source, and whose they are. Hashing takes longer than comparing. */
const knownOwners = Object.fromEntries(SLOTS.wire.map((name) => [name, []]))

/** @returns {string} Node, a package whose function passes the body on, or the name of the method if it is unknown */
function ownerOf (name, fn) {
  if (typeof fn !== 'function') return name
  if (fn === NODES[name] && isOfNode(name, fn)) return NODE
  // Middleware makes a new function for each response: its digest would take 70 µs.
  const source = Function.prototype.toString.call(fn)
  const known = knownOwners[name]
  let found = known.find((each) => each.source === source)
  if (found === undefined) {
    found = { source, owner: isOfNode(name, fn) ? NODE : passing[codeDigestOf(fn)] ?? name }
    if (known.push(found) > MOST_SOURCES) known.shift()
  }
  return found.owner
}

module.exports = {
  EXPRESS: releases.express,
  SLOTS,
  createCheck,
  descriptorOf,
  findReplacedAccessor,
  findReplacedMethod,
  isSentByStock,
  isStock,
  readerOf
}
