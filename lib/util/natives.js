'use strict'

const { ServerResponse } = require('node:http')
const { Socket } = require('node:net')
const timers = require('node:timers')
const promises = require('node:timers/promises')
const { promisify } = require('node:util')
const { runInThisContext } = require('node:vm')

// Functions of Node, taken when the library loads: fake timers that are installed later neither stop nor speed up
// pages, and a method that a tracer replaces later is known as such. All other modules may load later.

/** Bun and Deno have a different `node:http`, with different arguments. */
const IS_NODE = process.versions.bun === undefined && process.versions.deno === undefined

/** The methods of a response through which its body goes to the socket. */
const { _send, _writeRaw, end, write } = ServerResponse.prototype
const NODES = { _send, _writeRaw, end, write }

/** The method of a socket through which the bytes of a response go. */
const { write: nodesSocketWrite } = Socket.prototype

const { clearInterval, clearTimeout, setInterval, setTimeout } = timers

/** Jest gives each test file a copy, with an `env` that tests replace, and whose `exit` never comes. */
const nodeProcess = runInThisContext('process')

/** Gives a promise that is fulfilled after a time. */
const { setTimeout: wait } = promises

/**
 * Read from `node:timers`, since Jest may replace the global function before any module loads.
 * `undefined` if `node:timers` itself has a fake function, which may never call back.
 *
 * @type {typeof setImmediate | undefined}
 */
const nodesImmediate = timers.setImmediate[promisify.custom] === promises.setImmediate ? timers.setImmediate : undefined

const { nextTick } = process

/** One that is already fake, with the `clock` of sinon, Jest or Vitest, is looked up at each call, as in Express. */
const nodesNextTick = nextTick.clock === undefined ? nextTick : (...args) => process.nextTick(...args)

/** @returns {Promise<void>} the next turn of the event loop; settled under fake timers, which may never run */
function endOfTurn () {
  return new Promise((resolve) => nodesImmediate === undefined ? resolve() : nodesImmediate(resolve))
}

/**
 * @param {boolean} isRef whether the timer keeps the process running
 * @throws {Error} with the message, if it takes longer than `time` milliseconds; its result is thrown away then
 */
async function withinTime (start, time, message, isRef) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), time)
    if (!isRef) timer.unref()
  })
  try {
    return await Promise.race([start(), late])
  } finally {
    clearTimeout(timer)
  }
}

module.exports = {
  IS_NODE,
  NODES,
  clearInterval,
  clearTimeout,
  endOfTurn,
  nodeProcess,
  nodesNextTick,
  nodesSocketWrite,
  setImmediate: timers.setImmediate,
  setInterval,
  setTimeout,
  wait,
  withinTime
}
