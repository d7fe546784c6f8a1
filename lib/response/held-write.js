'use strict'

const { AsyncResource } = require('node:async_hooks')
const { ServerResponse } = require('node:http')
const { Socket } = require('node:net')
const { nodesImmediate } = require('../util/natives')

const now = performance.now.bind(performance)

/** The largest body that is held, in bytes. Larger ones wake their reader several times anyway. */
const MOST_BYTES = 64 * 1024

/** The largest number of sockets that hold responses at the same time. */
const MOST_SOCKETS = 256

/** Milliseconds for which a turn holds responses. The next one to end after that sends all of them. */
const HELD_MILLISECONDS = 1

/** The property of a socket for the response that it holds, and its async context. */
const HELD = Symbol('held')

/**
 * The sockets that held one in this turn. In a Map, old tables would keep responses until V8 collects its old space: by
 * `--trace-gc`, Fortunes spent 4 µs a request on garbage collection, with arrays 0.9 (Node 24, 64 connections).
 *
 * @type {Socket[]}
 */
let held = []

/** When the first response of this turn left, or the last time that all were sent; 0 between turns. */
let since = 0

/**
 * Makes the socket of a response hold its bytes until the end of this turn of the event loop, if the turn has sent
 * another response already. Several small responses then wake their reader once, such as a proxy or a load generator on
 * the same machine. The response itself ends when the app ends it. Call it right before `res.end`; in Koa, where the
 * body is set.
 *
 * Nothing is held on corked or patched sockets, on sockets of other classes, under http2, or
 * under fake timers. `node bench/run.js --only apps,identity` compares held writes with immediate ones.
 */
function holdWrite (res, byteLength) {
  if (nodesImmediate === undefined) return
  const time = now()
  if (since === 0) {
    since = time
    nodesImmediate(releaseAll)
  } else if (time - since > HELD_MILLISECONDS) {
    releaseAll()
    since = time
  } else if (byteLength <= MOST_BYTES && held.length < MOST_SOCKETS && isHoldable(res)) {
    // Before those of the app, which may throw.
    if (held.length === 0) process.prependListener('exit', releaseAll)
    // Node ignores a late body only after the response has left its socket.
    res.prependListener('error', ignoreLateBody)
    res.socket[HELD] = { res, context: new AsyncResource('HeldWrite', { requireManualDestroy: true }) }
    held.push(res.socket)
    res.socket.cork()
  }
}

/** Prepares a new socket. @returns {boolean} whether no other code has corked or patched it, and it holds none */
function isHoldable (res) {
  const { socket } = res
  if (!(res instanceof ServerResponse) || !(socket instanceof Socket)) return false
  if (socket.destroyed || socket.writableCorked > 0) return false
  if (socket.uncork === uncork) return socket.destroy === destroy
  if (socket.uncork !== Socket.prototype.uncork || socket.destroy !== Socket.prototype.destroy) return false
  Object.assign(socket, { uncork, destroy, [HELD]: undefined })
  return true
}

/**
 * Keeps the last cork level while a response is held: `OutgoingMessage.end` reduces the levels
 * to one and uncorks. Higher levels belong to other code.
 * @this {Socket}
 */
function uncork () {
  if (this[HELD] === undefined || this.writableCorked > 1) Socket.prototype.uncork.call(this)
}

/** @this {Socket} */
function destroy (error) {
  release(this)
  return Socket.prototype.destroy.call(this, error)
}

/** @this {import('node:http').ServerResponse} @throws all other errors, if there is no other listener */
function ignoreLateBody (error) {
  if (error.code === 'ERR_STREAM_WRITE_AFTER_END') return
  if (this.listeners('error').every((listener) => listener === ignoreLateBody)) throw error
}

function releaseAll () {
  since = 0
  if (held.length === 0) return
  const sockets = held
  held = []
  // Tests load the module again and again: Node warns of more than ten listeners that stay.
  process.off('exit', releaseAll)
  let failure
  for (const socket of sockets) {
    try {
      release(socket)
    } catch (error) {
      failure ??= { error }
    }
  }
  if (failure) throw failure.error
}

/** Sends what the socket holds, in the async context of its response. */
function release (socket) {
  if (socket[HELD] === undefined) return
  const { context, res } = socket[HELD]
  socket[HELD] = undefined
  res.off('error', ignoreLateBody)
  try {
    context.runInAsyncScope(Socket.prototype.uncork, socket)
  } finally {
    // Tracers keep its context until then.
    context.emitDestroy()
  }
}

module.exports = { holdWrite }
