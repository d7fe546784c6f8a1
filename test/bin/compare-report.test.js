'use strict'

const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { createColors } = require('../../bin/colors')
const { comparisonOf } = require('../../bin/compare/comparison')
const { report } = require('../../bin/compare/report')
const { version } = require('../../package.json')
const { read } = require('../corpus/load')

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
/** The times of five pairs. Their ratios are 2, 3, 4, 5 and 6; 0.8, 0.95, 1, 1.1 and 2; 0.5, 0.7, 1, 1.4 and 2; 0.25 to 1. */
const FASTER = { alone: [60, 100, 80, 90, 80], ours: [20, 20, 40, 15, 20] }
const SAME = { alone: [60, 110, 80, 95, 100], ours: [60, 100, 100, 100, 50] }
const NOISY = { alone: [60, 50, 200, 70, 140], ours: [60, 100, 100, 100, 100] }
const SLOWER = { alone: [60, 100, 80, 90, 25], ours: [80, 200, 160, 90, 100] }

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
  const side = { coding: 'identity', bytes: 2000 }
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
    pairs: 5,
    ways: [{
      name: 'plain',
      title: TITLES.plain,
      alone: { ...side, microseconds: FASTER.alone },
      ours: { ...side, microseconds: FASTER.ours },
      pair: 4,
      ratio: { median: 4, lower: 3, upper: 5 },
      verdict: 'gains'
    }]
  })
})

test('the columns cannot contradict the ratio, whatever the state of the machine', () => {
  // The medians of the sides are 100 and 90 µs, though four of five pairs are slower.
  const drift = { alone: [50, 100, 200, 75, 160], ours: [70, 110, 90, 80, 200] }
  const { ways: [{ alone, ours, pair, ratio, verdict }] } = compare({ plain: drift })
  expect({ ratio, verdict }).toEqual({ ratio: { median: 100 / 110, lower: 0.8, upper: 0.9375 }, verdict: 'slower' })
  expect(alone.microseconds[pair] / ours.microseconds[pair]).toBe(ratio.median)
  expect(textOf(compare({ plain: drift }))).toMatch(/^uncompressed, new page +100 +110 +0\.91 \(0\.80–0\.94\)$/m)
})

