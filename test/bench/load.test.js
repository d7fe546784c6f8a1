'use strict'

const http = require('node:http')
const { once } = require('node:events')
const { Child } = require('../../bin/measure/child')

let server
let load

beforeEach(async () => {
  load = new Child('bench/load.js')
  server = http.createServer((req, res) => {
    res.statusCode = req.headers['if-none-match'] === '"1"' ? 304 : 200
    res.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(() => {
  load.kill()
  server.close()
  server.closeAllConnections()
})

const ask = (task) => load.ask({ port: server.address().port, connections: 2, seconds: 1, ...task }, 20)

test.each([
  ['200', {}, 200],
  ['304', { 'If-None-Match': '"1"' }, 304]
])('an answer of the status %s that is asked for is a success', async (_, headers, status) => {
  const { requestsPerSecond, failures } = await ask({ headers, status })
  expect(requestsPerSecond).toBeGreaterThan(0)
  expect(failures).toBe(0)
})

test.each([
  ['200', {}, 304],
  ['304', { 'If-None-Match': '"1"' }, 200]
])('an answer of another status, %s, is a failure', async (_, headers, status) => {
  const { requestsPerSecond, failures } = await ask({ headers, status })
  expect(requestsPerSecond).toBe(0)
  expect(failures).toBeGreaterThan(0)
})
