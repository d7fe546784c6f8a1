'use strict'

const net = require('node:net')
const request = require('supertest')
const { freePort } = require('../support/free-port')
const { serve } = require('./serve')

// A process has to start first, on machines that may be busy.
describe.each([
  'express-ejs/server.js',
  'express-handlebars/server.js',
  'express-pug/server.js',
  'koa-ejs/server.js',
  'html-tag/server.js',
  'typescript/server.mts'
])('examples/%s', (file) => {
  it('listens on the port of the environment and prints its address', async () => {
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

  it('says that a port is taken and fails', async () => {
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
})

function listen () {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, () => resolve(server))
  })
}
