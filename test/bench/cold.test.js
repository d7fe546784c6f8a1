'use strict'

const { measureFirstRenders, measureLoading } = require('../../bench/cold')
const progress = require('../../bin/measure/progress')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

test('each process renders both pages', async () => {
  const measured = await measureFirstRenders('mustache', '.', 1)
  expect(Object.keys(measured)).toEqual(['engine', 'ours', 'precompiled', 'other'])
  for (const [[article, both], ...others] of Object.values(measured)) {
    expect(others).toEqual([])
    expect(article).toBeGreaterThan(0)
    expect(both).toBeGreaterThan(article)
  }
})

test('loading is measured beside Express', async () => {
  const { Express: [express], ours: [ours] } = await measureLoading(undefined, 1)
  expect(express.milliseconds).toBeGreaterThan(0)
  expect(ours).toEqual({ milliseconds: expect.any(Number), files: expect.any(Number), longest: expect.any(Number) })
  expect(ours.files).toBeGreaterThan(0)
})
