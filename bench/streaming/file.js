'use strict'

// Compares a large file within a page with `fs.createReadStream().pipe(res)`, and measures
// speed and memory per reader by the size of the parts, on which PART_BYTES of
// lib/page/large-file.js is based.

const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')
const { figure, range } = require('../../bin/measure/figures')
const { interleave } = require('../../bin/measure/interleave')
const progress = require('../../bin/measure/progress')
const { median, ratios } = require('../../bin/measure/statistics')
const { get } = require('../answer')
const { GRACE, withServers } = require('../contest')
const { withFolder } = require('../folder')
const filePage = require('./file-page')

const { download, hashOf, standStill } = filePage

/** The ways to send the page, by their URLs. */
const WAYS = {
  'res.renderStream': '/renderStream',
  'res.send': '/send',
  'createReadStream().pipe(res), 64 KB': '/pipe/64',
  'createReadStream().pipe(res), 256 KB': '/pipe/256',
  'createReadStream().pipe(res), 1 MB': '/pipe/1024'
}
/** The best of these is the reference of the comparison. */
const YARDSTICKS = Object.keys(WAYS).slice(2)

const KILOBYTES = [16, 64, 128, 256, 512, 1024, 4096]
/** Senders of parts of a given size, by their URLs; see `file-server.js`. */
const SENDERS = { pipe: 'createReadStream', new: 'loop, new memory', again: 'loop, memory reused' }

/** Number of stalled readers; milliseconds between memory samples, and until the memory must be stable. */
const STILL = 20
const INTERVAL = 150
const PATIENCE = 5000

/**
 * @typedef {object} Sent
 * @property {string} way
 * @property {number} megabytes of the file
 * @property {number[]} megabytesPerSecond by round
 * @property {number[]} cpu milliseconds of the server's processor time, by round
 * @property {number} held bytes that the server holds for a stalled reader
 * @property {number} rss peak memory in bytes while the page was sent to one reader
 *
 * @typedef {object} Parts
 * @property {number} kilobytes of a part
 * @property {Record<keyof typeof SENDERS, number[]>} megabytesPerSecond by round
 * @property {number} held bytes for a stalled reader of a loop
 */

/**
 * @param {object} how
 * @param {number} how.megabytes of the file
 * @throws {Error} if a body differs from the page
 */
function measureFile ({ rounds, megabytes }) {
  return withFolder(async (folder) => {
    const file = path.join(folder, 'file')
    progress.show(`file: writing ${megabytes} MB`)
    const page = { ...filePage.writeFile(file, megabytes), megabytes }
    return [...await measureWays(file, page, rounds), ...await measureParts(file, page, rounds)]
  })
}

/** Starts a separate server for each way, to measure its memory. */
function measureWays (file, page, rounds) {
  const servers = Object.fromEntries(Object.keys(WAYS).map((way) => [way, { file: 'bench/streaming/file-server.js', args: [file] }]))
  return withServers(servers, async (load, servers) => {
    const contenders = Object.fromEntries(Object.entries(WAYS).map(([way, address]) => [way, { ...servers[way], address }]))
    const turns = await compete(contenders, page, { rounds, title: 'file' })
    const measured = []
    for (const [way, contender] of Object.entries(contenders)) {
      const { rss } = await contender.server.ask('usage', GRACE)
      progress.show(`file: memory held by ${way}`)
      measured.push({
        way,
        megabytes: page.megabytes,
        megabytesPerSecond: turns[way].map(({ megabytesPerSecond }) => megabytesPerSecond),
        cpu: turns[way].map(({ cpu }) => cpu),
        rss,
        held: await heldBy(contender)
      })
    }
    return measured
  })
}

