'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { setImmediate: turn } = require('node:timers/promises')
const { html } = require('../..')
const { exchange } = require('../support/exchange')
const { platforms } = require('../support/platforms')
const { literal } = require('../support/literal')

const RESPONSE = 'buffered-render:response'
const long = '<td>static text</td>'.repeat(100)

const pages = [
  { page: 'that is ready', make: () => html(literal([`<p>${long}`, '']), 'ready') },
  { page: 'that waits', make: () => html(literal([`<p>${long}`, '']), turn().then(turn).then(() => turn('late'))) }
]

let messages
const listener = (message) => messages.push(message)
beforeEach(() => {
  messages = []
  subscribe(RESPONSE, listener)
})
afterEach(() => unsubscribe(RESPONSE, listener))

describe.each(platforms)('$platform publishes the response to a page', ({ serve }) => {
  describe.each(pages)('$page', ({ make }) => {
    test.each([
      { name: 'that is unencoded', coding: 'identity', message: { status: 200, encoding: 'identity', bytes: undefined, memo: false } },
      { name: 'as gzip', coding: 'gzip', message: { status: 200, encoding: 'gzip', bytes: undefined, memo: false } },
      { name: 'of another status', coding: 'gzip', code: 404, message: { status: 404, encoding: 'gzip', bytes: undefined, memo: false } },
      { name: 'to HEAD', coding: 'gzip', method: 'HEAD', message: { status: 200, encoding: 'gzip', bytes: 0, memo: false } }
    ])('$name', async ({ coding, code, method, message }) => {
      const { listener } = serve({}, ({ status, stream }) => {
        if (code) status(code)
        return stream(make())
      })
      await exchange(listener, { method, headers: { 'accept-encoding': coding } })
      expect(messages).toEqual([message])
      expect(Object.keys(messages[0])).toEqual(['status', 'encoding', 'bytes', 'memo', 'unencoded'])
    })
  })

  test('without a body', async () => {
    const { listener } = serve({}, ({ status, stream }) => {
      status(204)
      return stream(html`<p>${turn('late')}`)
    })
    await exchange(listener)
    expect(messages).toEqual([{ status: 204, encoding: 'identity', bytes: 0, memo: false }])
  })

  test('only if it does not fail before its first byte', async () => {
    const { listener } = serve({}, ({ stream }) => stream(html`<p>${Promise.reject(new Error('no value'))}`))
    await exchange(listener)
    expect(messages).toEqual([])
  })
})
