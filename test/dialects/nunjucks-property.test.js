'use strict'

const fc = require('fast-check')
const { example } = require('../support/nunjucks-arbitrary')
const { bothSides, fragmentsOf } = require('../support/nunjucks-sides')

const RUNS = 2000

test(`${RUNS} generated templates render as by the engine`, async () => {
  const seen = { output: 0, error: 0, spliced: 0 }
  await fc.assert(fc.asyncProperty(example(), async (each) => {
    const { expected, actual, streamed, pages } = await bothSides(each)
    expect(actual).toEqual(expected)
    expect(streamed).toEqual(expected)

    seen['output' in expected[0] ? 'output' : 'error']++
    if (pages.length < 2 || expected[0].output === 'never') return
    if (fragmentsOf(pages[0]).length > 0) seen.spliced++
    expect(pages[0].toBuffer()).toEqual(Buffer.from(expected[0].output))
    expect(pages[0].chunks.some((chunk, i, { [i - 1]: before }) => typeof chunk === 'string' && typeof before === 'string')).toBe(false)
  }), { numRuns: RUNS })
  // Most of them are to be pages, and these to have fragments.
  expect(seen.output).toBeGreaterThan(RUNS / 4)
  expect(seen.spliced).toBeGreaterThan(seen.output / 2)
})
