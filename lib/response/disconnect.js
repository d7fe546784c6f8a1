'use strict'

const ignore = () => {}

/** Socket → who waits for its end: one listener for all, as a client may send many requests at once. @type {WeakMap<object, Set<() => void>>} */
const waiting = new WeakMap()

/** @returns {boolean} whether it waits behind others on its connection: it has no socket yet, and does not hear of its end */
function isQueued (res) {
  return res.socket === null
}

/** @returns {boolean} whether its client has gone before it got all */
function isDisconnected (res) {
  if (isHttp2(res)) return res.stream.aborted
  if (res.writableFinished) return false
  return res.destroyed || (isQueued(res) && res.req.socket.destroyed)
}

function isHttp2 (res) {
  return res.req.httpVersionMajor === 2
}

/**
 * @param {() => void} leave is called once, when the response is over or its client goes
 * @returns {() => void} what ends the waiting
 */
function onDisconnect (res, leave) {
  const leaveOnce = () => {
    stop()
    leave()
  }
  const stopWaiting = isQueued(res) ? whenClosed(res.req.socket, leaveOnce) : ignore
  const stop = () => {
    res.off('close', leaveOnce)
    stopWaiting()
  }
  res.on('close', leaveOnce)
  return stop
}

/**
 * @param {() => void} leave
 * @returns {() => void} what ends the waiting
 */
function whenClosed (socket, leave) {
  const leaves = waiting.get(socket) ?? new Set()
  if (leaves.size === 0) socket.once('close', leaveAll)
  waiting.set(socket, leaves.add(leave))
  return () => {
    if (leaves.delete(leave) && leaves.size === 0) socket.off('close', leaveAll)
  }
}

/** @this {import('node:net').Socket} */
function leaveAll () {
  for (const leave of waiting.get(this)) leave()
}

/**
 * @template Value
 * @param {import('node:http').ServerResponse} res
 * @param {() => Promise<Value>} begin is not called if the client has gone already
 * @returns {Promise<Value | undefined>} what that gives; nothing if the client goes before
 * @throws what it fails with
 */
async function unlessDisconnected (res, begin) {
  if (isDisconnected(res)) return
  let stop
  const gone = new Promise((resolve) => { stop = onDisconnect(res, resolve) })
  try {
    return await Promise.race([begin(), gone])
  } finally {
    stop()
  }
}

module.exports = { isDisconnected, isHttp2, unlessDisconnected, onDisconnect }
