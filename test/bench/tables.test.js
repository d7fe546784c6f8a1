'use strict'

const { summarizeDialects, summarizeFragments, summarizePages, summarizePeers, summarizeRenderings, summarizeSizes, tablesOf } = require('../../bench/tables')

const createPage = (page) => ({
  name: 'list',
  title: 'list, gzip',
  bytes: 51200,
  parts: { static: 50000, dynamic: 1200 },
  wires: { express: 51200, ours: 51200 },
  baseline: 'express',
  ours: 'ours',
  groups: [{ express: [100, 200, 400], ours: [50, 100, 100] }],
  ...page
})

describe('the table', () => {
  test('has the medians and the quartiles of the ratios of the pairs', () => {
    const { header, rows } = summarizePages([createPage()])
    expect(rows).toEqual([['list, gzip', '2.00×', '2.00–3.00', '51,200', '50,000 + 1,200', '200.0']])
    expect(header).toHaveLength(rows[0].length)
  })

  test('has the bytes of the framework alone if they are others, and those of zlib', () => {
    const bytesOf = (page) => summarizePages([createPage(page)]).rows[0][3]
    expect(bytesOf({ wires: { express: 51300, ours: 51200 } })).toBe('51,200 (alone 51,300)')
    expect(bytesOf({ gzip: { page: 9927, wire: 51200, zlib: 4400 } })).toBe('51,200 (zlib 4,400)')
  })

  test('says where there is no gain: the first quartile is not above 1', () => {
    const gain = (...ours) => summarizePages([createPage({ groups: [{ express: [100, 100, 100], ours }] })]).rows[0].slice(1, 3)
    expect(gain(80, 90, 99)).toEqual(['1.11×', '1.06–1.18'])
    expect(gain(80, 90, 120)).toEqual(['1.11× (no gain)', '0.97–1.18'])
  })
})

test('sizes are shown for pages in gzip', () => {
  const gzip = { page: 9927, wire: 5600, zlib: 4400 }
  const { header, rows } = summarizeSizes({
    pages: [createPage(), createPage({ gzip })],
    peers: [createPage({ gzip })]
  })
  expect(rows).toEqual([
    ['list, gzip', '9,927', '5,600', '4,400', '1.27×'],
    ['peers: list, gzip', '9,927', '5,600', '4,400', '1.27×']
  ])
  expect(header).toHaveLength(rows[0].length)
})

test.each([['cached fragments', summarizeFragments], ['other servers', summarizePeers]])('%s are each compared with the first server of their group, with a column for each page', (_, summarize) => {
  const groups = [
    { express: [100, 200, 300], 'buffered-render': [50, 50, 100], fastify: [100, 100, 100] },
    { express: [120, 120, 120], koa: [60, 40, 30] }
  ]
  const article = createPage({ title: 'article', groups })
  const gzip = createPage({ title: 'gzip', bytes: 4000, groups: [{ 'express-compression': [400, 400, 400], 'buffered-render': [100, 100, 100] }] })
  const { header, rows } = summarize([article, gzip])
  expect(header).toEqual(['server', 'article, 51,200 bytes', 'gzip, 4,000 bytes'])
  expect(rows).toEqual([
    ['Express, EJS', '1.00×, 120.0 µs', '–'],
    ['Express, buffered-render, EJS', '3.00× (2.50–3.50)', '4.00× (4.00–4.00)'],
    ['Fastify, EJS', '2.00× (1.50–2.50)', '–'],
    ['Koa, EJS, koa-etag', '3.00× (2.50–3.50)', '–'],
    ['Express, EJS, compression', '–', '1.00×, 400.0 µs']
  ])
})

test('renderings are compared with the first renderer', () => {
  const groups = [{ ejs: [30, 40, 50], pug: [10, 20, 40] }]
  const renderings = [{ name: 'render-article', page: 'article', bytes: 9987, groups }]
  expect(summarizeRenderings(renderings)).toMatchObject({
    header: ['renderer', 'article, 9,987 bytes'],
    rows: [['ejs', '1.00×, 40.0 µs'], ['pug', '2.00× (1.63–2.50)']]
  })
  const { header, rows } = summarizeDialects([{ name: 'ejs', page: 'article', bytes: 9987, groups: [{ ejs: [30, 40, 50], 'buffered-render, ejs': [10, 20, 40] }] }])
  expect(rows).toEqual([['ejs, article', '2.00×', '1.63–2.50', '9,987', '40.0']])
  expect(header).toHaveLength(rows[0].length)
})

test('parts that were not measured have no table', () => {
  const none = { pages: [], fragments: [], peers: [], rendering: [], dialects: [], bodies: [], reads: [] }
  expect(tablesOf(none)).toEqual([])
  expect(tablesOf({ ...none, pages: [createPage()] }).map(({ title }) => title)).toEqual(['CPU time of a request'])
})
