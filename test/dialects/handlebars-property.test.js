'use strict'

const fc = require('fast-check')
const { sums, template } = require('../support/handlebars-arbitrary')
const { bothWays } = require('../support/handlebars-side')

const RUNS = 2000

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
})

test(`${RUNS} generated templates render as by Handlebars`, async () => {
  let rendered = 0
  let spliced = 0
  await fc.assert(fc.asyncProperty(template(), async (example) => {
    const { expected, actual, pages } = await bothWays(example)
    expect(actual).toEqual(expected)
    expect(pages.map((page) => page.toBuffer().toString())).toEqual(expected.flatMap(({ output }) => output === undefined ? [] : [Buffer.from(output).toString()]))
    if ('output' in expected[0]) rendered++
    if (pages[0]?.chunks.some((chunk) => typeof chunk !== 'string')) spliced++
  }), { numRuns: RUNS })
  expect(rendered).toBeGreaterThan(RUNS * 0.7)
  expect(spliced).toBeGreaterThan(RUNS * 0.3)
})

test(`${RUNS} generated sums come out as by Handlebars`, async () => {
  await fc.assert(fc.asyncProperty(sums(), async (example) => {
    const { expected, actual } = await bothWays(example)
    expect(actual).toEqual(expected)
  }), { numRuns: RUNS })
})
