'use strict'

const { once } = require('node:events')
const http = require('node:http')
const net = require('node:net')
const zlib = require('node:zlib')
const { connect, get, readAnswer, sendRequests } = require('../../bin/compare/client')
const { listen } = require('../support/listen')

const BODY = 'é'.repeat(5000)

/** Answers of Node's own server. */
const ANSWERS = {
  '/length': (res) => res.end(BODY),
  '/chunks': (res) => {
    res.write(BODY)
    res.end('end')
  },
  '/empty': (res) => res.end(),
  '/fresh': (res) => res.writeHead(304, { ETag: '"a"' }).end(),
  '/failed': (res) => Object.assign(res, { statusCode: 500 }).end('{"name":"Error"}'),
  '/gzip': (res) => res.setHeader('Content-Encoding', 'gzip').end(zlib.gzipSync(BODY)),
  '/br': (res) => res.setHeader('Content-Encoding', 'br').end(zlib.brotliCompressSync(BODY)),
  '/broken': (res) => res.setHeader('Content-Encoding', 'gzip').end(BODY),
  '/reset': (res) => res.destroy()
}
let port
/** The path that is answered, whatever the request asks for. */
let answered
let requests = 0

beforeAll(async () => {
  ({ port } = await listen((req, res) => {
    requests++
    ANSWERS[answered](res)
  }))
})

/** The bytes that the server sends before it closes the connection. */
async function received (path) {
  answered = path
  const socket = net.connect(port, '127.0.0.1').setNoDelay()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  return Buffer.concat(await socket.toArray())
}

test.each([['/length', 200], ['/chunks', 200], ['/empty', 200], ['/fresh', 304], ['/failed', 500]])('the answer %s ends where the server ends it', async (path, status) => {
  const bytes = await received(path)
  expect(readAnswer(bytes)).toMatchObject({ status, end: bytes.length })
  expect(readAnswer(Buffer.concat([bytes, bytes]))).toMatchObject({ status, end: bytes.length })
  for (let length = 0; length < bytes.length; length++) expect(readAnswer(bytes.subarray(0, length))).toBe(undefined)
})

test.each([['/length', BODY], ['/chunks', `${BODY}end`], ['/gzip', BODY], ['/br', BODY]])('%s gives the decoded page', async (path, page) => {
  answered = path
  const answer = await get(port, { 'Accept-Encoding': 'gzip, br' })
  expect(answer.status).toBe(200)
  expect(String(answer.page)).toBe(page)
  if (path === '/gzip') expect(answer.bytes).toBe(zlib.gzipSync(BODY).length)
})

test('a body that is not in its coding is an error', async () => {
  answered = '/broken'
  await expect(get(port)).rejects.toThrow('The response is not valid gzip: incorrect header check')
})

describe('sendRequests', () => {
  const run = (path, how, sockets = connect(port)) => {
    answered = path
    return sendRequests(sockets, { headers: {}, status: 200, milliseconds: 10_000, ...how })
  }

  test.each(['/length', '/chunks', '/gzip', '/empty'])('%s: counts the answers', async (path) => {
    requests = 0
    const count = await run(path, { requests: 200 })
    // Each connection may have a request under way when the last answer comes.
    expect(count).toBeGreaterThanOrEqual(200)
    expect(count).toBeLessThan(216)
    expect(requests).toBe(count)
  })

  test('ends after its time', async () => {
    expect(await run('/length', { milliseconds: 1 })).toBeGreaterThanOrEqual(16)
  })

  test('rejects for another status, with the body', async () => {
    await expect(run('/failed')).rejects.toMatchObject({ message: 'The status is 500, expected 200', text: '{"name":"Error"}' })
    expect(await run('/fresh', { status: 304, requests: 1 })).toBeGreaterThanOrEqual(16)
  })

  test('rejects if a connection fails', async () => {
    await expect(run('/reset')).rejects.toThrow()
  })

  test('keeps its connections', async () => {
    let connections = 0
    const own = await listen(http.createServer((req, res) => res.end(BODY)).on('connection', () => connections++))
    const sockets = connect(own.port)
    const send = () => sendRequests(sockets, { headers: {}, status: 200, milliseconds: 10_000, requests: 20 })
    for (const turn of ['first', 'second']) expect([turn, await send() >= 20]).toEqual([turn, true])
    expect(connections).toBe(sockets.length)
    sockets[3].destroy()
    await once(sockets[3], 'close')
    await expect(send()).rejects.toThrow('The server has closed a connection')
  })
})
