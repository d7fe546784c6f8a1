'use strict'

const { ServerResponse } = require('node:http')
const { Socket } = require('node:net')
const { ownImmediate } = require('../timers')

const now = performance.now.bind(performance)

/** Longer bodies, in bytes, are written at once: the reader wakes up several times for them anyway. */
const MOST_BYTES = 64 * 1024

/** So many sockets hold responses at a time, at the most. */
const MOST_SOCKETS = 256

/**
 * Milliseconds of a turn for each response that it holds. Where turns take longer, each
 * response waits for the work of others for longer than a wake-up of its reader costs.
 * 32 requests at once of 10 ms CPU time each, Node 24, `npm run bench:turn`: 93 requests/s held and
 * at once, median latency 264 ms (114–334) and 170 ms (105–325).
 */
const SLOW = 0.25

/** How long nothing is held after turns were slow, in milliseconds: the first time, at the most, and when it is the first time again. */
const PAUSE = { first: 1000, longest: 60_000, forgotten: 10_000 }

/** Where a socket counts the responses that it holds. */
const held = Symbol('held')

/** @type {Set<Socket>} those that hold responses */
const sockets = new Set()

/** What the turns were like: the responses held in this one, since when, and a moving average of the time for each. */
const turn = { count: 0, since: 0, average: 0 }

/** When responses are held again, and how long the next pause is. */
const rest = { until: 0, next: PAUSE.first }

/**
 * Has the socket of a response that is about to end keep its bytes until a `setImmediate`
 * of this response's own: several small responses that are made in one turn wake their
 * reader, a proxy or a load generator on the same machine, once. The response itself ends
 * when the app ends it. Call it right before `res.end`.
 *
 * It holds nothing where somebody else has corked or patched the socket, on sockets that are
 * none of Node's, by http2, or by fake timers. `npm run bench:turn` compares held responses with others.
 *
 * @param {number} byteLength of its body
 */
function holdWrite (res, byteLength) {
  const { socket } = res
  if (byteLength > MOST_BYTES || sockets.size >= MOST_SOCKETS || !(res instanceof ServerResponse) || !isHoldable(socket)) return
  const time = now()
  if (time < rest.until) return

  if (turn.count++ === 0) turn.since = time
  if (socket[held]++ === 0) socket.cork()
  sockets.add(socket)
  // Node forgives a body that comes after the end only once the response has left its socket.
  res.prependListener('error', ignoreLateBody)
  ownImmediate(release, socket, res)
}

/**
 * @this {import('node:http').ServerResponse}
 * @param {Error & { code?: string }} error
 * @throws all other errors, if nobody else listens for them
 */
function ignoreLateBody (error) {
  if (error.code === 'ERR_STREAM_WRITE_AFTER_END') return
  if (this.listeners('error').every((listener) => listener === ignoreLateBody)) throw error
}

/**
 * @param {unknown} socket is prepared, if it is new here
 * @returns {boolean} whether its level of corks is ours alone, and its methods Node's or ours
 */
function isHoldable (socket) {
  if (ownImmediate === undefined || !(socket instanceof Socket) || socket.destroyed) return false
  const count = socket[held]
  if (count === undefined) return prepare(socket)
  return socket.uncork === uncork && socket.destroy === destroy && (socket.writableCorked > 0) === (count > 0)
}

/** @returns {boolean} whether it can hold responses */
function prepare (socket) {
  if (socket.uncork !== Socket.prototype.uncork || socket.destroy !== Socket.prototype.destroy || socket.writableCorked > 0) return false
  Object.assign(socket, { [held]: 0, uncork, destroy })
  return true
}

/**
 * Keeps the last level while a response is held: `OutgoingMessage.end` brings the levels down
 * to one and uncorks. The levels above are others'.
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
  Socket.prototype.uncork.call(socket)
}

/** Ends the holding of one response. */
function release (socket, res) {
  res.off('error', ignoreLateBody)
  if (turn.count > 0) judgeTurn()
  if (socket[held] > 1) socket[held]--
  else flush(socket)
}

/** Decides, once a turn, whether it is worth going on. The average moves, so that no single collection of garbage decides. */
function judgeTurn () {
  const time = now()
  const each = Math.min((time - turn.since) / turn.count, 8 * SLOW)
  turn.average += 0.05 * (each - turn.average)
  turn.count = 0
  if (turn.average > SLOW) {
    rest.until = time + rest.next
    rest.next = Math.min(rest.next * 2, PAUSE.longest)
    turn.average = SLOW / 2
  } else if (time > rest.until + PAUSE.forgotten) {
    rest.next = PAUSE.first
  }
}

process.on('exit', () => sockets.forEach(flush))

module.exports = { holdWrite }
