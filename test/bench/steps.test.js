'use strict'

const { LATEST } = require('../../bench/results')
const { parseOptions } = require('../../bench/run')
const { PARTS, estimate, steps } = require('../../bench/steps')

const MINUTE = 60

test('a complete run takes about a quarter of an hour', () => {
  const options = parseOptions([])
  const chosen = steps.filter(({ name }) => options.only.includes(name))
  expect(chosen).toHaveLength(steps.length)
  const seconds = estimate(chosen, options)
  expect(seconds).toBeGreaterThan(5 * MINUTE)
  expect(seconds).toBeLessThanOrEqual(16 * MINUTE)
})

test('every step has a part of the results', () => {
  expect(new Set(steps.map(({ part }) => part))).toEqual(new Set(PARTS))
})

describe('the options', () => {
  test('take groups and names, in the order of the steps', () => {
    expect(parseOptions(['--only', 'gzip,fortunes,seeds']).only).toEqual(['fortunes', 'article-gzip', 'listing-gzip', 'seeds'])
  })

  test('write the latest results only after a complete run', () => {
    expect(parseOptions([]).out).toBe(LATEST)
    expect(parseOptions(['--only', 'fortunes']).out).toBeUndefined()
    expect(parseOptions(['--only', 'fortunes', '--out', 'a.json']).out).toBe('a.json')
  })
})
