'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const { html } = require('../..')
const { CountedValues } = require('../support/counted-values')
const { gate } = require('../support/gate')
const { listen } = require('../support/platforms')
const { RawClient } = require('../support/raw-client')
const { streamingPlatforms } = require('../support/streaming-platforms')
const { until } = require('../support/until')

let onConsole
beforeEach(() => { onConsole = jest.spyOn(console, 'error').mockImplementation() })
afterEach(() => jest.restoreAllMocks())

/** @returns {Promise<void>} fulfilled when nothing more is going to come of what was started */
async function settle () {
  for (let i = 0; i < 20; i++) await turn()
}

describe.each(streamingPlatforms)('a page that is sent as a whole, on $platform', ({ serve }) => {
  let server
  let served
  let responses
  afterEach(() => server.close())

  async function start (page) {
    responses = []
    served = serve({}, ({ res, send }) => {
      responses.push(res)
      return send(page())
    })
    server = await listen(served.listener)
  }

  test('stops its generators once the client has disconnected', async () => {
    const { promise, open } = gate()
    const stream = new PassThrough()
    const values = new CountedValues((function * () {
      yield 'a'
      yield promise
      for (;;) yield turn('b')
    })())
    await start(() => html`<p>${values}${stream}${html`<b>${Promise.resolve('c')}</b>`}</p>`)
    const client = new RawClient(server.port)
    await until(() => values.pulled === 2)
    client.close()
    await until(() => values.returned === 1)
    expect(stream.destroyed).toBe(true)

    open('late')
    await settle()
    expect(values).toMatchObject({ pulled: 2, returned: 1 })
    expect(served.errors).toEqual([])
    expect(onConsole).not.toHaveBeenCalled()
  })

  test('is complete for all other clients', async () => {
    const { promise, open } = gate()
    const values = new CountedValues(['a', promise, 'c'])
    const page = html`<p>${values}</p>`
    await start(() => page)
    const [client, other] = [new RawClient(server.port), new RawClient(server.port)]
    await until(() => responses.length === 2)
    client.close()
    await until(() => responses.some(({ destroyed }) => destroyed))
    await settle()
    open('b')
    await until(() => other.rest.length > 0)
    expect(other.rest.toString()).toBe('<p>abc</p>')
    expect(other.head.status).toBe(200)
    other.close()
  })
})
