'use strict'

const http = require('node:http')
const { once } = require('node:events')
const verify = require('../../bench/verify')

const servers = []

async function serve (body, { status = 200, type = 'text/html; charset=utf-8' } = {}) {
  const server = http.createServer((req, res) => res.writeHead(status, { 'Content-Type': type }).end(body))
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

test('gives the length of the page that all have in common', async () => {
  const ports = { stock: await serve('<p>是</p>'), prebuilt: await serve('<p>是</p>') }
  expect(await verify(ports)).toBe(10)
})

test.each([
  ['another byte', '<p>no</p>', {}, 'prebuilt differs from stock: the bodies part at byte 3'],
  ['a body cut short', '<p>ye', {}, 'prebuilt differs from stock: the bodies part at byte 5'],
  ['another type', '<p>yes</p>', { type: 'text/plain' }, 'prebuilt differs from stock: contentType is text/plain, not text/html; charset=utf-8'],
  ['another status', '<p>yes</p>', { status: 500 }, 'prebuilt differs from stock: status is 500, not 200']
])('%s is an error that says which and where', async (_, body, response, message) => {
  const ports = { stock: await serve('<p>yes</p>'), prebuilt: await serve(body, response) }
  await expect(verify(ports)).rejects.toThrow(message)
})

test('an error page is no page, even when all agree on it', async () => {
  const ports = { stock: await serve('oops', { status: 500 }), prebuilt: await serve('oops', { status: 500 }) }
  await expect(verify(ports)).rejects.toThrow('stock answers 500')
})
