'use strict'

const { measureHits } = require('../../bench/hits')
const progress = require('../../bin/measure/progress')
const { Fragments } = require('../../lib/fragments/fragments')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

test('every call is timed in every round', async () => {
  const hits = await measureHits()
  expect(hits.map(({ call }) => call)).toEqual(['two arguments', 'two arguments, with a store', 'html`…` of three fulfilled promises', 'html`…` of three values'])
  for (const { nanoseconds } of hits) expect(nanoseconds).toHaveLength(15)
})

test('a call that loads its fragment again is an error', async () => {
  jest.spyOn(Fragments.prototype, 'get').mockImplementation(function (definition, args, key) {
    return this.loadAlone(definition, args, key)
  })
  const loads = jest.spyOn(Fragments.prototype, 'loadAlone')
  await expect(measureHits()).rejects.toThrow(/^hits: \d+ loads, not 64$/)
  expect(loads).toHaveBeenCalled()
})
