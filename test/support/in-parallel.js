'use strict'

const os = require('node:os')

/**
 * Works on items in parallel, one for each core, in their order.
 *
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => Promise<void>} work
 */
async function inParallel (items, work) {
  const queue = [...items]
  const worker = async () => {
    while (queue.length > 0) await work(queue.shift())
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker))
}

module.exports = { inParallel }
