'use strict'

const fc = require('fast-check')
const { example } = require('../support/nunjucks-arbitrary')
const { bothSides, fragmentsOf } = require('../support/nunjucks-sides')

const RUNS = 1000

/**
 * Has what is thrown behind a wait told apart from what is logged: Nunjucks never ends then, and
 * here it is the error of the page.
 *
 * @param {import('../support/nunjucks-sides').Case} generated
 * @returns {{ example: import('../support/nunjucks-sides').Case, thrown: string[][] }} what was
 *   thrown by the engine, by a page and by a stream
 */
function telling (generated) {
  const thrown = []
  const setup = (env, log) => {
    const messages = []
    thrown.push(messages)
    generated.setup(env, log)
    env.addFilter('later', (value, callback) => setImmediate(() => {
      try {
        callback(null, value)
      } catch (error) {
        messages.push(error.message)
      }
    }), true)
  }
  return { example: { ...generated, setup }, thrown }
}

test(`${RUNS} generated templates render as by the engine`, async () => {
  const seen = { output: 0, error: 0, spliced: 0 }
  await fc.assert(fc.asyncProperty(example(), async (each) => {
    const { example: told, thrown } = telling(each)
    const { expected, actual, streamed, pages } = await bothSides(told)
    const [byEngine, ...byOurs] = thrown
    expect(byOurs).toEqual([[], []])
    for (const ours of [actual, streamed]) {
      const fails = ours.map(({ error }, i) => expected[i].output === 'never' && byEngine.some((message) => error?.message.endsWith(message)))
      expect(ours.filter((ending, i) => !fails[i])).toEqual(expected.filter((ending, i) => !fails[i]))
    }

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
