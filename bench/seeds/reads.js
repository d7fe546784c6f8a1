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
const { addPairs, firstIn, groupsOf, namesIn, ratiosIn } = require('../pairs')
const { gains } = require('../table')

const MEGABYTES = 32
/** Values of `highWaterMark`, in KB. The first one is that of the oldest text, and the reference. */
const KILOBYTES = [4, 1, 16, 64, 256, 1024]
/** Shortest turn in milliseconds; the file is read repeatedly. */
const TURN = 250

/**
 * @typedef {{ name: 'reads', groups: import('../pairs').Groups }} Reads milliseconds for a megabyte, by KB of a chunk
 *
 * @returns {Promise<Reads>}
 * @throws {Error} if the bytes read differ from the file
 */
function measureReads ({ pairs }) {
  return withFolder(async (folder) => {
    const file = path.join(folder, 'file')
    const bytes = randomBytes(MEGABYTES * 2 ** 20)
    fs.writeFileSync(file, bytes)
    for (const kilobytes of KILOBYTES) {
      const hash = createHash('sha256')
      await read(file, kilobytes, (chunk) => hash.update(chunk))
      if (!hash.digest().equals(createHash('sha256').update(bytes).digest())) throw new Error(`Reading in chunks of ${kilobytes} KB gives other bytes than were written`)
    }
    const groups = groupsOf(KILOBYTES.map(nameOf))
    await addPairs(groups, { title: 'reading a file', pairs, takeTurn: (name) => takeTurn(file, KILOBYTES.find((each) => nameOf(each) === name)) })
    return { name: 'reads', groups }
  })
}

/** @returns {string} of a size */
const nameOf = (kilobytes) => kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`

async function takeTurn (file, kilobytes) {
  const start = performance.now()
  let bytes = 0
  while (performance.now() - start < TURN) await read(file, kilobytes, (chunk) => { bytes += chunk.length })
  return (performance.now() - start) / (bytes / 2 ** 20)
}

async function read (file, kilobytes, take) {
  await once(fs.createReadStream(file, { highWaterMark: 1024 * kilobytes }).on('data', take), 'end')
}

function summarizeReads (reads) {
  return {
    title: `A file of ${MEGABYTES} MB read by fs.createReadStream, ms for a MB`,
    header: ['highWaterMark', '4 KB / this', 'quartiles', '4 KB, ms'],
    rows: reads.flatMap(({ groups }) => namesIn(groups).slice(1).map((name) => [name, ...gains(ratiosIn(groups, name)), figure(median(firstIn(groups)), 2)]))
  }
}

module.exports = { measureReads, summarizeReads }
