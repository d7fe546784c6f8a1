'use strict'

const { saturation, summarize, summarizeDialects, summarizeGrowth, summarizeSizes } = require('../../bench/report')

const measured = (requestsPerSecond, utilization = 1, cores = 1) => ({ requestsPerSecond, utilization, cores })

const round = (stock, ours, prebuilt) => ({ stock: measured(stock), ours: measured(ours), prebuilt: measured(prebuilt) })

const createPage = ({ rounds = [round(1, 1, 1)], ...page }) => ({
  name: 'list',
  title: 'list, gzip',
  bytes: 51200,
  variants: { baseline: 'stock', ours: 'ours', limit: 'prebuilt' },
  expected: {},
  rounds,
  ...page
})

describe('the table', () => {
  test('has the medians, and the ratios of the rounds rather than of the medians', () => {
    const rounds = [round(1000, 3000, 4000), round(2000, 4000, 8000), round(4000, 6000, 8000)]
    const { header, rows } = summarize([createPage({ rounds, expected: { baseline: 2.2, limit: 0.7 } })])
    expect(rows).toEqual([['list, gzip', '51,200', '2,000', '4,000', '8,000', '2.00×', '1.50–3.00', '0.75×', '≥ 2.2× stock, ≥ 0.7× prebuilt']])
    expect(header).toHaveLength(rows[0].length)
  })

  test('does without a limit and without a promise', () => {
    const rounds = [{ stock: measured(1000), ours: measured(3000) }]
    const { rows: [row] } = summarize([createPage({ rounds, variants: { baseline: 'stock', ours: 'ours' } })])
    expect(row).toEqual(['list, gzip', '51,200', '1,000', '3,000', '–', '3.00×', '3.00–3.00', '–', '–'])
  })
})

test('the sizes are those of the pages in gzip', () => {
  const gzip = { page: 9927, wire: 5600, zlib: 4400 }
  const { header, rows } = summarizeSizes([
    createPage({}),
    createPage({ gzip, expected: { size: 1.3 } }),
    createPage({ gzip })
  ])
  expect(rows).toEqual([
    ['list, gzip', '9,927', '5,600', '4,400', '1.27×', '≤ 1.3×'],
    ['list, gzip', '9,927', '5,600', '4,400', '1.27×', '–']
  ])
  expect(header).toHaveLength(rows[0].length)
})

test('dialects have the medians of both sides, and the ratios of the rounds', () => {
  const microseconds = { engine: [10, 20, 40], ours: [5, 20, 10] }
  const { header, rows } = summarizeDialects([{ dialect: 'ejs', page: 'article', bytes: 10133, microseconds }])
  expect(rows).toEqual([['ejs, article', '10,133', '20.0 (10.0–40.0)', '10.0 (5.0–20.0)', '2.00×', '1.00–4.00', '≥ 1×']])
  expect(header).toHaveLength(rows[0].length)
})

test('growth has what each KB more costs beside what copying it costs', () => {
  const costs = { validator: 2.5, gzip: 5, copy: 1, overwrite: 0.1 }
  const perKilobyte = { validator: 0, gzip: 0.05, copy: 0.3, overwrite: 0.02 }
  const { header, rows } = summarizeGrowth([{ kilobytes: 1, costs }, { kilobytes: 4, costs, perKilobyte }])
  expect(rows).toEqual([
    ['1', '2.50', '5.00', '1.00', '0.10', '–', '–', '–', '–'],
    ['4', '2.50', '5.00', '1.00', '0.10', '50', '300', '20', '≤ 300']
  ])
  expect(header).toHaveLength(rows[0].length)
})

describe('saturation', () => {
  test('names the server that was busy least', () => {
    const rounds = [{ ...round(1, 1, 1), stock: measured(1, 0.97, 0.9) }]
    expect(saturation([createPage({ rounds })])).toBe('The servers were busy at least 97 % of the time (stock of list).')
  })

  test('counts what the threads of a server take', () => {
    const rounds = [{ ...round(1, 1, 1), stock: measured(1, 0.5, 1.4) }]
    expect(saturation([createPage({ rounds })])).toBe('The servers were busy at least 100 % of the time (stock of list).')
  })

  test('says for which servers the load generator was the limit', () => {
    const rounds = [{ stock: measured(1), ours: measured(1, 0.8, 0.7), prebuilt: measured(1, 0.6, 0.6) }]
    expect(saturation([createPage({ rounds })])).toBe('These servers waited for the load generator, so that their figures are understated: ' +
      'ours of list (busy 80 % of the time), prebuilt of list (busy 60 % of the time).')
  })
})
