'use strict'

// The speed of reading a file as a stream, by the size of its chunks, as in *Buffer与性能* and *Node File Read
// Performance*. The file has just been written, so it is read from the page cache.

const { createHash, randomBytes } = require('node:crypto')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { withFolder } = require('../folder')
const { interleave } = require('../interleave')
const { gains, limits } = require('../table')

const MEGABYTES = 32
/** Values of `highWaterMark`, in KB; 4 is that of the oldest text, and the reference. */
const KILOBYTES = [1, 4, 16, 64, 256, 1024]
const FIRST = 4
/** Shortest turn in milliseconds; the file is read repeatedly. */
const TURN = 250

/**
 * @typedef {{ kilobytes: number, megabytesPerSecond: number[] }} Reads KB of a chunk, MB/s by round
 *
 * @returns {Promise<Reads[]>}
 * @throws {Error} if the bytes read differ from the file
 */
function measureReads ({ rounds }) {
  return withFolder(async (folder) => {
    const file = path.join(folder, 'file')
    const bytes = randomBytes(MEGABYTES * 2 ** 20)
    fs.writeFileSync(file, bytes)
    for (const kilobytes of KILOBYTES) {
      const hash = createHash('sha256')
      await read(file, kilobytes, (chunk) => hash.update(chunk))
      if (!hash.digest().equals(createHash('sha256').update(bytes).digest())) throw new Error(`Reading in chunks of ${kilobytes} KB gives other bytes than were written`)
    }
    const measured = await interleave(KILOBYTES.map(String), {
      title: 'reading a file',
      rounds,
      takeTurn: (kilobytes) => takeTurn(file, Number(kilobytes))
    })
    return KILOBYTES.map((kilobytes) => ({ kilobytes, megabytesPerSecond: measured[kilobytes] }))
  })
}

async function takeTurn (file, kilobytes) {
  const start = performance.now()
  let bytes = 0
  while (performance.now() - start < TURN) await read(file, kilobytes, (chunk) => { bytes += chunk.length })
  return bytes / 2 ** 20 / ((performance.now() - start) / 1000)
}

async function read (file, kilobytes, take) {
  await once(fs.createReadStream(file, { highWaterMark: 1024 * kilobytes }).on('data', take), 'end')
}

function summarizeReads (reads) {
  const first = reads.find(({ kilobytes }) => kilobytes === FIRST)
  return {
    title: `A file of ${MEGABYTES} MB read by fs.createReadStream, MB/s`,
    header: ['highWaterMark', 'median', 'min–max', `ratio to ${FIRST} KB`, 'min–max'],
    rows: reads.map(({ kilobytes, megabytesPerSecond }) => [
      kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`,
      figure(median(megabytesPerSecond)),
      limits(megabytesPerSecond),
      ...gains(megabytesPerSecond, first.megabytesPerSecond)
    ])
  }
}

module.exports = { measureReads, summarizeReads }
