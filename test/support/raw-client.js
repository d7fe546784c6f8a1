'use strict'

const net = require('node:net')
const { listen } = require('./listen')
const { until } = require('./until')

const HEAD_END = '\r\n\r\n'

/**
 * A client on a bare socket, which sees what others hide: each chunk of a chunked body,
 * one for each write of the server, and how the connection ends.
 */
class RawClient {
  /**
   * @param {number} port
   * @param {object} [request]
   * @param {string} [request.method]
   * @param {string} [request.path]
   * @param {string} [request.version] of HTTP
   * @param {Record<string, string>} [request.headers]
   */
  constructor (port, { method = 'GET', path = '/', version = '1.1', headers = {} } = {}) {
    /** @type {Buffer[]} */
    this.pieces = []
    /** How the connection has ended: `end`, or the code of an error. @type {string | undefined} */
    this.ending = undefined
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
    this.socket = net.connect(port, '127.0.0.1', () => {
      this.socket.write([`${method} ${path} HTTP/${version}`, ...lines].join('\r\n') + HEAD_END)
    })
    this.socket.on('data', (bytes) => this.pieces.push(bytes))
    this.socket.on('error', ({ code }) => { this.ending = code })
    this.socket.on('close', () => { this.ending ??= 'end' })
  }

  get received () {
    if (this.pieces.length > 1) this.pieces = [Buffer.concat(this.pieces)]
    return this.pieces[0] ?? Buffer.alloc(0)
  }

  /** The status and the headers, once they have come. @type {{ status: number, headers: Record<string, string> } | undefined} */
  get head () {
    const end = this.received.indexOf(HEAD_END)
    if (end === -1) return
    const [first, ...lines] = this.received.toString('latin1', 0, end).split('\r\n')
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])
    return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) }
  }

  /** What has come behind the head, framing and all. */
  get rest () {
    const end = this.received.indexOf(HEAD_END)
    return end === -1 ? Buffer.alloc(0) : this.received.subarray(end + HEAD_END.length)
  }

  /** The chunks of a chunked body that have come as a whole; the last of a body is empty. @type {Buffer[]} */
  get chunks () {
    const { rest } = this
    const chunks = []
    for (let at = 0; ;) {
      const start = rest.indexOf('\r\n', at) + 2
      const end = start + parseInt(rest.toString('latin1', at), 16)
      if (start === 1 || end + 2 > rest.length) return chunks
      chunks.push(rest.subarray(start, end))
      at = end + 2
    }
  }

  /** The part of the body that was received so far. */
  get body () {
    return this.head?.headers['transfer-encoding'] === 'chunked' ? Buffer.concat(this.chunks) : this.rest
  }

  /** Whether all of a chunked body has come. */
  get isWhole () {
    return this.chunks.at(-1)?.length === 0
  }

  /** @returns {Promise<void>} fulfilled when there are so many chunks */
  async receive (count) {
    await until(() => this.chunks.length >= count)
  }

  /** @returns {Promise<void>} fulfilled when all of a chunked body has come, or the connection has ended */
  async finish () {
    await until(() => this.ending !== undefined || this.isWhole)
    this.close()
  }

  /** @returns {Promise<void>} fulfilled when the connection has ended */
  async end () {
    await until(() => this.ending !== undefined)
  }

  /** Goes, whatever there is still to come. */
  close () {
    this.socket.destroy()
  }
}

/**
 * @param {import('node:http').RequestListener | import('node:http').Server} listener
 * @param {object} [request] as for `RawClient`
 * @returns {Promise<RawClient>} of a server of its own
 */
async function clientOf (listener, request) {
  const { port } = await listen(listener)
  return new RawClient(port, request)
}

module.exports = { RawClient, clientOf }
