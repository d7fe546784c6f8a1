'use strict'

const { codingOf } = require('../../bench/answer')
const { check } = require('./check')
const { ABORTS, abort, exchange } = require('./exchange')
const { pipeline } = require('./pipeline')
const { ENCODINGS } = require('./requests')

/** Percentage of each kind of request; the others abort. */
const SHARES = { get: 42, streamed: 8, revalidate: 20, head: 8, stale: 6, slow: 2 }

/** Share of slow and aborted requests for streamed pages. */
const STREAMED = 0.3

/** Milliseconds after each chunk of a slow reader. */
const REST = 20

/** Pages per pipeline: 5 MB of the largest page, more than the operating system buffers. */
const PIPELINED = 100
const PIPELINED_BYTES = 5_000_000

/** Clients of all kinds, whose responses are checked and counted. */
class Client {
  constructor (server, requests, tally) {
    this.server = server
    this.requests = requests
    this.tally = tally
  }

  /** Sends one request of a random kind. */
  async ask () {
    const kind = anyKind()
    const asked = this.asked(kind)
    this.tally.count(kind, 'sent')
    try {
      if (kind in ABORTS) return await abort(this.server, asked, kind)
      await this.check(kind, asked, await exchange(this.server, asked, kind === 'slow' ? REST : 0))
    } catch (error) {
      this.tally.fail(kind, 'errors', `${describe(asked)}: ${error}`)
    }
  }

  /** Requests many pages in a pipeline; every other time disconnects before it has all of them. */
  async askPipelined () {
    const leaves = Math.random() < 0.5
    const kind = leaves ? 'abort in pipeline' : 'pipelined'
    const list = Array.from({ length: PIPELINED }, () => this.requests.any({ name: 'listing', encoding: ENCODINGS[0] }))
    for (let i = 0; i < PIPELINED; i++) this.tally.count(kind, 'sent')
    try {
      const answers = await pipeline(this.server.port, list.map(({ name, n }) => `/${name}/${n}`), leaves ? PIPELINED_BYTES * Math.random() : undefined)
      if (!leaves && answers.length !== PIPELINED) throw new Error(`${answers.length} answers to ${PIPELINED} requests`)
      for (let i = 0; i < answers.length; i++) await this.check(kind, list[i], answers[i])
    } catch (error) {
      this.tally.fail(kind, 'errors', String(error))
    }
  }

  asked (kind) {
    if (kind === 'revalidate') return this.requests.revalidating()
    if (kind === 'stale') return this.requests.stale()
    const isStreamed = kind === 'streamed' || ((kind === 'slow' || kind in ABORTS) && Math.random() < STREAMED)
    return this.requests.any({ method: kind === 'head' ? 'HEAD' : 'GET', isStreamed })
  }

  async check (kind, asked, answer) {
    const { tally } = this
    tally.count(kind, [200, 304].includes(answer.status) ? `status ${answer.status}` : 'other status')
    if (answer.status === 200 && asked.method === 'GET') tally.count(kind, 'bodies checked')
    const { body, faults } = await check(asked, answer, this.requests)
    if (body !== undefined) tally.fail(kind, 'wrong bodies', `${describe(asked)}, sent as ${codingOf(answer)}: the body ${body}`)
    for (const fault of faults) tally.fail(kind, 'other faults', `${describe(asked)}: ${fault}`)
  }
}

function anyKind () {
  let left = 100 * Math.random()
  for (const [kind, share] of Object.entries(SHARES)) {
    left -= share
    if (left < 0) return kind
  }
  const aborts = Object.keys(ABORTS)
  return aborts[Math.floor(aborts.length * Math.random())]
}

function describe ({ name, n, encoding: { accept } }) {
  return `${name} ${n}, ${accept === undefined ? 'no Accept-Encoding' : `Accept-Encoding: ${accept}`}`
}

module.exports = { Client }
