'use strict'

const http = require('node:http')
const { once } = require('node:events')
const cases = require('../../bench/cases')
const servers = require('../../bench/servers')
const { verify } = require('../../bench/verify')

const listening = []

async function serve (page, name) {
  const listener = await servers[name].create(page)
  const server = http.createServer(listener)
  listening.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}

beforeAll(() => {
  process.env.NODE_ENV = 'production'
  // A deprecation warning of koa-etag about its name.
  jest.spyOn(console, 'warn').mockReturnValue()
})

// Each case uses new processes, since engines cache a view with its included text.
beforeEach(() => jest.resetModules())

afterEach(() => {
  for (const server of listening.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

afterAll(() => {
  process.env.NODE_ENV = 'test'
  jest.restoreAllMocks()
})

test.each(cases)('all variants of $name send its page', async (page) => {
  const ports = {}
  for (const name of page.variants) ports[name] = await serve(page, name)
  const { wire } = await verify(page, ports, { isCoded: page.pages === undefined })
  expect(wire).toBeGreaterThan(0)
})
