'use strict'

const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { createColors } = require('../../bin/colors')
const { comparisonOf } = require('../../bin/compare/comparison')
const { report } = require('../../bin/compare/report')
const { version } = require('../../package.json')

const plain = createColors(false)
const express = { name: 'express', package: { name: 'express', version: '5.3.0' }, compression: { name: 'compression', version: '1.8.2' }, validators: [] }
const subject = { view: { name: 'index.ejs', file: path.resolve('views/index.ejs') }, language: 'ejs', framework: express }

const TITLES = {
  plain: 'uncompressed, new page',
  plainAgain: 'uncompressed, same page again',
  notModified: '304, the client has the page',
  encoded: 'compress: true, new page'
}

const answer = (bytes, coding) => ({ bytes, headers: coding === undefined ? {} : { 'content-encoding': coding } })
const times = (...microseconds) => microseconds.map((each) => ({ microseconds: each, requestsPerSecond: 5e5 / each }))

const FASTER = { alone: times(60, 100, 80), ours: times(20, 20, 40) }
const SAME = { alone: times(60, 100, 80), ours: times(60, 90, 100) }
const SLOWER = { alone: times(60, 100, 80), ours: times(80, 200, 160) }

/** Describes measurements by the name of their way. */
function compare (measures, { answers = {}, ...rest } = {}, of = subject) {
  const ways = Object.keys(measures).map((name) => ({
    way: { name, title: TITLES[name] ?? name },
    answers: answers[name] ?? { alone: answer(2000), ours: answer(2000) }
  }))
  return comparisonOf(of, { identical: true, bytes: 2000, changes: false, fallbacks: [], measures, ways, ...rest })
}
const withoutMeasures = (found) => comparisonOf(subject, { identical: false, changes: false, fallbacks: [], measures: {}, ...found })
const textOf = (comparison) => report({ ...comparison, version: '1.2.3', node: 'v24.1.0' }, plain)

test('a comparison is plain data', () => {
  const figure = expect.any(Number)
  const spread = { median: figure, min: figure, max: figure }
  const side = { coding: 'identity', bytes: 2000, microseconds: [figure, figure, figure], requestsPerSecond: spread }
  expect(JSON.parse(JSON.stringify(compare({ plain: FASTER })))).toEqual({
    version,
    node: process.version,
    name: 'index.ejs',
    file: 'views/index.ejs',
    language: 'ejs',
    framework: { name: 'express', version: '5.3.0' },
    compression: { name: 'compression', version: '1.8.2' },
    identical: true,
    bytes: 2000,
    rounds: 3,
    ways: [{ name: 'plain', title: TITLES.plain, alone: side, ours: side, ratio: spread }]
  })
})

test('ratios are computed by round', () => {
  const { ways: [{ ratio, alone }] } = compare({ plain: FASTER })
  expect(ratio).toEqual({ median: 3, min: 2, max: 5 })
  expect(alone.microseconds).toEqual([60, 100, 80])
  expect(alone.requestsPerSecond).toEqual({ median: 6250, min: 5000, max: 5e5 / 60 })
})

test('the text shows what was measured, and explains it', () => {
  const comparison = compare({ plain: FASTER, plainAgain: SAME, notModified: SLOWER, encoded: FASTER }, {
    answers: { notModified: { alone: answer(0), ours: answer(0) }, encoded: { alone: answer(800, 'gzip'), ours: answer(1000, 'gzip') } }
  })
  expect(textOf(comparison)).toBe(`\
index.ejs: Express 5.3.0 and ejs, without and with buffered-render 1.2.3, Node 24.1.0

Identical, byte for byte: 2,000 bytes.

CPU time per request, µs       Express  buffered-render     times as fast
uncompressed, new page              80               20  3.00 (2.00–5.00)
uncompressed, same page again       80               90  1.00 (0.80–1.11)
304, the client has the page        80              160  0.50 (0.50–0.75)
compress: true, new page            80               20  3.00 (2.00–5.00)

                               requests/s       requests/s  bytes sent       bytes sent
                                  Express  buffered-render     Express  buffered-render
uncompressed, new page              6,250           25,000       2,000            2,000
uncompressed, same page again       6,250            5,556       2,000            2,000
304, the client has the page        6,250            3,125           0                0
compress: true, new page            6,250           25,000         800            1,000

Slower with buffered-render: 304, the client has the page.
A new page differs from those before it, as for each visitor. The bytes of the same page are kept: buffered-render only renders it.
With bufferedRender({ compress: true }), buffered-render compresses pages, and compression everything else.
CPU time is that of the whole server, in production mode, but without the middleware, routes and data of your app, which take as long as before.
The requests come from this machine and share its processors: compare requests/s with each other only.`)
})

describe('what a framework alone does not do', () => {
  const koa = { ...subject, framework: { name: 'koa', package: { name: 'koa', version: '3.3.0' }, validators: [] } }
  const { ours } = FASTER
  const comparison = compare({ plain: FASTER, notModified: { ours }, encoded: { ours } }, {
    answers: { notModified: { ours: answer(0) }, encoded: { alone: answer(2000), ours: answer(900, 'gzip') } }
  }, koa)

  test('has no figures beside it', () => {
    const text = textOf(comparison)
    expect(text).toMatch(/^304, the client has the page +– +20 +–$/m)
    expect(text).toMatch(/^compress: true, new page +– +25,000 +– +900$/m)
    expect(comparison.ways[2]).not.toHaveProperty('alone.bytes')
  })

  test('is said', () => {
    expect(textOf(comparison)).toMatch(/^Koa alone sends the page uncompressed to all clients; buffered-render compresses it for those that accept gzip\.$/m)
    expect(textOf(comparison)).toMatch(/^Koa alone sends no ETag, so it sends the page again to a client that has it\.$/m)
  })
})

