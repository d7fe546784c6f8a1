'use strict'

// A worker thread that sends the number of each request when it is due. Timers of an event loop only count whole milliseconds.

const { isMainThread, parentPort, workerData } = require('node:worker_threads')

/** @returns {number} time by a clock that all threads share */
const milliseconds = () => Number(process.hrtime.bigint()) / 1e6

function run ({ begin, interval, count }) {
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (let i = 0; i < count; i++) {
    const left = begin + i * interval - milliseconds()
    if (left > 0) Atomics.wait(never, 0, 0, left)
    parentPort.postMessage(i)
  }
}

if (!isMainThread) run(workerData)

module.exports = { milliseconds }
