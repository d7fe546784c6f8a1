'use strict'

const { add, merge, quantile } = require('../../bench/scale/latencies')

const latenciesOf = (list) => {
  const latencies = {}
  for (const each of list) add(latencies, each)
  return latencies
}

test('quantiles are exact to 1 %, also of merged latencies', () => {
  const list = Array.from({ length: 1000 }, (_, i) => (i + 1) / 10)
  const merged = merge([latenciesOf(list.slice(0, 300)), latenciesOf(list.slice(300))])
  for (const [share, expected] of [[0.5, 50], [0.9, 90], [0.99, 99], [1, 100]]) {
    expect(quantile(merged, share) / expected).toBeGreaterThan(0.99)
    expect(quantile(merged, share) / expected).toBeLessThan(1.01)
  }
})

test('a latency below the precision of the clock counts', () => {
  expect(quantile(latenciesOf([0]), 0.5)).toBeCloseTo(0.001, 4)
})
