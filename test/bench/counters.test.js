'use strict'

const { createCounter, samples } = require('../../bench/counters')

const take = (next, count) => Array.from({ length: count }, next)

test('without a number of pages, every request asks for a new page', () => {
  expect(take(createCounter({}), 3)).toEqual([1, 2, 3])
  expect(samples({})).toEqual([7])
})

test('with a number of pages, they rotate, and all are samples', () => {
  expect(take(createCounter({ pages: 2 }), 5)).toEqual([0, 1, 0, 1, 0])
  expect(samples({ pages: 3 })).toEqual([0, 1, 2])
})
