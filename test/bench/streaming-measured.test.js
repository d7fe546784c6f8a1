'use strict'

// Skips the pauses between memory samples; must precede the modules that use them.
jest.mock('node:timers/promises', () => {
  const timers = jest.requireActual('node:timers/promises')
  return { ...timers, setTimeout: () => timers.setTimeout(5) }
})

const fs = require('node:fs')
const os = require('node:os')
const { measureFile, summarizeFile } = require('../../bench/streaming/file')
const { measureThroughput, summarizeThroughput } = require('../../bench/streaming/throughput')
const progress = require('../../bin/measure/progress')
const { viewFolder } = require('../support/view-folder')
const { withoutLoad } = require('./without-load')

let folder, shown
beforeEach(() => {
  folder = viewFolder({ kept: '' })
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder.file('.'))
  shown = jest.spyOn(progress, 'show').mockReturnValue()
})
afterEach(() => {
  jest.restoreAllMocks()
  folder.remove()
})

const firstCells = (tables) => tables.map(({ rows }) => rows.map(([cell]) => cell))

test('streamed pages and pages sent in one piece are counted, plain and with gzip', async () => {
  withoutLoad()
  const measured = await measureThroughput({ rounds: 1, seconds: 1 })
  expect(shown).toHaveBeenCalledWith('throughput, html`…`, gzip: round 1 of 1')
  expect(measured.map(({ title }) => title)).toEqual(['EJS view, plain', 'html`…`, plain', 'EJS view, gzip', 'html`…`, gzip'])
  const turn = { requestsPerSecond: 100, utilization: expect.any(Number), cpu: expect.any(Number) }
  for (const { turns } of measured) expect(Object.values(turns)).toEqual([[turn], [turn]])
  const [cells] = firstCells(summarizeThroughput(measured))
  expect(cells).toHaveLength(8)
  expect(cells).toContain('EJS view, gzip: res.renderStream')
})

test('a file is sent in every way and in parts of every size', async () => {
  const measured = await measureFile({ rounds: 1, megabytes: 2 })
  expect(shown).toHaveBeenCalledWith('file, size of parts: round 1 of 1')
  expect(measured.map(({ way, kilobytes }) => way ?? kilobytes)).toEqual([
    'res.renderStream', 'res.send',
    'createReadStream().pipe(res), 64 KB', 'createReadStream().pipe(res), 256 KB', 'createReadStream().pipe(res), 1 MB',
    16, 64, 128, 256, 512, 1024, 4096
  ])
  const [ways, parts] = firstCells(summarizeFile(measured))
  expect(ways).toContainEqual(expect.stringMatching(/^createReadStream\(\)\.pipe\(res\), .* \(best\)$/))
  expect(parts).toContain('256 KB')
  expect(fs.readdirSync(folder.file('.'))).toEqual(['kept'])
})
