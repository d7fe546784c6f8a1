'use strict'

const { passing, releases, stock } = require('./slots.json')
const { codeDigestOf } = require('../util/code-digest')
const { LRUCache } = require('../util/lru-cache')
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
 * Those of engines stand beside the guards. What stock calls on as we do, as often, is no slot: `etag fn`, `req.fresh`,
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

/** The number of sources of wire functions that are kept, of which middleware makes new ones for each response. */
const MOST_SOURCES = 100

/** A release of Node that was not learnt has other code, perhaps: its functions are those of the first load. */
const isLearnt = IS_NODE && releases.node.includes(process.versions.node)

/** Slot → whether a function is stock's own there. */
const checks = Object.fromEntries(Object.entries(stock).map(([slot, digests]) => {
  return [slot, memoize((fn) => digests.includes(codeDigestOf(fn)))]
}))

/** @param {string} slot such as "app.render". @returns {boolean} whether the function is stock's own */
function isStock (slot, fn) {
  return typeof fn === 'function' && checks[slot](fn)
}

/** The slots of one owner. */
class Slots {
  /**
   * @param {keyof typeof SLOTS} type
   * @param {(fn: Function) => Function} [behind] gives what a method of ours has replaced
   */
  constructor (type, owner, behind = (fn) => fn) {
    this.type = type
    this.owner = owner
    this.behind = behind
    /** The functions that are stock's, once all were. @type {WatchedMethods | undefined} */
    this.stock = undefined
  }

  /** @returns {string | undefined} the name of the first that is not stock's own */
  findReplaced () {
    if (this.stock !== undefined && this.stock.findReplaced() === undefined) return undefined
    const { behind, owner, type } = this
    const names = SLOTS[type]
    const isOwn = type === 'wire' ? isOfNode : (name, fn) => isStock(`${type}.${name}`, fn)
    const replaced = names.find((name) => !isOwn(name, behind(owner[name])))
    if (replaced !== undefined) return replaced
    this.stock = new WatchedMethods()
    this.stock.watch(type, owner, names)
  }
}

/** @returns {boolean} whether it is Node's own; responses of HTTP/2 have no `_send` and no `_writeRaw` */
function isOfNode (name, fn) {
  return fn === undefined || isStock(`wire.${name}`, fn) || (!isLearnt && fn === NODES[name])
}

/** Owner → its slots. @type {Record<string, (owner: object) => Slots>} */
const slotsOf = {
  response: memoize((prototype) => new Slots('response', prototype)),
  wire: memoize((prototype) => new Slots('wire', prototype))
}

/** @returns {string | undefined} the first method of a response that Express's `send` calls and that is not its own */
function findReplacedMethod (res) {
  // To read them of a response takes 7 µs on Node 20 if it has been given an `end`.
  const own = SLOTS.response.find((name) => Object.hasOwn(res, name))
  return own ?? slotsOf.response(Object.getPrototypeOf(res)).findReplaced()
}

/**
 * @param {'ctx' | 'ctx.response'} type
 * @param {(setter: Function | undefined) => object | undefined} [behind] gives what an accessor of ours has replaced
 * @returns {string | undefined} the first accessor of a Koa context or response that is not Koa's own
 */
function findReplacedAccessor (type, object, behind = () => undefined) {
  return SLOTS[type].find((name) => {
    const found = descriptorOf(object, name)
    const { get, set } = behind(found.set) ?? found
    return !isStock(`${type}.set ${name}`, set) || !isStock(`${type}.get ${name}`, get)
  })
}

/** @returns {PropertyDescriptor | undefined} of a property that the object has or inherits */
function descriptorOf (object, name) {
  for (let holder = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name)
    if (descriptor !== undefined) return descriptor
  }
}

/**
 * What may read or change the body of a response on its way to the socket: the package compression, or a function with
 * this name. `passing`: what stands there passes all on, as is known of it; `undefined`: there is only Node.
 *
 * @typedef {'compression' | 'write' | 'end' | '_send' | '_writeRaw' | 'passing' | undefined} Reader
 *
 * @returns {Reader} by all functions that are on the response or on any of its prototypes
 */
function readerOf (res) {
  const isOfPrototype = !SLOTS.wire.some((name) => Object.hasOwn(res, name))
  if (isOfPrototype && slotsOf.wire(Object.getPrototypeOf(res)).findReplaced() === undefined) return undefined
  const owners = SLOTS.wire.flatMap((name) => ownersOf(name, res))
  const unknown = owners.find((owner) => SLOTS.wire.includes(owner))
  if (unknown !== undefined || owners.length === 0) return unknown
  return owners.includes('compression') ? 'compression' : 'passing'
}

/** @returns {string[]} whose functions a method is made of, down to Node's: packages, or its own name if unknown */
function ownersOf (name, res) {
  const owners = []
  for (let holder = res; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name)
    if (descriptor === undefined) continue
    const { value } = descriptor
    if (value !== undefined && isOfNode(name, value)) break
    owners.push(packageOf(value) ?? name)
  }
  return owners
}

/** The source of a wire function that is not Node's → the package whose it is. @type {LRUCache<string, object>} */
const packages = new LRUCache({ max: MOST_SOURCES })

/** @returns {string | undefined} the package whose function this is, if it passes the body on */
function packageOf (fn) {
  if (typeof fn !== 'function') return undefined
  const source = Function.prototype.toString.call(fn)
  let found = packages.get(source)
  if (found === undefined) packages.set(source, found = { name: passing[codeDigestOf(fn)] })
  return found.name
}

module.exports = { SLOTS, Slots, descriptorOf, findReplacedAccessor, findReplacedMethod, isStock, readerOf, slotsOf }
