'use strict'

const { endOfTurn } = require('../util/natives')
const { ignore, withCode } = require('../util/errors')

/** Socket → callbacks for `close`, in one listener: clients pipeline. @type {WeakMap<object, Set<() => void>>} */
const callbacksOf = new WeakMap()

/** @returns {boolean} whether others of its connection precede it: it has no socket yet, and emits no `close` */
function isQueued (res) {
  return res.socket === null
}

/** @returns {boolean} whether the client disconnected before it received the whole response */
function isDisconnected (res) {
  if (isHttp2(res)) return res.stream.aborted
  if (res.writableFinished) return false
  return res.destroyed || (isQueued(res) && res.req.socket.destroyed)
}

function isHttp2 (res) {
  return res.req.httpVersionMajor === 2
}

/** Calls back once, when the response ends or the client disconnects. @returns {() => void} stops listening */
function onDisconnect (res, callback) {
  const callOnce = () => {
    stop()
    callback()
  }
  const stopSocket = isQueued(res) ? onSocketClose(res.req.socket, callOnce) : ignore
  const stop = () => {
    res.off('close', callOnce)
    stopSocket()
  }
  res.on('close', callOnce)
  return stop
}

/** @returns {() => void} a function that stops listening */
function onSocketClose (socket, callback) {
  const callbacks = callbacksOf.get(socket) ?? new Set()
  if (callbacks.size === 0) socket.once('close', callAll)
  callbacksOf.set(socket, callbacks.add(callback))
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) socket.off('close', callAll)
  }
}

/** @this {import('node:net').Socket} */
function callAll () {
  for (const callback of callbacksOf.get(this)) callback()
}

/** Starts, unless the client has disconnected. @returns the value; `undefined` if the client disconnects first */
async function unlessDisconnected (res, start) {
  if (isDisconnected(res)) return
  let stop
  const disconnected = new Promise((resolve) => { stop = onDisconnect(res, resolve) })
  try {
    return await Promise.race([start(), disconnected])
  } finally {
    stop()
  }
}

/** Gives the page. If the response closes first, abandons it and gives `undefined`. @throws errors of the page */
async function completePage (res, page) {
  const complete = page.then()
  const isLate = res.writableEnded || isDisconnected(res)
  // An error that is there at once is an error of the app, even if the client has already disconnected.
  const rendered = await (isLate ? Promise.race([complete, endOfTurn()]) : unlessDisconnected(res, () => complete))
  if (rendered === undefined) page.abandon()
  return rendered
}

/** @param {'sent' | 'streamed'} done. @throws {Error} if the head has been sent and the client is connected */
function expectUnsent (res, done) {
  if (!res.headersSent || isDisconnected(res)) return
  throw sentAlready(`A page was ${done}`)
}

function sentAlready (what) {
  return withCode('ERR_HTTP_HEADERS_SENT', new Error(`${what} after the response had been sent`))
}

module.exports = { completePage, expectUnsent, isDisconnected, isHttp2, unlessDisconnected, onDisconnect, sentAlready }
