'use strict'

const { features } = require('../support/features')
const { inParallel } = require('../support/in-parallel')
const { everything } = require('../support/level')
const { everyPlatform, platforms } = require('../support/platforms')
const { resultOf } = require('../support/run-script')

/** The requests before the first census, and again before the second. */
const REQUESTS = everything ? 200 : 48

/** How much a count may differ: connections that are just being closed, caches that the first requests have not filled. */
const SLACK = 25

/** Milliseconds of a platform on a busy machine. */
const LONGEST = 10 * 60_000

const tried = everything ? everyPlatform : platforms.filter(({ platform }) => platform !== 'node:http')

/** @returns {Promise<Record<string, { before: object, after: object, served: number, statuses: unknown[] }>>} */
const run = (platform) => resultOf(['--no-deprecation', '--expose-gc', 'test/support/census-app.js', platform, String(REQUESTS), String(SLACK)])

const results = {}
beforeAll(() => inParallel(tried, async ({ platform }) => { results[platform] = await run(platform) }), LONGEST)

describe.each(tried)('after many requests of $platform', ({ platform }) => {
  test.each(Object.keys(features))('nothing remains of %s', (name) => {
    const { before, after, served, statuses } = results[platform][name]
    expect(served).toBe(2 * REQUESTS)
    const { leaves } = features[name]
    expect({ statuses }).toEqual({ statuses: leaves === undefined ? expect.arrayContaining([expect.anything()]) : [] })
    const grown = Object.keys(after).filter((what) => after[what] > (before[what] ?? 0) + SLACK)
    expect(grown.map((what) => `${what}: ${before[what] ?? 0} to ${after[what]}`)).toEqual([])
  })
})
