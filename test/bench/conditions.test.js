'use strict'

const http = require('node:http')
const { once } = require('node:events')
const { conditions } = require('../../bench/rounds')

const servers = []

async function serve (listener) {
  const server = http.createServer(listener)
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

const page = { headers: { 'Accept-Encoding': 'br' }, revalidates: true }

test('a case with revalidation sends the entity tag of the server', async () => {
  const port = await serve((req, res) => {
    res.statusCode = req.headers['if-none-match'] === 'W/"1"' ? 304 : 200
    res.setHeader('ETag', 'W/"1"').end()
  })
  expect(await conditions(page, 'express', port)).toEqual({ headers: { ...page.headers, 'If-None-Match': 'W/"1"' }, status: 304 })
})

test('a server without entity tags is an error', async () => {
  const port = await serve((req, res) => res.end('page'))
  await expect(conditions(page, 'express', port)).rejects.toThrow('express sends no entity tag')
})

test('a server that does not accept its own entity tag is an error', async () => {
  const port = await serve((req, res) => res.setHeader('ETag', '"1"').end('page'))
  await expect(conditions(page, 'express', port)).rejects.toThrow('express answers 200 to its own entity tag "1"')
})
