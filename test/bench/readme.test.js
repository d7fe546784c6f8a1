'use strict'

const { passages } = require('../../bench/passages')
const { readDocuments, writeFigures } = require('../../bench/readme')
const { readResults, readScale } = require('../../bench/results')

const results = readResults()
const scale = readScale()
const documents = readDocuments()
const text = documents.join('\n')

test('the documents have the figures of the latest results', () => {
  expect(writeFigures(documents, results, scale)).toEqual(documents)
})

describe('other results', () => {
  const changed = (change) => {
    const [newest, ...others] = structuredClone(results)
    change(newest)
    return writeFigures(documents, [newest, ...others], scale).join('\n')
  }

  test.each([
    ['another version', (other) => { other.node = 'v99.1.2' }, 'with Node 99.1.2'],
    ['another gain', ({ pages }) => pages.find(({ name }) => name === 'article-gzip').rounds.forEach((round) => { round['buffered-render'].requestsPerSecond = 12.34 * round['express-compression'].requestsPerSecond }), '**12.3 ×** with gzip'],
    ['another speed', ({ pages: [{ rounds, ours }] }) => rounds.forEach((round) => { round[ours].requestsPerSecond = 123456 }), '| 123,456 |'],
    ['another rendering', ({ rendering: [{ microseconds }] }) => microseconds.pug.fill(4321), '| pug | 4,321.0 (4,321.0–4,321.0) |'],
    ['other processor time', ({ peers }) => peers.find(({ name }) => name === 'peers-article').rounds.forEach(({ express }) => { express.cores = 0.456 * express.requestsPerSecond }), '| 456,000.0 (456,000.0–456,000.0) |'],
    ['another size', ({ peers }) => { peers.find(({ gzip }) => gzip).gzip.wire = 40070 }, 'to 10.00 times'],
    ['another figure of the seeds', ({ seeds: [{ bodies: [{ turns: { string } }] }] }) => string.forEach((turn) => { turn.requestsPerSecond = 345678 }), '| 345,678 |']
  ])('%s changes the text', (_, change, expected) => {
    expect(text).not.toMatch(expected)
    expect(changed(change)).toMatch(expected)
  })
})

test('a page of the same name has the same bytes everywhere', () => {
  const [{ pages, peers, rendering }] = results
  const sent = [...pages, ...peers].filter(({ gzip, bytes }) => gzip === undefined && bytes > 0).map(({ title, bytes }) => [title, bytes])
  const compressed = [...pages, ...peers].filter(({ gzip }) => gzip !== undefined).map(({ title, gzip }) => [title.replace(/, gzip.*/, ''), gzip.page])
  const all = [...sent, ...compressed, ...rendering.map(({ page, bytes }) => [page, bytes])]
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(([title, bytes]) => all.some(([other, length]) => other === title && length !== bytes))).toEqual([])
})

test('another run of scale.js changes the text', () => {
  const other = structuredClone(scale)
  other.options.load = 'cannons'
  for (const turn of other.capacity[0].turns) turn.requestsPerSecond = 456789
  other.memory[0].samples[0].rss = 789 * 2 ** 20
  const changed = writeFigures(documents, results, other).join('\n')
  for (const expected of [/of\scannons\./, '| 456,789 (456,789–456,789) |', '| 789, ']) expect(changed).toMatch(expected)
})

test('another version of Node has a line', () => {
  const [newest] = results
  const older = { ...structuredClone(newest), node: 'v18.1.2' }
  older.pages.find(({ name }) => name === 'fortunes').rounds.forEach((round) => { round['buffered-render'].requestsPerSecond = 12 * round.express.requestsPerSecond })
  older.peers.find(({ name }) => name === 'peers-article').rounds.forEach(({ fastify }) => { fastify.cores = 0.001 * fastify.requestsPerSecond })
  expect(writeFigures(documents, [newest, older], scale).join('\n')).toMatch(/^- Node 18\.1\.2: 12\.00× \(Fortunes\), .* 1,000 µs \(Fastify, EJS\) of processor time\.$/m)
})

describe('an error', () => {
  test.each([
    ['is an unknown marker', (text) => `${text}<!-- bench:none --><!-- /bench:none -->`, "unknown marker 'none'; the markers are headline, beside, conditions, other-versions, cpu, pages, "],
    ['is a passage without markers', (text) => text.replace(/<!-- bench:pages -->[^]*<!-- \/bench:pages -->/, ''), 'no document has the markers <!-- bench:pages --><!-- /bench:pages -->'],
    ['is an unpaired marker', (text) => `${text}<!-- bench:pages -->`, "unpaired marker 'pages'"]
  ])('%s', (_, change, message) => {
    expect(() => writeFigures(documents.map(change), results, scale)).toThrow(message)
  })
})

test('a passage on separate lines stays on separate lines', () => {
  const markdown = Object.keys(passages).map((name) => `<!-- bench:${name} --><!-- /bench:${name} -->`).join('\n')
  const [written] = writeFigures([markdown.replace('pages --><', 'pages -->\n<')], results, scale)
  expect(written).toContain('<!-- bench:pages -->\n| page |')
  expect(written).toMatch(/<!-- bench:gzip-sizes -->\d\.\d\d to \d\.\d\d times<!-- /)
})
