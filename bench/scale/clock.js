'use strict'

// A worker thread that sends the number of each request when it is due. Timers of an event loop only count whole milliseconds.

const { parentPort, workerData: { begin, interval, count } } = require('node:worker_threads')
const { milliseconds } = require('./monotonic')

const never = new Int32Array(new SharedArrayBuffer(4))

for (let i = 0; i < count; i++) {
  const left = begin + i * interval - milliseconds()
  if (left > 0) Atomics.wait(never, 0, 0, left)
  parentPort.postMessage(i)
}
