'use strict'

const {
  saturation,
  summarizeCpu,
  summarizeFastest,
  summarizeFragments,
  summarizePages,
  summarizeRenderings,
  summarizeSizes,
  summarizeVersions,
  tablesOf
} = require('../../bench/tables')

const measured = (requestsPerSecond, utilization = 1, cores = 1) => ({ requestsPerSecond, utilization, cores })

const round = (express, ours, prebuilt) => ({ express: measured(express), ours: measured(ours), prebuilt: measured(prebuilt) })

const createPage = ({ rounds = [round(1, 1, 1)], ...page }) => ({
  name: 'list',
  title: 'list, gzip',
  bytes: 51200,
  parts: { static: 50000, dynamic: 1200 },
  variants: ['express', 'ours', 'prebuilt'],
  wires: { express: 51200, ours: 51200 },
  baseline: 'express',
  ours: 'ours',
  limit: 'prebuilt',
  rounds,
  ...page
})

describe('the table', () => {
  test('has medians, their ratios, and the range of the ratios of the rounds', () => {
    const rounds = [round(1000, 3000, 4000), round(2000, 4000, 8000), round(4000, 6000, 8000)]
    const { header, rows } = summarizePages([createPage({ rounds })])
    expect(rows).toEqual([['list, gzip', '50,000 + 1,200', '51,200', '500.0', '250.0', '125.0', '2.00×', '1.50–3.00', '0.50×', '2,000', '4,000']])
    expect(header).toHaveLength(rows[0].length)
  })

  test('has the bytes of the framework alone if they are others', () => {
    const { rows: [row] } = summarizePages([createPage({ wires: { express: 51300, ours: 51200 } })])
    expect(row[2]).toBe('51,200 (alone 51,300)')
  })

  test('says where there is no gain, and has the bytes of zlib', () => {
    const rounds = [round(1000, 1044, 4000)]
    const { rows: [row] } = summarizePages([createPage({ rounds, gzip: { page: 9927, wire: 51200, zlib: 4400 } })])
    expect(row.slice(2, 7)).toEqual(['51,200 (zlib 4,400)', '1,000.0', '957.9', '250.0', '1.04× (no gain)'])
  })
})

test('sizes are shown for pages in gzip', () => {
  const gzip = { page: 9927, wire: 5600, zlib: 4400 }
  const { header, rows } = summarizeSizes({
    pages: [createPage({}), createPage({ gzip })],
    peers: [createPage({ gzip })]
  })
  expect(rows).toEqual([
    ['list, gzip', '9,927', '5,600', '4,400', '1.27×'],
    ['peers: list, gzip', '9,927', '5,600', '4,400', '1.27×']
  ])
  expect(header).toHaveLength(rows[0].length)
})

test('cached fragments have the bytes and the CPU time of each server, and the ratios of the rounds', () => {
  const rounds = [1000, 2000, 4000].map((rate) => ({ express: measured(rate), 'cached-listing': measured(6000, 1, 1.2), prebuilt: measured(8000) }))
  const { title, header, rows } = summarizeFragments(createPage({
    rounds,
    variants: ['express', 'cached-listing', 'prebuilt'],
    wires: { express: 3000, 'cached-listing': 4000, prebuilt: 2900 },
    ours: 'cached-listing'
  }))
  expect(title).toBe('Cached fragments: list, gzip')
  expect(rows).toEqual([
    ['Express, EJS', '3,000', '2,000', '500 (250–1,000)', '1.00×', '1.00–1.00', '0.25×'],
    ['Express, buffered-render, EJS, listing cached', '4,000', '6,000', '200 (200–200)', '2.50×', '1.25–5.00', '0.63×'],
    ['Express, prebuilt', '2,900', '8,000', '125 (125–125)', '4.00×', '2.00–8.00', '1.00×']
  ])
  expect(header).toHaveLength(rows[0].length)
})

test('the CPU time of a request is that of all threads, and is compared by round', () => {
  const rounds = [[1000, 0.5], [2000, 1]].map(([rate, cores]) => ({ 'buffered-render': measured(rate, 1, cores), fastify: measured(1000, 1, 1.2) }))
  const page = { name: 'peers-article', rounds, variants: ['buffered-render', 'fastify'], bytes: 9987, title: 'article' }
  const { header, rows } = summarizeCpu([createPage(page), createPage(page), createPage({ ...page, name: 'peers-article-chinese' })])
  expect(header).toEqual(['server', 'article, 9,987 bytes', 'article, 9,987 bytes'])
  expect(rows).toEqual([
    ['Express, buffered-render, EJS', '500.0 (500.0–500.0)', '500.0 (500.0–500.0)'],
    ['Fastify, EJS', '1,200.0 (1,200.0–1,200.0)', '1,200.0 (1,200.0–1,200.0)']
  ])
  const versions = summarizeVersions({ 20: { peers: [createPage(page)] }, 24: { peers: [createPage(page)] } })
  expect(versions.header).toEqual(['server', 'Node 20, article, 9,987 bytes', 'Node 24, article, 9,987 bytes'])
})

describe('renderings', () => {
  const microseconds = {
    ejs: [30, 40, 50],
    pug: [10, 20, 40],
    'buffered-render, ejs': [5, 20, 10],
    'buffered-render, html': [20, 20, 20]
  }
  const renderings = [{ name: 'render-article', page: 'article', bytes: 9987, microseconds }]

  test('have the medians of all renderers, with a column for each page', () => {
    const { header, rows } = summarizeRenderings([...renderings, { ...renderings[0], page: 'list' }])
    expect(header).toEqual(['renderer', 'article, 9,987 bytes', 'list, 9,987 bytes'])
    expect(rows[1]).toEqual(['pug', '20.00 (10.00–40.00)', '20.00 (10.00–40.00)'])
    expect(rows).toHaveLength(4)
  })

  test('compare ours with the fastest other renderer, by round', () => {
    const { header, rows } = summarizeFastest(renderings)
    expect(rows).toEqual([
      ['article', 'buffered-render, ejs', 'pug', '2.00×', '1.00–4.00'],
      ['article', 'buffered-render, html', 'pug', '1.00×', '0.50–2.00']
    ])
    expect(header).toHaveLength(rows[0].length)
  })
})

test('parts that were not measured have no table', () => {
  const none = { pages: [], fragments: [], peers: [], rendering: [], dialects: [], seeds: [] }
  expect(tablesOf(none)).toEqual([])
  expect(tablesOf({ ...none, pages: [createPage({})] }).map(({ title }) => title)).toEqual(['CPU µs per request, and requests per second'])
})

describe('saturation', () => {
  test('names the least busy server', () => {
    const rounds = [{ ...round(1, 1, 1), express: measured(1, 0.97, 0.9) }]
    expect(saturation([createPage({ rounds })])).toBe('The servers were busy at least 97 % of the time (express of list).')
  })

  test('names the servers that waited for the load generator', () => {
    const rounds = [{ express: measured(1), ours: measured(1, 0.8, 0.7), prebuilt: measured(1, 0.6, 0.6) }]
    expect(saturation([createPage({ rounds })])).toBe('These servers waited for the load generator, so their figures are too low: ' +
      'ours of list (busy 80 % of the time), prebuilt of list (busy 60 % of the time).')
  })
})
