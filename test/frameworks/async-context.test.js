'use strict'

const { CONTEXTS } = require('../support/contexts')
const { resultOf } = require('../support/run-script')

/** What `contexts-app.js` counts: of everything that was called, how often in the context of its own request. */
async function run (kind) {
  return Object.entries(await resultOf(['--no-deprecation', 'test/support/contexts-app.js', kind])).map(([name, sides]) => ({ name, ...sides }))
}

const allOwn = (calls, count) => Object.fromEntries(Object.keys(calls).map((where) => [where, { own: count, others: 0 }]))

/** The same calls without those of a pipelined response after the previous one was sent. */
const early = ({ finish, close, ...calls }) => calls

describe.each(Object.keys(CONTEXTS))('the async context: %s', (kind) => {
  let cases
  beforeAll(async () => { cases = await run(kind) })

  test('is that of the request in every callback of a hundred simultaneous requests, as without our middleware', () => {
    const atOnce = cases.filter(({ name }) => name.endsWith('at once'))
    expect(atOnce.length).toBeGreaterThan(8)
    for (const { name, alone, ours } of atOnce) {
      expect({ name, ours }).toEqual({ name, ours: allOwn(ours, 100) })
      expect(Object.keys(ours)).toEqual(expect.arrayContaining(['writeHead', 'end', 'finish', 'close']))
      if (alone) expect({ name, alone }).toEqual({ name, alone: ours })
    }
  })

  test('is that of the request for pipelined requests, until the response is sent', () => {
    const pipelined = cases.filter(({ name }) => name.endsWith('pipelined'))
    expect(pipelined.length).toBeGreaterThan(8)
    for (const { name, ours } of pipelined) {
      expect({ name, ours: early(ours) }).toEqual({ name, ours: allOwn(early(ours), 20) })
      // By Node itself, a response that waits for others finishes in the context of one of them.
      for (const { own, others } of [ours.finish, ours.close]) expect({ name, finished: own + others, first: own > 0 }).toEqual({ name, finished: 20, first: true })
    }
  })
})
