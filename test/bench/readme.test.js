'use strict'

const { figure } = require('../../bin/measure/figures')
const { passages } = require('../../bench/passages')
const { readDocuments, writeFigures } = require('../../bench/readme')
const { readOthers, readResults } = require('../../bench/results')

const results = readResults()
const scripts = readOthers()
const documents = readDocuments()
const text = documents.join('\n')

test('the documents have the figures of the latest results', () => {
  expect(writeFigures(documents, results, scripts)).toEqual(documents)
})

/** Sets the CPU time of a request by the framework alone, in that of ours. */
function setGain (pages, name, gain) {
  const { baseline, ours, rounds } = pages.find((page) => page.name === name)
  for (const round of rounds) Object.assign(round, { [baseline]: { cores: gain, requestsPerSecond: 1000 }, [ours]: { cores: 1, requestsPerSecond: 1000 } })
}

describe('other results', () => {
  const changed = (change) => {
    const [newest, ...others] = structuredClone(results)
    change(newest)
    return writeFigures(documents, [newest, ...others], scripts).join('\n')
  }

  test.each([
    ['another version', (other) => { other.node = 'v99.1.2' }, 'with Node 99.1.2'],
    ['another gain', ({ pages }) => setGain(pages, 'article-gzip', 12.34), /with\sgzip\sin\sboth\s\*\*12\.34×\*\*/],
    ['another gain for browsers', ({ pages }) => setGain(pages, 'article-browser', 23.45), /compressed\sfor\sa\sbrowser\s\*\*23\.45×\*\*/],
    ['another speed', ({ pages: [{ rounds, ours }] }) => rounds.forEach((round) => { round[ours].requestsPerSecond = 123456 }), '| 123,456 |'],
    ['another rendering', ({ rendering: [{ microseconds }] }) => microseconds.pug.fill(4321), '| pug | 4,321.00 (4,321.00–4,321.00) |'],
    ['other CPU time', ({ peers }) => peers.find(({ name }) => name === 'peers-article').rounds.forEach(({ express }) => { express.cores = 0.456 * express.requestsPerSecond }), '| 456,000.0 (456,000.0–456,000.0) |'],
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
  const other = structuredClone(scripts.scale)
  other.options.load = 'cannons'
  for (const turn of other.capacity[0].turns) turn.requestsPerSecond = 456789
  for (const turn of other.latency[0].turns) turn.p99 = 7654.32
  other.memory[0].samples[0].rss = 789 * 2 ** 20
  const changed = writeFigures(documents, results, { ...scripts, scale: other }).join('\n')
  for (const expected of [/of\scannons\./, '| 456,789 (456,789–456,789) |', '| 7,654.32 (7,654.32–7,654.32) |', '| 789, ']) expect(changed).toMatch(expected)
})

test('another run of apps.js changes the text', () => {
  const other = structuredClone(scripts.apps)
  const [{ ways }] = other.apps
  for (const { way, alone, ours } of ways) {
    for (const turn of ours.turns) Object.assign(turn, { cores: way === 'encoded' ? 0.0321 : 0.0432, requestsPerSecond: 1 })
    for (const turn of alone.turns) Object.assign(turn, { cores: 0.0543, requestsPerSecond: 1 })
  }
  const changed = writeFigures(documents, results, { ...scripts, apps: other }).join('\n')
  for (const expected of [/32,100 µs of CPU time [^\n]* instead of 43,200 µs/, '| 1.69× | 54,300.0 | 32,100.0 |', '| 54,300 (54,300–54,300) | 32,100 (32,100–32,100) | 1.69× | 1.69–1.69 |']) {
    expect(text).not.toMatch(expected)
    expect(changed).toMatch(expected)
  }
})

test('another run of wire.js changes the text', () => {
  const other = structuredClone(scripts.wire)
  Object.assign(other.pages[0].sizes, { spliced: 4321, dcz: 654 })
  const changed = writeFigures(documents, results, { ...scripts, wire: other }).join('\n')
  for (const expected of [/\*\*654\*\*\sbytes/, '| 4,321, 0.98× |']) expect(changed).toMatch(expected)
})

test('other first requests change the text', () => {
  const other = structuredClone(scripts.requests)
  // The parts are those of one version.
  for (const { ejs } of Object.values(other.versions)) {
    for (const round of ejs['at once']) round.milliseconds = 4321
    if (ejs['parts at once']) ejs['parts at once'] = [{ milliseconds: 1, parts: { 'parsing by acorn': 5 } }]
  }
  const changed = writeFigures(documents, results, { ...scripts, requests: other }).join('\n')
  for (const expected of ['| 4,321.0 (4,321.0–4,321.0) |', '| parsing by acorn | 4,321.0 |']) {
    expect(text).not.toContain(expected)
    expect(changed).toContain(expected)
  }
})

test('another run of real.js changes the text', () => {
  const other = structuredClone(scripts.real)
  const [project] = other.projects
  project.license = 'WTFPL'
  Object.assign(project.views[0], { bytes: 12345, engine: 1.5, ours: 9876.543, requests: { engine: [1234.5], ours: [1000] } })
  const changed = writeFigures(documents, results, { ...scripts, real: other }).join('\n')
  for (const expected of ['| 1,234.5 | 1,000.0 | 1.23× |', '| WTFPL |', `| ${project.name}, ${project.views[0].view} | 12,345 | 1.500 | 9,876.543 |`, '| 0.00× |']) {
    expect(text).not.toContain(expected)
    expect(changed).toContain(expected)
  }
})

test('a page that a machine could not measure has no row', () => {
  const [newest] = structuredClone(results)
  newest.pages = newest.pages.filter(({ name }) => name !== 'fortunes-database')
  expect(documents[0]).toContain('| a page of 1 KB, rows from PostgreSQL |')
  expect(writeFigures(documents, [newest], scripts)[0]).not.toContain('PostgreSQL')
})

test('a ratio is that of the figures beside it', () => {
  const rowsOf = (text) => [...text.matchAll(/^\|.*×.*\|$/gm)].map(([row]) => row.split('|').slice(1, -1).map((cell) => cell.trim()))
  const rows = rowsOf(text)
  const number = (cell) => Number(/^[\d,.]+/.exec(cell)?.[0].replaceAll(',', ''))
  const ofPages = rows.filter(([page, parts]) => parts.includes(' + ') && results[0].pages.some(({ title }) => title === page))
  const inReadme = rowsOf(documents[0])
  const ofLanguages = rows.filter((cells) => results[0].dialects.some(({ name, page }) => `${name}, ${page}` === cells[0]))
  expect(ofPages.length).toBe(results[0].pages.length)
  expect(ofLanguages.length).toBe(results[0].dialects.length)
  expect(inReadme.length).toBe(12)
  for (const [, ratio, alone, ours] of inReadme) expect(ratio.replace(' (no gain)', '')).toBe(`${figure(number(alone) / number(ours), 2)}×`)
  for (const [, , , alone, ours, , ratio] of ofPages) expect(ratio.replace(' (no gain)', '')).toBe(`${figure(number(alone) / number(ours), 2)}×`)
  const ofViews = rows.filter((cells) => scripts.real.projects.some(({ name, views }) => views.some(({ view }) => `${name}, ${view}` === cells[0])))
  expect(ofViews.length).toBe(5)
  for (const [, , ...cells] of ofViews) {
    for (const [engine, ours, ratio] of [[cells[0], cells[1], cells[3]], cells.slice(4)]) expect(ratio).toBe(`${figure(number(engine) / number(ours), 2)}×`)
  }
  for (const [, , engine, ours, ratio] of ofLanguages) expect(ratio).toBe(`${figure(number(engine) / number(ours), 2)}×`)

  const ofProcesses = [...text.matchAll(/^\| (.+), (\d), (direct|nginx, .+?) \| ([\d,]+) \(.+?\) \| ([\d.]+) \|/gm)].map(([, server, processes, way, rate, ratio]) => ({ server, processes, way, rate, ratio }))
  expect(ofProcesses.length).toBe(scripts.scale.capacity.length)
  for (const { server, way, rate, ratio } of ofProcesses) {
    const one = ofProcesses.find((other) => other.server === server && other.way === way && other.processes === '1')
    expect(ratio).toBe(figure(number(rate) / number(one.rate), 2))
  }
})

test('another version of Node has a column', () => {
  const [newest] = results
  const older = { ...structuredClone(newest), node: 'v18.1.2' }
  setGain(older.pages, 'fortunes', 12)
  older.peers.find(({ name }) => name === 'peers-article').rounds.forEach(({ fastify }) => { fastify.cores = 0.001 * fastify.requestsPerSecond })
  const written = writeFigures(documents, [newest, older], scripts).join('\n')
  expect(written).toMatch(/\| Node 18\.1\.2 \|\n\| --- [^]*?\n\| Fortunes \| [^|]+ \| 12\.00× \|\n/)
  expect(written).toMatch(/^\| Fastify, EJS \| [^|]+ \| 1,000\.0 \(1,000\.0–1,000\.0\) \|$/m)
})

describe('an error', () => {
  test.each([
    ['is an unknown marker', (text) => `${text}<!-- bench:none --><!-- /bench:none -->`, "unknown marker 'none'; the markers are headline, gains, encoded, beside, conditions, versions, cpu, pages, "],
    ['is a passage without markers', (text) => text.replace(/<!-- bench:pages -->[^]*<!-- \/bench:pages -->/, ''), 'no document has the markers <!-- bench:pages --><!-- /bench:pages -->'],
    ['is an unpaired marker', (text) => `${text}<!-- bench:pages -->`, "unpaired marker 'pages'"]
  ])('%s', (_, change, message) => {
    expect(() => writeFigures(documents.map(change), results, scripts)).toThrow(message)
  })
})

test('a passage on separate lines stays on separate lines', () => {
  const markdown = Object.keys(passages).map((name) => `<!-- bench:${name} --><!-- /bench:${name} -->`).join('\n')
  const [written] = writeFigures([markdown.replace('pages --><', 'pages -->\n<')], results, scripts)
  expect(written).toContain('<!-- bench:pages -->\n| page |')
  expect(written).toMatch(/<!-- bench:gzip-sizes -->\d\.\d\d to \d\.\d\d times<!-- /)
})
