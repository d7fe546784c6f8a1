'use strict'

const fc = require('fast-check')
const { sides } = require('../support/mustache-sides')
const { template } = require('../support/mustache-arbitrary')

const RUNS = 2000

test(`${RUNS} generated templates render as by the engine`, async () => {
  await fc.assert(fc.asyncProperty(template(), async ({ sources, locals }) => {
    const { stock, ours, rendered, remove } = sides(sources)
    try {
      const expected = await stock(locals())
      expect(await ours(locals())).toEqual(expected)
      if ('output' in expected) expect(rendered(locals()).toBuffer()).toEqual(Buffer.from(expected.output))
    } finally {
      remove()
    }
  }), { numRuns: RUNS })
})
