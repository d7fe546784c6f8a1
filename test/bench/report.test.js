'use strict'

const { saturation, summarize } = require('../../bench/report')

const measured = (requestsPerSecond, utilization = 1) => ({ requestsPerSecond, utilization })

const round = (stock, buffered, prebuilt) => ({
  stock: measured(stock),
  'buffered-render': measured(buffered),
  prebuilt: measured(prebuilt)
})

const page = (...rounds) => ({ name: 'list', bytes: 51200, rounds })

test('a row has the medians, and the ratios of the rounds rather than of the medians', () => {
  const pages = [page(round(1000, 3000, 4000), round(2000, 4000, 8000), round(4000, 6000, 8000))]
  const { header, rows } = summarize(pages)
  expect(rows).toEqual([['list', '51,200', '2,000', '4,000', '8,000', '2.00×', '1.50–3.00', '75 %']])
  expect(header).toHaveLength(rows[0].length)
})

describe('saturation', () => {
  test('names the server that was busy least', () => {
    const rounds = [{ ...round(1, 1, 1), stock: measured(1, 0.97) }]
    expect(saturation([page(...rounds)])).toBe('The servers were busy at least 97 % of the time (stock of list).')
  })

  test('says so when the load generator was the limit', () => {
    const rounds = [{ ...round(1, 1, 1), prebuilt: measured(1, 0.6) }]
    expect(saturation([page(...rounds)])).toMatch(/60 % of the time \(prebuilt of list\); it waited for the load generator/)
  })
})
