'use strict'

const fc = require('fast-check')
const { summarizeSeeds } = require('../../bench/seeds')
const { CoalescingWriter, createText, verify } = require('../../bench/seeds/data')
const { listen } = require('../support/platforms')

const turn = (requestsPerSecond, utilization, cpu) => ({ requestsPerSecond, utilization, cpu })

test('the tables show the measurements and the figures of the seeds', () => {
  const tables = summarizeSeeds({
    bodies: [{ title: '10 KB, ASCII', turns: { string: [turn(1000, 0.99, 40), turn(2000, 0.9, 50), turn(4000, 1, 60)], Buffer: [turn(3000, 0.5, 20), turn(4000, 0.8, 20), turn(6000, 0.7, 15)] } }],
    reads: [{ kilobytes: 1, megabytesPerSecond: [50, 100, 30] }, { kilobytes: 4, megabytesPerSecond: [100, 400, 300] }],
    writes: [{ what: 'messages', kilobytes: 0, writes: 200000, perSecond: [1000, 2000] }, { what: 'messages', kilobytes: 1, writes: 5264, perSecond: [8000, 4000] }]
  })
  expect(tables.map(({ rows }) => rows)).toEqual([
    [['10 KB, ASCII', '2,000', '4,000', '2.00×', '1.50–3.00', '99 %, 70 %', '50.0, 20.0', '2.50×', '2,527.64 → 4,843.28, 1.92×', '4,019.70 → 7,130.05, 1.77×']],
    [['1 KB', '50', '30–100', '0.25×', '0.10–0.50', '46.28', '–'], ['4 KB', '300', '100–400', '1.00×', '1.00–1.00', '139.62', '1.44× of 500 KB']],
    [
      ['messages to a file, one by one', '200,000', '1,500', '1.00×', '1.00–1.00', '–'],
      ['messages to a file, coalesced to 1 KB', '5,264', '6,000', '5.00×', '2.00–8.00', '82,645 → 158,730, 1.92×']
    ]
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

test('all coalesced bytes are unchanged, no two consecutive writes would fit into one, and large chunks are not copied', () => {
  const chunk = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  fc.assert(fc.property(fc.array(chunk), fc.integer({ min: 1, max: 32 }), (chunks, size) => {
    const writes = []
    const writer = new CoalescingWriter((bytes) => writes.push(bytes), size)
    for (const chunk of chunks) writer.take(chunk)
    writer.flush()
    expect(Buffer.concat(writes)).toEqual(Buffer.concat(chunks))
    for (let i = 1; i < writes.length; i++) expect(writes[i - 1].length + writes[i].length).toBeGreaterThan(size)
    for (const chunk of chunks.filter(({ length }) => length >= size)) expect(writes).toContain(chunk)
  }))
})
