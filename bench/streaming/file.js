'use strict'

// A large file within a page beside `fs.createReadStream().pipe(res)`, and what the size
// of the parts makes of its speed and of the memory that a reader takes: PART_BYTES of
// lib/page/large-file.js is chosen by that.

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

/** The ways to send the page, by their addresses. */
const WAYS = {
  'res.renderStream': '/renderStream',
  'res.send': '/send',
  'createReadStream().pipe(res), 64 KB': '/pipe/64',
  'createReadStream().pipe(res), 256 KB': '/pipe/256',
  'createReadStream().pipe(res), 1 MB': '/pipe/1024'
}
/** The best of these is what the others are compared with. */
const YARDSTICKS = Object.keys(WAYS).slice(2)

const KILOBYTES = [16, 64, 128, 256, 512, 1024, 4096]
/** What sends parts of so many kilobytes, by its address; see `file-server.js`. */
const SENDERS = { pipe: 'createReadStream', new: 'loop, new memory', again: 'loop, memory used again' }

/** So many readers stand still; milliseconds between two looks at the memory, and after which it is to have settled. */
const STILL = 20
const INTERVAL = 150
const PATIENCE = 5000

/**
 * @typedef {object} Sent
 * @property {string} way
 * @property {number} megabytes of the file
 * @property {number[]} megabytesPerSecond by round
 * @property {number[]} cpu milliseconds of the server's processor time, by round
 * @property {number} held bytes that the server holds for a reader who stands still
 * @property {number} rss bytes that the server took at its peak, while the page was sent to one reader
 *
 * @typedef {object} Parts
 * @property {number} kilobytes of a part
 * @property {Record<keyof typeof SENDERS, number[]>} megabytesPerSecond by round
 * @property {number} held by a loop, as above
 */

/**
 * @param {object} how
 * @param {number} how.megabytes of the file
 * @throws {Error} if what is sent is not the page
 */
function measureFile ({ rounds, megabytes }) {
  return withFolder(async (folder) => {
    const file = path.join(folder, 'file')
    progress.show(`file: writing ${megabytes} MB`)
    const page = { ...filePage.writeFile(file, megabytes), megabytes }
    return [...await measureWays(file, page, rounds), ...await measureParts(file, page, rounds)]
  })
}

/** Each way has a server of its own, whose memory is looked at. */
function measureWays (file, page, rounds) {
  const servers = Object.fromEntries(Object.keys(WAYS).map((way) => [way, { file: 'bench/streaming/file-server.js', args: [file] }]))
  return withServers(servers, async (load, servers) => {
    const contenders = Object.fromEntries(Object.entries(WAYS).map(([way, address]) => [way, { ...servers[way], address }]))
    const turns = await compete(contenders, page, { rounds, title: 'file' })
    const measured = []
    for (const [way, contender] of Object.entries(contenders)) {
      const { rss } = await contender.server.ask('usage', GRACE)
      progress.show(`file: what is held by ${way}`)
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
      progress.show(`file: what is held of parts of ${kilobytes} KB`)
      const megabytesPerSecond = Object.fromEntries(Object.keys(SENDERS).map((sender) => [sender, speeds(`/${sender}/${kilobytes}`)]))
      measured.push({ kilobytes, megabytesPerSecond, held: await heldBy(contenders[`/again/${kilobytes}`]) })
    }
    return measured
  })
}

async function compete (contenders, page, { rounds, title }) {
  for (const [name, { port, address }] of Object.entries(contenders)) {
    progress.show(`${title}: checking the page of ${name}`)
    if (await hashOf(port, address) !== page.hash) throw new Error(`${name} does not send the page with the file`)
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

/** Bytes that a server holds for each of its readers, when the kernel takes no more off its hands. */
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

/** Bytes in Buffers that are not garbage. */
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
      title: `A file of ${ways[0].megabytes} MB within a page, the hashes of all bodies equal: median (min–max); the ratio is to be 0.9 or more`,
      header: ['sent by', 'MB/s', 'ratio to the best createReadStream', 'server CPU ms', 'peak RSS, MB', 'KB held for a reader who stands still'],
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
      title: 'The same by the size of the parts: createReadStream().pipe(res), and a loop of reads as in lib/page/large-file.js; MB/s, and the ratio to the smallest part',
      header: ['part', ...Object.values(SENDERS).flatMap((sender) => [sender, 'ratio']), 'KB held for a reader who stands still'],
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
