'use strict'

const net = require('node:net')
const request = require('supertest')
const { freePort } = require('../support/free-port')
const { everything } = require('../support/level')
const { serve } = require('./serve')

const servers = ['express-ejs', 'dialect', 'express-handlebars', 'express-pug', 'koa-ejs', 'html-tag']

// The TypeScript example has its own tests.
test.each(servers)('examples/%s listens on the port of the environment and prints its address', async (name) => {
  const port = await freePort()
  const { address, close } = await serve(name, port)
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
test.each(everything ? [...servers, 'typescript'] : servers.slice(0, 1))('examples/%s reports that a port is taken, and fails', async (name) => {
  const taken = await listen()
  const { port } = taken.address()
  try {
    await expect(serve(name, port)).rejects.toMatchObject({
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
