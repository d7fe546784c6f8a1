'use strict'

const { time } = require('../../bench/stopwatch')

test('each call gets a new number', async () => {
  const numbers = []
  expect(await time((i) => numbers.push(i), 20)).toBeGreaterThan(0)
  expect(numbers.slice(0, 3)).toEqual([0, 1, 2])
})

test('a promise is awaited', async () => {
  let underway = 0
  let most = 0
  await time(async () => {
    most = Math.max(most, ++underway)
    await Promise.resolve()
    underway--
  }, 1)
  expect(most).toBe(1)
})
