'use strict'

// Seed 004: small writes one by one, and coalesced in a buffer.

const fs = require('node:fs')
const path = require('node:path')
const { contest, withServers } = require('../contest')
const { figure } = require('../../bin/measure/figures')
const { mapValues, median, ratios } = require('../../bin/measure/statistics')
const { timeInTurns } = require('../../bin/measure/stopwatch')
const { withFolder } = require('../folder')
const { NONE, gains, times } = require('../table')
const { CoalescingWriter, MESSAGES, messageChunks, pageChunks, verify } = require('./data')

const ONE_BY_ONE = 0
/** Kilobytes of the buffer; 1 in the seed. */
const TO_FILE = [ONE_BY_ONE, 1, 4, 64]
const TO_RESPONSE = [ONE_BY_ONE, 1, 4]
const CONNECTIONS = 50

/** Computed from the seed's 1.21 s and 0.63 s for the same number of messages, and its requests per second. */
const SEEDS = {
  messages: { 1: [[MESSAGES / 1.21, MESSAGES / 0.63]] },
  pages: { 1: [[2910.3919, 3694.8552], [1314.9717, 1509.1710]] }
}

const TITLES = { messages: 'messages to a file', pages: 'pages by res.write' }

/**
 * @typedef {object} Writes
 * @property {'messages' | 'pages'} what
 * @property {number} kilobytes of the buffer; 0 for none
 * @property {number} writes for all messages, or for a page
 * @property {number[]} perSecond messages, in seconds of processor time, or pages, by round
 *
 * @param {{ rounds: number, seconds: number }} how
 * @returns {Promise<Writes[]>}
 * @throws {Error} if wrong bytes are written
 */
async function measureWrites (how) {
  const messages = await measureMessages(how)
  const pages = await measurePages(how)
  const rowsOf = (what, chunks, perSecond) => Object.keys(perSecond).map(Number).map((kilobytes) => (
    { what, kilobytes, writes: writeAll(chunks, kilobytes, () => {}), perSecond: perSecond[kilobytes] }
  ))
  return [...rowsOf('messages', messageChunks(), messages), ...rowsOf('pages', pageChunks(), pages)]
}

/** @returns {Promise<Record<number, number[]>>} messages per second by KB of the buffer */
function measureMessages ({ rounds }) {
  const chunks = messageChunks()
  return withFolder(async (folder) => {
    const file = path.join(folder, 'messages')
    for (const kilobytes of TO_FILE) {
      writeFile(file, chunks, kilobytes)
      if (!fs.readFileSync(file).equals(Buffer.concat(chunks))) throw new Error(`${titleOf('messages', kilobytes)}: the file has wrong bytes`)
    }
    const calls = TO_FILE.map((kilobytes) => [kilobytes, () => writeFile(file, chunks, kilobytes)])
    const nanoseconds = await timeInTurns(Object.fromEntries(calls), { rounds, title: TITLES.messages })
    return mapValues(nanoseconds, (list) => list.map((nanoseconds) => MESSAGES / nanoseconds * 1e9))
  })
}

function writeFile (file, chunks, kilobytes) {
  const descriptor = fs.openSync(file, 'w')
  try {
    writeAll(chunks, kilobytes, (bytes) => fs.writeSync(descriptor, bytes))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** @returns {number} of writes */
function writeAll (chunks, kilobytes, write) {
  let writes = 0
  const writer = new CoalescingWriter((bytes) => {
    writes++
    write(bytes)
  }, 1024 * kilobytes)
  for (const chunk of chunks) writer.take(chunk)
  writer.flush()
  return writes
}

/** @returns {Promise<Record<number, number[]>>} pages per second by KB of the buffer */
function measurePages ({ rounds, seconds }) {
  const expected = Buffer.concat(pageChunks())
  const scripts = TO_RESPONSE.map((kilobytes) => [kilobytes, { file: 'bench/seeds/server.js', args: ['page', `${1024 * kilobytes}`] }])
  return withServers(Object.fromEntries(scripts), async (load, servers) => {
    for (const kilobytes of TO_RESPONSE) await verify(servers[kilobytes].port, expected, titleOf('pages', kilobytes))
    const contenders = mapValues(servers, (server) => ({ ...server, connections: CONNECTIONS }))
    const turns = await contest(contenders, { load, rounds, seconds, title: TITLES.pages })
    return mapValues(turns, (list) => list.map(({ requestsPerSecond }) => requestsPerSecond))
  })
}

function summarizeWrites (measured) {
  return {
    title: 'Seed 004: small writes, one by one and coalesced',
    header: ['written', 'writes', 'per second', 'ratio', 'min–max', 'seed'],
    rows: measured.map(({ what, kilobytes, writes, perSecond }) => {
      const first = measured.find((other) => other.what === what && other.kilobytes === ONE_BY_ONE)
      const seed = SEEDS[what][kilobytes]?.map(([before, after]) => `${figure(before)} → ${figure(after)}, ${times(after / before)}`)
      return [titleOf(what, kilobytes), figure(writes), figure(median(perSecond)), ...gains(ratios(perSecond, first.perSecond)), seed?.join('; ') ?? NONE]
    })
  }
}

function titleOf (what, kilobytes) {
  return `${TITLES[what]}, ${kilobytes === ONE_BY_ONE ? 'one by one' : `coalesced to ${kilobytes} KB`}`
}

module.exports = { measureWrites, summarizeWrites }
