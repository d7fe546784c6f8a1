'use strict'

const { describeWithServers } = require('../support/redis')
const { resultOf } = require('../support/run-script')

test('fragments keep no context of the requests that load, look up or invalidate them, nor does their code see one', async () => {
  expect(await resultOf(['--expose-gc', 'test/fragments/contexts/calls.js'])).toEqual({ alive: [], seen: ['undefined'] })
})

describeWithServers('with a store', (started) => {
  test('nothing that outlives a request keeps its context: streams, files, the dictionary, the first connection of a store', async () => {
    const result = await resultOf(['--expose-gc', 'test/fragments/contexts/sending.js'], { env: { REDIS: started.server.url } })
    expect(result).toEqual({ alive: [], ways: 11 })
  })
})
