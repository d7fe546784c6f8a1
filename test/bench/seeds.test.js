'use strict'

const { summarizeSeeds } = require('../../bench/seeds')
const { verify } = require('../../bench/seeds/bodies')
const { createText } = require('../../bench/seeds/data')
const { listen } = require('../support/platforms')

const turn = (requestsPerSecond, utilization, cpu) => ({ requestsPerSecond, utilization, cpu })

test('the tables show the measurements and the figures of the seeds', () => {
  const tables = summarizeSeeds({
    bodies: [{ title: '10 KB, ASCII', turns: { string: [turn(1000, 0.99, 40), turn(2000, 0.9, 50), turn(4000, 1, 60)], Buffer: [turn(3000, 0.5, 20), turn(4000, 0.8, 20), turn(6000, 0.7, 15)] } }],
    reads: [{ kilobytes: 1, megabytesPerSecond: [50, 100, 30] }, { kilobytes: 4, megabytesPerSecond: [100, 400, 300] }]
  })
  expect(tables.map(({ rows }) => rows)).toEqual([
    [['10 KB, ASCII', '2,000', '4,000', '2.00×', '1.50–3.00', '99 %, 70 %', '50.0, 20.0', '2.50×', '2,527.64 → 4,843.28, 1.92×', '4,019.70 → 7,130.05, 1.77×']],
    [['1 KB', '50', '30–100', '0.25×', '0.10–0.50', '46.28', '–'], ['4 KB', '300', '100–400', '1.00×', '1.00–1.00', '139.62', '1.44× of 500 KB']]
  ])
  for (const { header, rows } of tables) expect(rows[0]).toHaveLength(header.length)
})

test('a body of other bytes is an error', async () => {
  const text = createText('Chinese', 10)
  expect(Buffer.byteLength(text)).toBe(10_240)
  const { port, close } = await listen((req, res) => res.end(Buffer.from(text).fill('b', 5000, 5001)))
  await expect(verify(port, Buffer.from(text), 'string')).rejects.toThrow(/^string: the body of 10240 bytes differs from the expected body of 10240 bytes$/)
  close()
})
