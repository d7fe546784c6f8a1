'use strict'

const { measureSeeds, summarizeSeeds } = require('../../bench/seeds')
const bodies = require('../../bench/seeds/bodies')
const reads = require('../../bench/seeds/reads')
const writes = require('../../bench/seeds/writes')

afterEach(() => jest.restoreAllMocks())

const turn = (requestsPerSecond, utilization, cpu) => ({ requestsPerSecond, utilization, cpu })

const SEEDS = {
  bodies: [
    {
      title: '10 KB, ASCII',
      turns: {
        string: [turn(1000, 0.99, 40), turn(2000, 0.9, 50), turn(4000, 1, 60)],
        Buffer: [turn(3000, 0.5, 20), turn(4000, 0.8, 20), turn(6000, 0.7, 15)]
      }
    },
    { title: '10 KB, Chinese', turns: { string: [turn(100, 1, 10)], Buffer: [turn(150, 1, 4)] } }
  ],
  reads: [
    { kilobytes: 1, megabytesPerSecond: [50, 100, 30] },
    { kilobytes: 4, megabytesPerSecond: [100, 400, 300] },
    { kilobytes: 1024, megabytesPerSecond: [2000, 2000, 3000] }
  ],
  writes: [
    { what: 'messages', kilobytes: 0, writes: 200000, perSecond: [1000, 2000] },
    { what: 'messages', kilobytes: 1, writes: 5264, perSecond: [8000, 4000] },
    { what: 'pages', kilobytes: 0, writes: 201, perSecond: [10, 20] },
    { what: 'pages', kilobytes: 1, writes: 11, perSecond: [40, 40] },
    { what: 'pages', kilobytes: 4, writes: 5, perSecond: [60, 50] }
  ]
}

test('the tables show the measurements and the figures of the seeds', () => {
  const tables = summarizeSeeds(SEEDS)
  expect(tables.map(({ rows }) => rows)).toEqual([
    [
      ['10 KB, ASCII', '2,000', '4,000', '2.00×', '1.50–3.00', '99 %, 70 %', '50.0, 20.0', '2.50×', '2,527.64 → 4,843.28, 1.92×', '4,019.70 → 7,130.05, 1.77×'],
      ['10 KB, Chinese', '100', '150', '1.50×', '1.50–1.50', '100 %, 100 %', '10.0, 4.0', '2.50×', '–', '–']
    ],
    [
      ['1 KB', '50', '30–100', '0.25×', '0.10–0.50', '46.28', '–'],
      ['4 KB', '300', '100–400', '1.00×', '1.00–1.00', '139.62', '1.44× of 500 KB'],
      ['1 MB', '2,000', '2,000–3,000', '10.00×', '5.00–20.00', '857.98', '–']
    ],
    [
      ['messages to a file, one by one', '200,000', '1,500', '1.00×', '1.00–1.00', '–'],
      ['messages to a file, coalesced to 1 KB', '5,264', '6,000', '5.00×', '2.00–8.00', '82,645 → 158,730, 1.92×'],
      ['pages by res.write, one by one', '201', '15', '1.00×', '1.00–1.00', '–'],
      ['pages by res.write, coalesced to 1 KB', '11', '40', '3.00×', '2.00–4.00', '2,910 → 3,695, 1.27×; 1,315 → 1,509, 1.15×'],
      ['pages by res.write, coalesced to 4 KB', '5', '55', '4.25×', '2.50–6.00', '–']
    ]
  ])
  for (const { title, header, rows } of tables) {
    expect(title).toMatch(/^Seeds? 00/)
    for (const row of rows) expect(row).toHaveLength(header.length)
  }
})

test('everything is measured in sequence, with the given rounds and seconds', async () => {
  const log = []
  const measured = (name, result) => async (how) => {
    log.push(`${name} begins`, how)
    await new Promise(setImmediate)
    log.push(`${name} ends`)
    return result
  }
  jest.spyOn(bodies, 'measureBodies').mockImplementation(measured('bodies', SEEDS.bodies))
  jest.spyOn(reads, 'measureReads').mockImplementation(measured('reads', SEEDS.reads))
  jest.spyOn(writes, 'measureWrites').mockImplementation(measured('writes', SEEDS.writes))

  expect(await measureSeeds({ rounds: 5, seconds: 1 })).toEqual(SEEDS)
  const how = { rounds: 5, seconds: 1 }
  expect(log).toEqual(['bodies begins', how, 'bodies ends', 'reads begins', how, 'reads ends', 'writes begins', how, 'writes ends'])

  log.length = 0
  await measureSeeds()
  expect(log[1]).toEqual({ rounds: 3, seconds: 2 })
})
