'use strict'

const { serve } = require('./serve')
const { describeSite } = require('./site')

// A process has to start first, on machines that may be busy.
describe('examples/typescript', () => {
  let server

  beforeAll(async () => {
    server = await serve('typescript/server.mts', 0)
  })

  afterAll(() => server.close())

  describeSite(() => server.address)
})
