'use strict'

const { AsyncResource } = require('node:async_hooks')
const { ServerResponse } = require('node:http')
const { Socket } = require('node:net')
const { ownImmediate } = require('../natives')

const now = performance.now.bind(performance)

/** The largest body that is held, in bytes. Larger ones wake their reader several times anyway. */
const MOST_BYTES = 64 * 1024

/** The largest number of sockets that hold responses at the same time. */
const MOST_SOCKETS = 256

/** Milliseconds for which a turn holds responses. The next one to end after that sends all of them. */
const WINDOW = 1

/** The sockets that hold a response, and the async context of it. @type {Map<Socket, AsyncResource & { res: ServerResponse }>} */
const held = new Map()

/** When the first response of this turn left, or the last time that all were sent; 0 between turns. */
let since = 0

/**
 * Makes the socket of a response hold its bytes until the end of this turn of the event loop, if the turn has sent another
 * response already. Several small responses then wake their reader once, such as a proxy or a load generator on the same
 * machine. The response itself ends when the app ends it. Call this function right before `res.end`.
 *
 * Nothing is held on corked or patched sockets, on sockets of other classes, under http2, or
 * under fake timers. `node bench/run.js --only apps,identity` compares held writes with immediate ones.
 */
function holdWrite (res, byteLength) {
  if (ownImmediate === undefined) return
  const time = now()
  if (since === 0) {
    since = time
    ownImmediate(endTurn)
  } else if (time - since > WINDOW) {
    since = time
    releaseAll()
  } else if (byteLength <= MOST_BYTES && held.size < MOST_SOCKETS && isHoldable(res)) {
    if (held.size === 0) process.on('exit', releaseAll)
    // Node ignores a late body only after the response has left its socket.
    res.prependListener('error', ignoreLateBody)
    held.set(res.socket, Object.assign(new AsyncResource('HeldWrite', { requireManualDestroy: true }), { res }))
    res.socket.cork()
  }
}

/** Prepares the socket at its first response. @returns {boolean} whether no other code has corked or patched it, and it holds none */
function isHoldable (res) {
  const { socket } = res
  if (!(res instanceof ServerResponse) || !(socket instanceof Socket) || socket.destroyed || socket.writableCorked > 0) return false
  if (socket.uncork === uncork) return socket.destroy === destroy
  if (socket.uncork !== Socket.prototype.uncork || socket.destroy !== Socket.prototype.destroy) return false
  Object.assign(socket, { uncork, destroy })
  return true
}

/**
 * Keeps the last cork level while a response is held: `OutgoingMessage.end` reduces the levels
 * to one and uncorks. Higher levels belong to other code.
 *
 * @this {Socket}
 */
function uncork () {
  if (!held.has(this) || this.writableCorked > 1) Socket.prototype.uncork.call(this)
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

function endTurn () {
  since = 0
  releaseAll()
}

function releaseAll () {
  for (const socket of held.keys()) release(socket)
}

/** Sends what the socket holds, in the async context of its response. */
function release (socket) {
  const context = held.get(socket)
  if (context === undefined) return
  held.delete(socket)
  // Tests load the module again and again: Node warns of more than ten listeners that stay.
  if (held.size === 0) process.off('exit', releaseAll)
  context.res.off('error', ignoreLateBody)
  context.runInAsyncScope(Socket.prototype.uncork, socket)
}

module.exports = { holdWrite }
