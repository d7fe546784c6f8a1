'use strict'

const { execFileSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const { text } = require('node:stream/consumers')
const { hasNginx } = require('../../bench/nginx')
const { runScript, startScript } = require('../support/run-script')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({ 'tmp/kept': '' })
const TMPDIR = folder.file('tmp')
afterAll(() => folder.remove())

/** The views of the benchmark are written once, and stay. */
const left = () => fs.readdirSync(TMPDIR).filter((name) => name !== 'buffered-render-bench')

async function measure (env, ...args) {
  const { stderr, code } = await runScript('bench/scale.js', [...args, '--connections', '4', '--out', folder.file('out.json')], { TMPDIR, ...env })
  expect({ code, errors: stderr.match(/error/i) }).toEqual({ code: 0, errors: null })
  return { stderr, ...JSON.parse(fs.readFileSync(folder.file('out.json'))) }
}

const ways = (capacity) => [...new Set(capacity.map(({ way }) => way))]

test(`each number of processes is loaded${hasNginx() ? ', also behind nginx' : ' (nginx: skipped, since it is not installed)'}`, async () => {
  const { capacity } = await measure({}, '--only', 'capacity', '--processes', '1,2', '--rounds', '1', '--seconds', '1')
  expect(ways(capacity)).toEqual(hasNginx() ? ['direct', 'nginx, TCP', 'nginx, Unix socket'] : ['direct'])
  expect(capacity).toHaveLength(2 * 2 * ways(capacity).length)
  for (const { turns: [turn], latencies: { requests, ...quantiles } } of capacity) {
    expect(turn.cpu).toBeGreaterThan(0)
    // A second of half of the highest load.
    expect(requests).toBe(Math.round(turn.requestsPerSecond / 2))
    const milliseconds = Object.values(quantiles)
    expect(milliseconds).toEqual(milliseconds.toSorted((a, b) => a - b))
  }
  expect(left()).toEqual(['kept'])
})

test('memory is sampled until all requests are answered', async () => {
  const { memory } = await measure({}, '--only', 'memory', '--requests', '20')
  expect(memory.map(({ server, title }) => [server, title])).toEqual([['express', 'plain'], ['buffered-render', 'plain'], ['buffered-render', 'gzip']])
  for (const { samples } of memory) expect(samples.map(({ requests }) => requests)).toEqual([0, ...Array(10).fill(expect.any(Number))])
})

test('an interrupted run leaves no process and no file behind', async () => {
  const child = startScript('bench/scale.js', ['--only', 'capacity', '--processes', '2', '--seconds', '60'], { TMPDIR })
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  // The servers and the generators share this pipe. The others have the folder in their command.
  await text(child.stderr)
  await until(() => !execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(TMPDIR))
  expect(left()).toEqual(['kept'])
})
