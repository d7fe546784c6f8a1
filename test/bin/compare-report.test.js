'use strict'

const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const picocolors = require('picocolors')
const { describe: comparisonOf } = require('../../bin/compare/comparison')
const { report } = require('../../bin/compare/report')
const { version } = require('../../package.json')

const plain = picocolors.createColors(false)
const subject = { view: { name: 'index.ejs', file: path.resolve('views/index.ejs') }, dialect: { name: 'ejs' } }

const compare = (microseconds, rest) => {
  return comparisonOf(subject, { identical: true, bytes: 2000, changes: false, microseconds, ...rest })
}
const textOf = (comparison) => report({ ...comparison, version: '1.2.3', node: 'v24.1.0' }, plain)

const FASTER = { engine: [60, 100, 80], ours: [20, 20, 40] }
const SAME = { engine: [60, 100, 80], ours: [60, 90, 100] }
const SLOWER = { engine: [60, 100, 80], ours: [80, 200, 160] }

test('a comparison is plain data', () => {
  const figure = expect.any(Number)
  const spread = { median: figure, min: figure, max: figure }
  const side = { bytes: 2000, microseconds: [figure, figure, figure], rendersPerSecond: spread, bytesPerSecond: spread }
  expect(JSON.parse(JSON.stringify(compare({ page: FASTER })))).toEqual({
    version,
    node: process.version,
    name: 'index.ejs',
    file: 'views/index.ejs',
    language: 'ejs',
    identical: true,
    rounds: 3,
    page: { engine: side, ours: side, ratio: spread }
  })
})

test('ratios are computed by round', () => {
  const { page } = compare({ page: FASTER })
  expect(page.ratio).toEqual({ median: 3, min: 2, max: 5 })
  expect(page.engine).toEqual({
    bytes: 2000,
    microseconds: [60, 100, 80],
    rendersPerSecond: { median: 12500, min: 10000, max: 1e6 / 60 },
    bytesPerSecond: { median: 25e6, min: 20e6, max: 1e6 / 60 * 2000 }
  })
})

test('gzip bytes are the bytes sent; rates refer to the uncompressed page', () => {
  const { gzip } = compare({ page: FASTER, gzip: FASTER }, { gzip: { engine: 800, ours: 900 } })
  expect([gzip.engine.bytes, gzip.ours.bytes]).toEqual([800, 900])
  expect(gzip.ours.bytesPerSecond).toEqual({ median: 100e6, min: 50e6, max: 100e6 })
})

test('gzip is omitted if the last page was not compressed', () => {
  expect(compare({ page: FASTER, gzip: FASTER })).not.toHaveProperty('gzip')
})

test('the text shows the measurements and the gain', () => {
  expect(textOf(compare({ page: FASTER, gzip: SAME }, { gzip: { engine: 800, ours: 1000 } }))).toBe(`\
index.ejs: ejs against buffered-render 1.2.3, Node 24.1.0

Identical, byte for byte: 2,000 bytes.

                                           ejs         buffered-render  ratio
to bytes, renders/s     12,500 (10,000–16,667)  50,000 (25,000–50,000)   3.00
to bytes, MB/s of page        25.0 (20.0–33.3)      100.0 (50.0–100.0)
gzip, renders/s         12,500 (10,000–16,667)  11,111 (10,000–16,667)   1.00
gzip, MB/s of page            25.0 (20.0–33.3)        22.2 (20.0–33.3)
gzip, bytes                                800                   1,000   1.25

To bytes: 3.00 times as fast (2.00–5.00), 20.0 µs of processor time per page instead of 80.0.
With gzip: no gain, 1.00 times as fast (0.80–1.11), 90.0 µs of processor time per page instead of 80.0.
Only rendering is measured: other work for a request, such as loading its data, takes as long as before.`)
})

describe('the line for views that gain nothing', () => {
  const NOTHING = 'This view gains nothing.'

  test.each([
    ['is shown if the range of ratios includes 1', { page: SAME }, /^To bytes: no gain, 1\.00 times/m],
    ['is shown if the lowest ratio is 1', { page: { engine: [9, 8], ours: [9, 4] } }, /^To bytes: no gain, 1\.50 times/m],
    ['is shown if rendering is slower', { page: SLOWER }, /^To bytes: slower, 0\.50 times/m],
    ['is shown if neither way is faster', { page: SLOWER, gzip: SAME }, /^With gzip: no gain, 1\.00 times/m]
  ])('%s', (_, microseconds, verdict) => {
    const text = textOf(compare(microseconds, microseconds.gzip && { gzip: { engine: 800, ours: 900 } }))
    expect(text).toMatch(verdict)
    expect(text).toContain(NOTHING)
  })

  test.each([
    ['to bytes', { page: FASTER, gzip: SLOWER }],
    ['with gzip', { page: SLOWER, gzip: FASTER }]
  ])('is not shown if rendering is faster %s', (_, microseconds) => {
    expect(textOf(compare(microseconds, microseconds.gzip && { gzip: { engine: 800, ours: 900 } }))).not.toContain(NOTHING)
  })
})

