'use strict'

const { freePort } = require('../support/free-port')
const { serve } = require('./serve')
const { describeSite } = require('./site')

describe('examples/typescript', () => {
  let port, server

  beforeAll(async () => {
    port = await freePort()
    server = await serve('typescript', port)
  })

  afterAll(() => server.close())

  it('prints its address, with the port of the environment', () => {
    expect(server.address).toBe(`http://localhost:${port}`)
  })

  describeSite(() => server.address)
})
