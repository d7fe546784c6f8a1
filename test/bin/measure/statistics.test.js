'use strict'

const { median, quartiles, ratios, spread } = require('../../../bin/measure/statistics')

describe('median', () => {
  test.each([
    [[3], 3],
    [[3, 1], 2],
    [[9, 1, 5], 5],
    [[10, 9, 100, 1], 9.5]
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  test('does not reorder its values', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})

test('spread has the median, minimum and maximum', () => {
  expect(spread([2, 8, 4])).toEqual({ median: 4, min: 2, max: 8 })
})

test.each([
  [[7], 7, 7, 7],
  [[1, 2], 1, 1, 1],
  [[1, 2, 3, 4, 5], 3, 2, 4],
  [[1, 2, 3, 4, 5, 6, 7, 8], 4, 2, 6]
])('quartiles of %j are values', (values, median, lower, upper) => {
  expect(quartiles(values)).toEqual({ median, lower, upper })
})

test('ratios are computed pair by pair', () => {
  expect(ratios([10, 30], [5, 20])).toEqual([2, 1.5])
})
