'use strict'

const { ServerResponse } = require('node:http')
const { Socket } = require('node:net')
const { ownImmediate } = require('../timers')

const now = performance.now.bind(performance)

/** The largest body that is held, in bytes. Larger ones wake their reader several times anyway. */
const MOST_BYTES = 64 * 1024

/** The largest number of sockets that hold responses at the same time. */
const MOST_SOCKETS = 256

/**
 * Milliseconds of a turn per held response. In longer turns, each response waits for the work of
 * others for longer than waking its reader takes. 32 simultaneous requests of 10 ms CPU time each,
 * Node 24, bench/writes.js of 1.0.0: 93 requests/s both held and written at once, median latency
 * 264 ms (114–334) held and 170 ms (105–325) at once.
 */
const SLOW = 0.25

/** Milliseconds without held writes after slow turns: the first pause, the longest one, and the time after which pauses start anew. */
const PAUSE = { first: 1000, longest: 60_000, forgotten: 10_000 }

/** The property of a socket for the number of responses that it holds. */
const held = Symbol('held')

/** The sockets that hold responses. @type {Set<Socket>} */
const sockets = new Set()
const flushAll = () => sockets.forEach(flush)

/** The number of responses held in this turn, its start, and the moving average of milliseconds per response. */
const turn = { count: 0, since: 0, average: 0 }

/** The end of the current pause, and the length of the next one. */
const pause = { until: 0, next: PAUSE.first }

/**
 * Makes the socket of a response hold its bytes until a `setImmediate` of the response's own.
 * Several small responses of the same turn then wake their reader once, such as a proxy or a load
 * generator on the same machine. The response itself ends when the app ends it. Call this
 * function right before `res.end`.
 *
 * Nothing is held on corked or patched sockets, on sockets of other classes, under http2, or
 * under fake timers. bench/writes.js of 1.0.0 compares held writes with immediate ones.
 *
 * @param {number} byteLength of the body
 */
function holdWrite (res, byteLength) {
  const { socket } = res
  if (byteLength > MOST_BYTES || sockets.size >= MOST_SOCKETS || !(res instanceof ServerResponse) || !isHoldable(socket)) return
  const time = now()
  if (time < pause.until) return

  if (turn.count++ === 0) turn.since = time
  if (socket[held]++ === 0) socket.cork()
  if (sockets.size === 0) process.on('exit', flushAll)
  sockets.add(socket)
  // Node ignores a late body only after the response has left its socket.
  res.prependListener('error', ignoreLateBody)
  ownImmediate(release, socket, res)
}

/**
 * @this {import('node:http').ServerResponse}
 * @throws all other errors, if there is no other listener
 */
function ignoreLateBody (error) {
  if (error.code === 'ERR_STREAM_WRITE_AFTER_END') return
  if (this.listeners('error').every((listener) => listener === ignoreLateBody)) throw error
}

/**
 * Prepares the socket at its first response.
 *
 * @returns {boolean} whether only this module has corked or patched the socket
 */
function isHoldable (socket) {
  if (ownImmediate === undefined || !(socket instanceof Socket) || socket.destroyed) return false
  const count = socket[held]
  if (count === undefined) return prepare(socket)
  return socket.uncork === uncork && socket.destroy === destroy && (socket.writableCorked > 0) === (count > 0)
}

/** @returns {boolean} whether the socket can hold responses */
function prepare (socket) {
  if (socket.uncork !== Socket.prototype.uncork || socket.destroy !== Socket.prototype.destroy || socket.writableCorked > 0) return false
  Object.assign(socket, { [held]: 0, uncork, destroy })
  return true
}

/**
 * Keeps the last cork level while a response is held: `OutgoingMessage.end` reduces the levels
 * to one and uncorks. Higher levels belong to other code.
 *
 * @this {Socket}
 */
function uncork () {
  if (!(this[held] > 0) || this.writableCorked > 1) Socket.prototype.uncork.call(this)
}

/** @this {Socket} */
function destroy (error) {
  flush(this)
  return Socket.prototype.destroy.call(this, error)
}

function flush (socket) {
  if (!(socket[held] > 0)) return
  socket[held] = 0
  sockets.delete(socket)
  // Tests load the module again and again: Node warns of more than ten listeners that stay.
  if (sockets.size === 0) process.off('exit', flushAll)
  Socket.prototype.uncork.call(socket)
}

/** Releases one held response. */
function release (socket, res) {
  res.off('error', ignoreLateBody)
  if (turn.count > 0) judgeTurn()
  if (socket[held] > 1) socket[held]--
  else flush(socket)
}

/** Decides once a turn whether to go on holding. A moving average keeps a single garbage collection from deciding. */
function judgeTurn () {
  const time = now()
  const each = Math.min((time - turn.since) / turn.count, 8 * SLOW)
  turn.average += 0.05 * (each - turn.average)
  turn.count = 0
  if (turn.average > SLOW) {
    pause.until = time + pause.next
    pause.next = Math.min(pause.next * 2, PAUSE.longest)
    turn.average = SLOW / 2
  } else if (time > pause.until + PAUSE.forgotten) {
    pause.next = PAUSE.first
  }
}

module.exports = { holdWrite }