test('the text shows what was measured, and explains it', () => {
  const comparison = compare({ plain: FASTER, plainAgain: SAME, notModified: SLOWER, encoded: FASTER }, {
    answers: { notModified: { alone: answer(0), ours: answer(0) }, encoded: { alone: answer(800, 'gzip'), ours: answer(1000, 'gzip') } }
  })
  expect(textOf(comparison)).toBe(`\
index.ejs: Express 5.3.0 and ejs, without and with buffered-render 1.2.3, Node 24.1.0

Identical, byte for byte: 2,000 bytes.

CPU time per request, µs       Express  buffered-render     times as fast
uncompressed, new page              80               20  4.00 (3.00–5.00)
uncompressed, same page again       60               60  1.00 (0.95–1.10)
304, the client has the page       100              200  0.50 (0.50–0.75)
compress: true, new page            80               20  4.00 (3.00–5.00)

bytes of the body              Express  buffered-render
uncompressed, new page           2,000            2,000
uncompressed, same page again    2,000            2,000
304, the client has the page         0                0
compress: true, new page           800            1,000

This view gains: uncompressed, new page; compress: true, new page.
This view is slower with buffered-render: 304, the client has the page.
This view gains nothing: uncompressed, same page again.
A new page differs from those before it, as if for another visitor. The bytes of the same page are kept: buffered-render only renders it.
With bufferedRender({ compress: true }), buffered-render compresses pages, and compression everything else.
CPU time is that of the whole server, in production mode, but without the middleware, routes and data of your app, which take as long as before.
The speed of a machine changes: compare the figures of a row with each other, not with those of other rows.`)
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
    expect(text).toMatch(/^compress: true, new page +– +900$/m)
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

describe('the verdict', () => {
  const NOISE = 'the quartiles are further apart than 30 %. End other programs, or measure with more --rounds.'

  test.each([
    ['a gain', { plain: FASTER, encoded: FASTER }, ['This view gains.']],
    ['no gain', { plain: SAME }, ['This view gains nothing.']],
    ['a loss', { plain: SLOWER }, ['This view is slower with buffered-render.']],
    ['noise', { plain: NOISY }, [`Too noisy to tell: ${NOISE}`]],
    ['each of them', { plain: NOISY, plainAgain: SAME, notModified: SLOWER, encoded: FASTER }, [
      'This view gains: compress: true, new page.',
      'This view is slower with buffered-render: 304, the client has the page.',
      'This view gains nothing: uncompressed, same page again.',
      `Too noisy to tell: uncompressed, new page: ${NOISE}`
    ]]
  ])('says %s', (_, measures, lines) => {
    const said = textOf(compare(measures)).split('\n').filter((line) => /^(?:This view |Too noisy)/.test(line))
    expect(said).toEqual(lines)
  })

  test.each([
    // Ratios of quartiles of 1.31 and 1.29, around 1.
    ['noisy', [[100, 100], [115, 100], [100, 114]]],
    ['nothing', [[100, 100], [114, 100], [100, 113]]],
    ['gains', [[150, 100], [300, 100], [101, 100]]],
    ['nothing', [[100, 100], [100, 100], [100, 100]]]
  ])('is %s for the pairs %j', (verdict, [middle, upper, lower]) => {
    const pairs = [lower, lower, middle, upper, upper].map(([alone, ours]) => ({ alone, ours }))
    const { ways: [way] } = compare({ plain: { alone: pairs.map(({ alone }) => alone), ours: pairs.map(({ ours }) => ours) } })
    expect(way.verdict).toBe(verdict)
  })
})

describe('the report says', () => {
  const measures = { plain: FASTER, encoded: FASTER }
  const answers = { encoded: { alone: answer(800, 'gzip'), ours: answer(900, 'gzip') } }

  test.each([
    ['that pages are not compressed', { plain: FASTER }, {}, /^buffered-render does not compress this page: /m],
    ['that only the middleware compresses', measures, { answers: { encoded: { alone: answer(800, 'gzip'), ours: answer(2000) } } },
      /^buffered-render sends this page uncompressed, though it is compressed without: /m],
    ['that pages differ from render to render', measures, { answers, changes: true }, /^ejs itself renders a different page each time: /m],
    ['why the engine renders the view itself', measures, { answers, fallbacks: [{ view: 'index.ejs', reason: 'returns early' }] },
      /^The engine renders this view, because it returns early\. Only sending it can be faster\.$/m],
    ['why the engine renders a part', measures, { answers, fallbacks: [{ view: 'views/part.ejs', reason: 'returns early' }] },
      /^The engine renders a part of this view, views\/part\.ejs, because that returns early\.$/m]
  ])('%s', (_, measured, compared, remark) => {
    expect(textOf(compare(measured, compared))).toMatch(remark)
    expect(textOf(compare(measures, { answers }))).not.toMatch(remark)
  })
})

describe('without measurements, the report says', () => {
  test.each(Object.entries(read(path.join(__dirname, 'compare-report.yaml'))))('%s', (_, { found, lines }) => {
    expect(textOf(withoutMeasures(found)).split('\n').slice(2).join('\n')).toBe(lines)
  })

  test('that the engine renders a different page each time', () => {
    const text = textOf(withoutMeasures({ changes: true, difference: { offset: 5, line: 1, alone: '1', ours: '2' } }))
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
  for (const [color, ratio] of [['green', '4.00 (3.00–5.00)'], ['yellow', '1.00 (0.95–1.10)'], ['red', '0.50 (0.50–0.75)']]) {
    expect(colored).toContain(colors[color](ratio))
  }
  expect(colored).toContain(colors.bold('This view gains: uncompressed, new page.'))
  expect(stripVTControlCharacters(colored)).toBe(report(comparison, plain))
})
