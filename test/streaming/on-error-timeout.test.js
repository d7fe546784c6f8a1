'use strict'

// `onError` has half a minute: its timers are a test's own here, read before the library loads.
jest.mock('node:timers', () => {
  const timers = jest.requireActual('node:timers')
  return { ...timers, setTimeout: jest.fn(timers.setTimeout), clearTimeout: jest.fn(timers.clearTimeout) }
})

const timers = require('node:timers')
const { setImmediate: turn } = require('node:timers/promises')
const { html } = require('../..')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')

const TIMEOUT = 30_000
const error = new Error('no value')
const never = () => new Promise(() => {})
const late = expect.objectContaining({ message: 'onError did not settle within 30000 ms', cause: error })

/** The timers of `onError` that were set: `call` ends them, `isCleared` says whether the library has. */
function timersOfOnError () {
  return timers.setTimeout.mock.calls.flatMap(([call, time], i) => {
    const timer = timers.setTimeout.mock.results[i].value
    return time === TIMEOUT ? [{ call, timer, isCleared: () => timers.clearTimeout.mock.calls.some(([cleared]) => cleared === timer) }] : []
  })
}

beforeEach(() => {
  timers.setTimeout.mockClear()
  timers.clearTimeout.mockClear()
  jest.spyOn(console, 'error').mockImplementation()
})

describe.each(platforms)('$platform: an onError that never settles', ({ serve }) => {
  async function start (page) {
    const served = serve({}, ({ stream }) => stream(page(), { onError: never }))
    const client = await clientOf(served.listener)
    await until(() => timersOfOnError().length === 1)
    const [timer] = timersOfOnError()
    expect([timer.timer.hasRef(), timer.isCleared()]).toEqual([false, false])
    return { served, client, timer }
  }

  test('is an error of the request after the time of a load, before the first byte', async () => {
    const { served, client, timer } = await start(() => html`${Promise.reject(error)}`)
    timer.call()
    await until(() => client.rest.length > 0)
    expect(client.head.status).toBe(500)
    expect(served.errors).toEqual([late])
    expect(timer.isCleared()).toBe(true)
    client.close()
  })

  test('cuts the connection after the time of a load, after the first byte', async () => {
    const { served, client, timer } = await start(() => html`<p>${turn().then(turn).then(() => Promise.reject(error))}</p>`)
    timer.call()
    await client.end()
    expect([client.isWhole, client.body.toString()]).toEqual([false, '<p>'])
    const reported = [...served.errors, ...console.error.mock.calls.flat()].filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE')
    expect(reported).toEqual([late])
  })

  test('is not waited for once the client has disconnected', async () => {
    const { served, client, timer } = await start(() => html`<p>${turn().then(turn).then(() => Promise.reject(error))}</p>`)
    client.close()
    await until(timer.isCleared)
    expect([...served.errors, ...console.error.mock.calls.flat()].filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE')).toEqual([])
  })
})
