'use strict'

// Compares a large file within a page with `fs.createReadStream().pipe(res)`.

const { createHash, randomFillSync } = require('node:crypto')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { figure, range } = require('../../bin/measure/figures')
const { interleave } = require('../../bin/measure/interleave')
const progress = require('../../bin/measure/progress')
const { median, ratios } = require('../../bin/measure/statistics')
const { GRACE, withChildren } = require('../contest')
const { withFolder } = require('../folder')

/** The ways to send the page, by their URLs. The best `createReadStream` is the reference of the comparison. */
const WAYS = {
  'res.renderStream': '/renderStream',
  'res.send': '/send',
  'createReadStream().pipe(res), 64 KB': '/pipe/64',
  'createReadStream().pipe(res), 256 KB': '/pipe/256',
  'createReadStream().pipe(res), 1 MB': '/pipe/1024'
}
const MB = 2 ** 20

/**
 * @typedef {{ way: string, megabytes: number, megabytesPerSecond: number[], cpu: number[], rss: number }} Sent speed and milliseconds of the
 *   server's processor time by round, peak memory in bytes
 *
 * @param {{ rounds: number, megabytes: number }} how `megabytes` of the file
 * @returns {Promise<Sent[]>}
 * @throws {Error} if a body differs from the page
 */
function measureFile ({ rounds, megabytes }) {
  return withFolder((folder) => {
    const file = path.join(folder, 'file')
    progress.show(`file: writing ${megabytes} MB`)
    const expected = writeFile(file, megabytes)
    // A server for each way, to measure its memory.
    const servers = Object.fromEntries(Object.keys(WAYS).map((way) => [way, { file: 'bench/streaming/file-server.js', args: [file] }]))
    return withChildren(servers, async (children) => {
      const turns = await interleave(Object.keys(WAYS), {
        rounds,
        onRound: (round) => progress.show(`file: ${round}`),
        takeTurn: (way) => takeTurn(children[way], WAYS[way], { expected, megabytes })
      })
      return Object.entries(turns).map(([way, list]) => ({
        way,
        megabytes,
        megabytesPerSecond: list.map(({ megabytesPerSecond }) => megabytesPerSecond),
        cpu: list.map(({ cpu }) => cpu),
        rss: Math.max(...list.map(({ rss }) => rss))
      }))
    })
  })
}

/** Writes a file of pseudorandom bytes. @returns {Buffer} the digest of the page that contains it */
function writeFile (file, megabytes) {
  const hash = createHash('sha256').update('<pre>')
  const piece = Buffer.allocUnsafe(MB)
  fs.writeFileSync(file, '')
  for (let i = 0; i < megabytes; i++) {
    hash.update(randomFillSync(piece))
    fs.appendFileSync(file, piece)
  }
  return hash.update('</pre>').digest()
}

/** Checks a body, then reads another one at full speed and counts its bytes. */
async function takeTurn ({ server, port }, address, { expected, megabytes }) {
  if (!(await read(port, address, true)).digest.equals(expected)) throw new Error(`${address} does not send the expected page`)
  await server.ask('usage', GRACE)
  const start = performance.now()
  const { bytes } = await read(port, address, false)
  const seconds = (performance.now() - start) / 1000
  const { cores, rss } = await server.ask('usage', GRACE)
  if (bytes !== megabytes * MB + '<pre></pre>'.length) throw new Error(`${address} ended after ${bytes} bytes`)
  return { megabytesPerSecond: megabytes / seconds, cpu: cores * seconds * 1000, rss }
}

/** @returns {Promise<{ bytes: number, digest?: Buffer }>} */
function read (port, path, isHashed) {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha256')
    let bytes = 0
    http.get({ host: '127.0.0.1', port, path, agent: false, timeout: 1000 * GRACE }, (response) => {
      response.on('data', (chunk) => {
        bytes += chunk.length
        if (isHashed) hash.update(chunk)
      })
      response.on('end', () => resolve({ bytes, digest: isHashed ? hash.digest() : undefined })).on('error', reject)
    }).on('timeout', function () { this.destroy(new Error(`${path} has stalled`)) }).on('error', reject)
  })
}

function summarizeFile (measured) {
  const best = measured.filter(({ way }) => way.startsWith('createReadStream'))
    .reduce((a, b) => median(a.megabytesPerSecond) > median(b.megabytesPerSecond) ? a : b)
  return {
    title: `A file of ${measured[0].megabytes} MB within a page, with equal hashes of all bodies: median (min–max); the expected ratio is 0.9 or more`,
    header: ['sent by', 'MB/s', 'ratio to the best createReadStream', 'server CPU ms', 'peak RSS, MB'],
    rows: measured.map(({ way, megabytesPerSecond, cpu, rss }) => [
      way === best.way ? `${way} (best)` : way,
      range(megabytesPerSecond),
      range(ratios(megabytesPerSecond, best.megabytesPerSecond), 2),
      range(cpu),
      figure(rss / MB)
    ])
  }
}

module.exports = { measureFile, summarizeFile }
