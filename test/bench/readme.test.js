'use strict'

const { figure } = require('../../bin/measure/figures')
const { passages } = require('../../bench/passages')
const { readDocuments, writeFigures } = require('../../bench/readme')
const { expectPublishable, readOthers, readResults } = require('../../bench/results')
const { PARTS } = require('../../bench/steps')

const results = readResults()
const scripts = readOthers()
const documents = readDocuments()
const text = documents.join('\n')

test('the documents have the figures of the latest results', () => {
  expect(writeFigures(documents, results, scripts)).toEqual(documents)
})

/** Sets the CPU time of a request by the first contender, in that of another one. */
function setGain ({ groups }, contender, gain) {
  const group = groups.find((each) => contender in each)
  group[contender] = Object.values(group)[0].map((time) => time / gain)
}

/** Sets the gain of a page. */
function setPage (pages, name, gain) {
  const page = pages.find((each) => each.name === name)
  setGain(page, page.ours, gain)
}

describe('other results', () => {
  const changed = (change) => {
    const [newest, ...others] = structuredClone(results)
    change(newest)
    return writeFigures(documents, [newest, ...others], scripts).join('\n')
  }

  test.each([
    ['another version', (other) => { other.node = 'v99.1.2' }, 'with Node 99.1.2'],
    ['another gain', ({ pages }) => setPage(pages, 'article-gzip', 12.34), /with\sgzip\sin\sboth\s\*\*12\.34×\*\*/],
    ['another gain for browsers', ({ pages }) => setPage(pages, 'article-browser', 23.45), /takes\s\*\*23\.45×\*\*/],
    ['another time of the framework alone', ({ pages: [page] }) => page.groups[0].express.fill(123456), '| 123,456.0 |'],
    ['another rendering', ({ rendering: [rendering] }) => setGain(rendering, 'pug', 43.21), '| pug | 43.21× (43.21–43.21) |'],
    ['another server', ({ peers }) => setGain(peers.find(({ name }) => name === 'peers-article'), 'hono', 34.56), /Hono's\s`html`\s34\.56×/],
    ['cached fragments', ({ fragments: [page] }) => setGain(page, 'cached-rows', 56.78), '| rows cached | 56.78× (56.78–56.78) |'],
    ['another size', ({ peers }) => { peers.find(({ gzip }) => gzip).gzip.wire = 40070 }, 'to 10.00 times'],
    ['another figure of the seeds', ({ bodies: [body] }) => setGain(body, 'Buffer', 67.89), '| 67.89× | 67.89–67.89 |']
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

describe('another run changes the text:', () => {
  test.each([
    ['scale', (other) => {
      other.options.load = 'cannons'
      for (const turn of other.capacity[0].turns) turn.requestsPerSecond = 456789
      for (const turn of other.latency[0].turns) turn.p99 = 7654.32
      other.memory[0].samples[0].rss = 789 * 2 ** 20
    }, [/of\scannons\./, '| 456,789 (456,789–456,789) |', '| 7,654.32 (7,654.32–7,654.32) |', '| 789, ']],
    ['apps', ({ apps: [{ ways }] }) => {
      for (const { groups: [group], way } of ways) group.ours = group.alone.map((time) => time / (way === 'encoded' ? 32.1 : 43.2))
    }, [/of\sBrotli;\swithout\sthis\slibrary,\sit\stakes\s32\.10×\sthe\sCPU\stime/, /`compress: true` \| 32\.10×, 32\.10–32\.10 \|/, '| 43.20× | 43.20–43.20 |']],
    ['wire', ({ pages: [page] }) => Object.assign(page.sizes, { spliced: 4321, dcz: 654 }), [/\*\*654\*\*\sbytes/, '| 4,321, 0.98× |']],
    ['requests', ({ versions }) => {
      // The parts are those of one version.
      for (const { ejs } of Object.values(versions)) {
        for (const round of ejs['at once']) round.milliseconds = 4321
        if (ejs['parts at once']) ejs['parts at once'] = [{ milliseconds: 1, parts: { 'parsing by acorn': 5 } }]
      }
    }, ['| 4,321.0 (4,321.0–4,321.0) |', '| parsing by acorn | 4,321.0 / ']],
    ['real', ({ projects: [project] }) => {
      project.notRendered = 6543
      Object.assign(project.views[0], { bytes: 12345, engine: 1.5, ours: 9876.543, requests: { engine: [1234.5], ours: [1000] } })
    }, ['| 1.23× (1.23–1.23) | 1,234.5 |', '| 6,543 |', ({ projects: [{ name, views: [{ view }] }] }) => `| ${name}, ${view} | 12,345 | 1.500 | 9,876.543 |`, '| 0.00× |', ' (0.00×) |']]
  ])('%s', (name, change, expected) => {
    const other = structuredClone(scripts[name])
    change(other)
    const changed = writeFigures(documents, results, { ...scripts, [name]: other }).join('\n')
    for (const each of expected) {
      const passage = typeof each === 'function' ? each(other) : each
      expect(text).not.toMatch(passage)
      expect(changed).toMatch(passage)
    }
  })
})

test('a page that a machine could not measure has no row', () => {
  const [newest] = structuredClone(results)
  newest.pages = newest.pages.filter(({ name }) => name !== 'fortunes-database')
  expect(documents[0]).toContain('| a page of 1 KB, rows from PostgreSQL |')
  expect(writeFigures(documents, [newest], scripts)[0]).not.toContain('PostgreSQL')
})

test('a ratio of processes or of renders is that of the figures beside it', () => {
  const rows = [...text.matchAll(/^\|.*×.*\|$/gm)].map(([row]) => row.split('|').slice(1, -1).map((cell) => cell.trim()))
  const number = (cell) => Number(/^[\d,.]+/.exec(cell)?.[0].replaceAll(',', ''))
  const ofViews = rows.filter((cells) => scripts.real.projects.some(({ name, views }) => views.some(({ view }) => `${name}, ${view}` === cells[0])))
  expect(ofViews.length).toBe(5)
  for (const [, , engine, ours, , ratio] of ofViews) expect(ratio).toBe(`${figure(number(engine) / number(ours), 2)}×`)

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
  setPage(older.pages, 'fortunes', 12)
  const written = writeFigures(documents, [newest, older], scripts).join('\n')
  expect(written).toMatch(/\| Node 18\.1\.2 \|\n\| --- [^]*?\n\| Fortunes \| [^|]+ \| 12\.00×, 12\.00–12\.00 \|\n/)
})

describe('results are not published', () => {
  /** Results of 40 pairs that are all alike. */
  const alike = () => {
    const [newest] = structuredClone(results)
    newest.options.pairs = 40
    for (const { groups } of PARTS.flatMap((part) => newest[part])) {
      for (const group of groups) for (const name of Object.keys(group)) group[name] = Array(40).fill(100)
    }
    return newest
  }

  test.each([
    ['of a page whose quartiles are far apart', ({ pages: [{ ours, groups: [group] }] }) => group[ours].fill(50, 0, 20), /^fortunes is too noisy: [^]* node bench\/run\.js --node \d+ --out bench\/results --only fortunes$/],
    ['without a page', (newest) => newest.pages.shift(), /^Not measured: fortunes\. node bench\/run\.js --node \d+ --out bench\/results --only fortunes measures it$/],
    ['of few pairs', ({ options }) => { options.pairs = 39 }, /^Node \d+ has results of 39 pairs; 40 are published$/]
  ])('%s', (_, change, message) => {
    const newest = alike()
    expect(() => expectPublishable([newest])).not.toThrow()
    change(newest)
    expect(() => expectPublishable([newest])).toThrow(message)
  })
})

test.each([
  ['is an unknown marker', (text) => `${text}<!-- bench:none --><!-- /bench:none -->`, "unknown marker 'none'; the markers are headline, gains, encoded, beside, conditions, versions, pages, "],
  ['is a passage without markers', (text) => text.replace(/<!-- bench:pages -->[^]*<!-- \/bench:pages -->/, ''), 'no document has the markers <!-- bench:pages --><!-- /bench:pages -->'],
  ['is an unpaired marker', (text) => `${text}<!-- bench:pages -->`, "unpaired marker 'pages'"]
])('an error %s', (_, change, message) => {
  expect(() => writeFigures(documents.map(change), results, scripts)).toThrow(message)
})

test('a passage on separate lines stays on separate lines', () => {
  const markdown = Object.keys(passages).map((name) => `<!-- bench:${name} --><!-- /bench:${name} -->`).join('\n')
  const [written] = writeFigures([markdown.replace('pages --><', 'pages -->\n<')], results, scripts)
  expect(written).toContain('<!-- bench:pages -->\n| page |')
  expect(written).toMatch(/<!-- bench:gzip-sizes -->\d\.\d\d to \d\.\d\d times<!-- /)
})