test('node:http has no version', () => {
  const text = textOf(compare({ plain: FASTER }, {}, { ...subject, framework: { name: 'http', validators: [] } }))
  expect(text).toMatch(/^index\.ejs: node:http and ejs, without/)
})

describe('the line for views that gain nothing', () => {
  const NOTHING = 'This view gains nothing.'

  test.each([
    ['if the range of ratios includes 1', { plain: SAME }],
    ['if the lowest ratio is 1', { plain: { alone: times(9, 8), ours: times(9, 4) } }],
    ['if it is slower', { plain: SLOWER, notModified: SAME }]
  ])('is shown %s', (_, measures) => {
    expect(textOf(compare(measures))).toContain(NOTHING)
  })

  test('is not shown if one way is faster', () => {
    expect(textOf(compare({ plain: SLOWER, notModified: FASTER }))).not.toContain(NOTHING)
  })
})

describe('the report says', () => {
  const measures = { plain: FASTER, encoded: FASTER }
  const answers = { encoded: { alone: answer(800, 'gzip'), ours: answer(900, 'gzip') } }

  test.each([
    ['that pages are not compressed', { plain: FASTER }, {}, /^buffered-render does not compress this page: /m],
    ['that only the middleware compresses', measures, { answers: { encoded: { alone: answer(800, 'gzip'), ours: answer(2000) } } },
      /^buffered-render sends this page uncompressed where it is compressed without: /m],
    ['that pages differ from render to render', measures, { answers, changes: true }, /^ejs itself renders a different page each time: /m],
    ['why the engine renders the view itself', measures, { answers, fallbacks: [{ view: 'index.ejs', reason: 'returns early' }] },
      /^The engine renders this view, because it returns early\. Only sending it can be faster\.$/m],
    ['why the engine renders a part', measures, { answers, fallbacks: [{ view: 'views/part.ejs', reason: 'returns early' }] },
      /^The engine renders a part of this view, views\/part\.ejs, because that returns early\.$/m],
    ['that there are few rounds', { ...measures, plain: { alone: times(2, 2), ours: times(1, 1) } }, { answers }, /^2 rounds are too few to show /m],
    ['that there is one round', { ...measures, plain: { alone: times(2), ours: times(1) } }, { answers }, /^One round is too few to show /m]
  ])('%s', (_, measured, compared, remark) => {
    expect(textOf(compare(measured, compared))).toMatch(remark)
    expect(textOf(compare(measures, { answers }))).not.toMatch(remark)
  })

  test('one ratio for one round', () => {
    expect(textOf(compare({ plain: { alone: times(2), ours: times(1) } }))).toMatch(/^uncompressed, new page +2 +1 +2\.00$/m)
  })
})

describe('without measurements, the report says', () => {
  const error = { name: 'RangeError', message: 'name is out of range' }
  const other = { name: 'SyntaxError', message: 'Not [12' }
  const difference = { offset: 5, line: 1, alone: '1', ours: '2' }

  test.each([
    ['where pages differ', { difference }, [
      'Not identical: the first difference is at byte 5, in line 1.',
      '  ejs:             "1"',
      '  buffered-render: "2"'
    ]],
    ['that only the engine throws', { errors: { alone: error } }, ['Only ejs throws, buffered-render renders a page: RangeError: name is out of range']],
    ['that only this library throws', { errors: { ours: error } }, ['Only buffered-render throws, ejs renders a page: RangeError: name is out of range']],
    ['that they throw different errors', { errors: { alone: other, ours: error } }, [
      'Both throw, but different errors:',
      '  ejs:             SyntaxError: Not [12',
      '  buffered-render: RangeError: name is out of range'
    ]],
    ['that both throw the same error', { identical: true, errors: { alone: error, ours: error } }, [
      'Both throw the same error: RangeError: name is out of range'
    ]],
    ['which option may give what is missing', { identical: true, errors: { alone: { name: 'Error', message: 'in a.ejs\n\neuros is not defined' } } }, [
      'Both throw the same error: Error: in a.ejs',
      '',
      '    euros is not defined',
      '    If your app has it in app.locals, res.locals or ctx.state, add it to the file of --data, which may be a module.'
    ]]
  ])('%s', (_, found, lines) => {
    expect(textOf(withoutMeasures(found)).split('\n').slice(2)).toEqual(lines)
  })

  test('that the engine renders a different page each time', () => {
    const text = textOf(withoutMeasures({ changes: true, difference }))
    expect(text).toMatch(/^Not identical: /m)
    expect(text).toMatch(/^ejs itself renders a different page each time: /m)
  })
})

test('control characters are escaped', () => {
  const text = textOf(withoutMeasures({ bytes: 4, difference: { offset: 0, line: 1, alone: '\x1b[2J', ours: '\u202e' } }))
  expect(text).toContain('  ejs:             "\\u001b[2J"\n  buffered-render: "\\u202e"')
  const error = { name: 'Error', message: '\x1b[2J' }
  expect(textOf(withoutMeasures({ identical: true, errors: { alone: error, ours: error } }))).toContain('Error: \\u001b[2J')
})

test('a terminal gets the same text in colours', () => {
  const colors = createColors(true)
  const comparison = compare({ plain: FASTER, plainAgain: SAME, notModified: SLOWER })
  const colored = report(comparison, colors)
  expect(colored).toContain(colors.green('Identical'))
  for (const [color, ratio] of [['green', '3.00 (2.00–5.00)'], ['yellow', '1.00 (0.80–1.11)'], ['red', '0.50 (0.50–0.75)']]) {
    expect(colored).toContain(colors[color](ratio))
  }
  expect(stripVTControlCharacters(colored)).toBe(report(comparison, plain))
})