describe('the report says', () => {
  const page = FASTER
  const measured = { microseconds: { page, gzip: page }, gzip: { engine: 800, ours: 900 } }

  test.each([
    ['that pages are not compressed', { microseconds: { page } }, /^The page is not compressed: /m],
    ['that gzip would not be shorter', { ...measured, sentAsIs: true }, /^buffered-render does not compress it for clients that accept gzip: /m],
    ['that pages differ from render to render', { ...measured, changes: true }, /^ejs itself renders a different page each time: /m],
    ['that there are few rounds', { microseconds: { page: { engine: [2, 2], ours: [1, 1] } } }, /^2 rounds are too few to show /m],
    ['that there is one round', { microseconds: { page: { engine: [2], ours: [1] } } }, /^One round is too few to show /m]
  ])('%s', (_, compared, remark) => {
    expect(textOf(compare({}, compared))).toMatch(remark)
    expect(textOf(compare({}, measured))).not.toMatch(remark)
  })

  test('why the engine renders the view itself', () => {
    const text = textOf(comparisonOf(subject, { identical: true, bytes: 2000, ...measured }, 'returns early'))
    expect(text).toMatch(/^buffered-render leaves this view to the engine, because it returns early\.$/m)
  })
})

describe('without measurements, the report says', () => {
  const error = { name: 'RangeError', message: 'name is out of range' }
  const other = { name: 'SyntaxError', message: 'Not [12' }
  const difference = { offset: 5, line: 1, engine: '1', ours: '2' }

  test.each([
    ['where pages differ', { difference }, [
      'Not identical: the first difference is at byte 5, in line 1.',
      '  ejs:             "1"',
      '  buffered-render: "2"'
    ]],
    ['that only the engine throws', { errors: { engine: error } }, ['Only ejs throws, buffered-render renders a page: RangeError: name is out of range']],
    ['that only this library throws', { errors: { ours: error } }, ['Only buffered-render throws, ejs renders a page: RangeError: name is out of range']],
    ['that they throw different errors', { errors: { engine: other, ours: error } }, [
      'Both throw, but different errors:',
      '  ejs:             SyntaxError: Not [12',
      '  buffered-render: RangeError: name is out of range'
    ]]
  ])('%s', (_, found, lines) => {
    const text = textOf(comparisonOf(subject, { identical: false, changes: false, ...found, microseconds: {} }))
    expect(text.split('\n').slice(2)).toEqual(lines)
  })

  test('that both throw the same error', () => {
    const text = textOf(comparisonOf(subject, { identical: true, errors: { engine: error, ours: error }, microseconds: {} }))
    expect(text.split('\n').slice(2)).toEqual(['Both throw the same error: RangeError: name is out of range'])
  })

  test('that the engine renders a different page each time', () => {
    const text = textOf(comparisonOf(subject, { identical: false, changes: true, difference, microseconds: {} }))
    expect(text).toMatch(/^Not identical: /m)
    expect(text).toMatch(/^ejs itself renders a different page each time: /m)
  })
})

test('control characters are escaped', () => {
  const difference = { offset: 0, line: 1, engine: '\x1b[2J', ours: '\u202e' }
  const text = textOf(comparisonOf(subject, { identical: false, bytes: 4, difference, microseconds: {} }))
  expect(text).toContain('  ejs:             "\\u001b[2J"\n  buffered-render: "\\u202e"')
  const error = { name: 'Error', message: '\x1b[2J' }
  expect(textOf(comparisonOf(subject, { identical: true, errors: { engine: error, ours: error }, microseconds: {} }))).toContain('Error: \\u001b[2J')
})

test('a terminal gets the same text in colours', () => {
  const comparison = compare({ page: FASTER })
  const colored = report(comparison, picocolors.createColors(true))
  expect(colored).toContain(picocolors.createColors(true).green('Identical'))
  expect(stripVTControlCharacters(colored)).toBe(report(comparison, plain))
})
