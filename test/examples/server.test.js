'use strict'

const net = require('node:net')
const request = require('supertest')
const { freePort } = require('../support/free-port')
const { everything } = require('../support/level')
const { serve } = require('./serve')

const servers = [
  'express-ejs/server.js',
  'dialect/server.js',
  'express-handlebars/server.js',
  'express-pug/server.js',
  'koa-ejs/server.js',
  'html-tag/server.js'
]

// The TypeScript example has its own tests.
test.each(servers)('examples/%s listens on the port of the environment and prints its address', async (file) => {
  const port = await freePort()
  const { address, close } = await serve(file, port)
  try {
    expect(address).toBe(`http://localhost:${port}`)
    const { status, text } = await request(address).get('/')
    expect(status).toBe(200)
    expect(text).toContain('<h1>Installed packages</h1>')
  } finally {
    await close()
  }
})

// All examples listen with the same module.
test.each(everything ? [...servers, 'typescript/server.mts'] : servers.slice(0, 1))('examples/%s reports that a port is taken, and fails', async (file) => {
  const taken = await listen()
  const { port } = taken.address()
  try {
    await expect(serve(file, port)).rejects.toMatchObject({
      code: 1,
      stderr: `Port ${port} is taken. Name another one, such as PORT=${port + 1}.\n`
    })
  } finally {
    taken.close()
  }
})

function listen () {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, () => resolve(server))
  })
}
