'use strict'

const { codingOf } = require('../answer')
const { check, checkReloading } = require('./check')
const { ABORTS, abort, exchange, readSlowly, refusal } = require('./exchange')
const { pipeline } = require('./pipeline')
const { ENCODINGS } = require('./requests')

/** Percentage of each kind of request; the others abort. */
const SHARES = { get: 36, streamed: 6, revalidate: 18, head: 8, stale: 6, slow: 2, 'wrong headers': 4, malformed: 2, reloading: 6 }

/** Share of aborted requests for streamed pages. */
const STREAMED = 0.3

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
    if (kind === 'malformed') return this.askMalformed()
    const asked = this.asked(kind)
    this.tally.count(kind, 'sent')
    try {
      if (kind in ABORTS) return await abort(this.server, asked, kind)
      await this.check(kind, asked, await exchange(this.server, asked, kind === 'slow' ? readSlowly : undefined))
    } catch (error) {
      this.tally.fail(kind, 'errors', `${describe(asked)}: ${error}`)
    }
  }

  async askMalformed () {
    const bytes = this.requests.malformed()
    this.tally.count('malformed', 'sent')
    try {
      const status = await refusal(this.server, bytes)
      this.tally.count('malformed', 'other status')
      if (status !== 400 && status !== 431) this.tally.fail('malformed', 'other faults', `${JSON.stringify(bytes.slice(0, 80))}: the status is ${status}`)
    } catch (error) {
      this.tally.fail('malformed', 'errors', `${JSON.stringify(bytes.slice(0, 80))}: ${error}`)
    }
  }

  /** Requests many pages in a pipeline; every other time disconnects before it has all of them. */
  async askPipelined () {
    const leaves = Math.random() < 0.5
    const kind = leaves ? 'abort in pipeline' : 'pipelined'
    const list = Array.from({ length: PIPELINED }, () => this.requests.any({ name: 'listing', encoding: ENCODINGS[0] }))
    const paths = list.map(({ name, n }) => `/${name}/${n}`)
    for (let i = 0; i < PIPELINED; i++) this.tally.count(kind, 'sent')
    try {
      const answers = await pipeline(this.server.port, paths, leaves ? PIPELINED_BYTES * Math.random() : undefined)
      if (!leaves && answers.length !== PIPELINED) throw new Error(`${answers.length} answers to ${PIPELINED} requests`)
      for (let i = 0; i < answers.length; i++) await this.check(kind, list[i], answers[i])
    } catch (error) {
      this.tally.fail(kind, 'errors', String(error))
    }
  }

  asked (kind) {
    if (kind === 'revalidate') return this.requests.revalidating()
    if (kind === 'stale') return this.requests.stale()
    if (kind === 'wrong headers') return this.requests.wrong()
    if (kind === 'reloading') return this.requests.reloading()
    if (kind === 'streamed' || (kind in ABORTS && Math.random() < STREAMED)) return this.requests.streamed()
    return this.requests.any({ method: kind === 'head' ? 'HEAD' : 'GET' })
  }

  async check (kind, asked, answer) {
    const { tally } = this
    tally.count(kind, [200, 304].includes(answer.status) ? `status ${answer.status}` : 'other status')
    const { body, faults } = kind === 'reloading' ? checkReloading(asked, answer) : await check(asked, answer, this.requests)
    if (answer.status === 200 && asked.method === 'GET') {
      tally.count(kind, 'bodies checked')
      tally.countEncoding(asked.encoding.accept ?? '(none)', codingOf(answer))
    }
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

function describe ({ name, n, encoding: { accept }, headers = {} }) {
  return `${name} ${n}, ${Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 40)}, `).join('')}${accept === undefined ? 'no Accept-Encoding' : `Accept-Encoding: ${accept}`}`
}

module.exports = { Client }