function measureParts (file, page, rounds) {
  return withServers({ all: { file: 'bench/streaming/file-server.js', args: [file] } }, async (load, { all }) => {
    const addresses = KILOBYTES.flatMap((kilobytes) => Object.keys(SENDERS).map((sender) => `/${sender}/${kilobytes}`))
    const contenders = Object.fromEntries(addresses.map((address) => [address, { ...all, address }]))
    const turns = await compete(contenders, page, { rounds, title: 'file, size of parts' })
    const speeds = (address) => turns[address].map(({ megabytesPerSecond }) => megabytesPerSecond)
    const measured = []
    for (const kilobytes of KILOBYTES) {
      progress.show(`file: memory held with parts of ${kilobytes} KB`)
      const megabytesPerSecond = Object.fromEntries(Object.keys(SENDERS).map((sender) => [sender, speeds(`/${sender}/${kilobytes}`)]))
      measured.push({ kilobytes, megabytesPerSecond, held: await heldBy(contenders[`/again/${kilobytes}`]) })
    }
    return measured
  })
}

async function compete (contenders, page, { rounds, title }) {
  for (const [name, { port, address }] of Object.entries(contenders)) {
    progress.show(`${title}: checking the page of ${name}`)
    if (await hashOf(port, address) !== page.hash) throw new Error(`${name} does not send the expected page`)
  }
  return interleave(Object.keys(contenders), {
    rounds,
    onRound: (round) => progress.show(`${title}: ${round}`),
    takeTurn: (name) => takeTurn(contenders[name], page)
  })
}

async function takeTurn ({ server, port, address }, { bytes, megabytes }) {
  await server.ask('usage', GRACE)
  const start = performance.now()
  const received = await download(port, address)
  const { cores } = await server.ask('usage', GRACE)
  if (received.bytes < bytes) throw new Error(`${address} ended after ${received.bytes} bytes of ${bytes}`)
  return { megabytesPerSecond: megabytes / received.seconds, cpu: cores * (performance.now() - start) }
}

/** Returns the bytes that a server holds for each reader when the buffers of the kernel are full. */
async function heldBy ({ port, address }) {
  const before = await settledMemory(port)
  const sockets = Array.from({ length: STILL }, () => standStill(port, address))
  try {
    return (await settledMemory(port) - before) / STILL
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

async function settledMemory (port) {
  const deadline = performance.now() + PATIENCE
  for (let last = NaN; ;) {
    await wait(INTERVAL)
    const memory = await memoryOf(port)
    if (memory === last || performance.now() > deadline) return memory
    last = memory
  }
}

/** Returns the bytes in live Buffers. */
async function memoryOf (port) {
  return JSON.parse((await get(port, '/memory', {})).body)
}

function summarizeFile (measured) {
  const ways = measured.filter(({ way }) => way)
  const parts = measured.filter(({ kilobytes }) => kilobytes)
  const best = ways
    .filter(({ way }) => YARDSTICKS.includes(way))
    .reduce((a, b) => median(a.megabytesPerSecond) > median(b.megabytesPerSecond) ? a : b)
  const [first] = parts
  return [
    {
      title: `A file of ${ways[0].megabytes} MB within a page, with equal hashes of all bodies: median (min–max); the expected ratio is 0.9 or more`,
      header: ['sent by', 'MB/s', 'ratio to the best createReadStream', 'server CPU ms', 'peak RSS, MB', 'KB held for a stalled reader'],
      rows: ways.map(({ way, megabytesPerSecond, cpu, rss, held }) => [
        way === best.way ? `${way} (best)` : way,
        range(megabytesPerSecond),
        range(ratios(megabytesPerSecond, best.megabytesPerSecond), 2),
        range(cpu),
        figure(rss / 2 ** 20),
        figure(held / 1024)
      ])
    },
    {
      title: 'By the size of the parts: createReadStream().pipe(res), and a loop of reads as in lib/page/large-file.js; MB/s, and the ratio to the smallest part',
      header: ['part', ...Object.values(SENDERS).flatMap((sender) => [sender, 'ratio']), 'KB held for a stalled reader'],
      rows: parts.map(({ kilobytes, megabytesPerSecond, held }) => [
        kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`,
        ...Object.entries(megabytesPerSecond).flatMap(([sender, speeds]) => {
          return [range(speeds), range(ratios(speeds, first.megabytesPerSecond[sender]), 2)]
        }),
        figure(held / 1024)
      ])
    }
  ]
}

module.exports = { measureFile, summarizeFile }
