'use strict'

const { execFileSync, spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { hasNginx } = require('../../bench/nginx')
const { childEnv } = require('../support/child-env')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

/** The views of the benchmark are written once, and stay. */
const leftBy = (folder) => fs.readdirSync(folder.file('tmp')).filter((name) => name !== 'buffered-render-bench')

const RUN = path.join(__dirname, '../../bench/scale.js')
const DIRECT = 'direct'
const WAYS = [DIRECT, 'nginx, TCP', 'nginx, Unix socket']

const folder = viewFolder({ 'tmp/kept': '' })
afterAll(() => folder.remove())

/** Uses a separate folder for temporary files. */
function start (env, ...args) {
  return spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: childEnv({ TMPDIR: folder.file('tmp'), ...env }) })
}

async function run (env, ...args) {
  const child = start(env, ...args)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

async function measure (env, ...args) {
  const out = folder.file('out.json')
  const { code, ...printed } = await run(env, ...args, '--out', out)
  expect(printed.stderr).not.toMatch(/error/i)
  expect(code).toBe(0)
  return { ...printed, measured: JSON.parse(fs.readFileSync(out)) }
}

test.each([
  ['an unknown part', ['--only', 'nope'], "--only takes capacity, memory; got 'nope'"],
  ['no process', ['--processes', '1,0'], "--processes takes a whole number above 0; got '0'"]
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await run({}, ...args)
  expect(stderr).toMatch(`${message}\n\nUsage:`)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('--help shows the options', async () => {
  const { code, stdout } = await run({}, '--help')
  expect(stdout).toMatch(/^Usage: npm run bench:scale/)
  expect(code).toBe(0)
})

const ways = (measured) => [...new Set(measured.capacity.map(({ way }) => way))]

test(`each number of processes is loaded${hasNginx() ? ', also behind nginx' : ' (nginx: skipped, since it is not installed)'}`, async () => {
  const { stdout, measured } = await measure({}, '--only', 'capacity', '--processes', '1,2', '--rounds', '1', '--seconds', '1', '--connections', '4')
  expect(stdout).toMatch(/^Node \S+, \d+ cores, shared by .*: (?:wrk|autocannon)\n\nHighest load, and latency at half of it\n\n/)
  expect(stdout).toMatch(/^Express, buffered-render, EJS, 2, direct +\d/m)
  expect(ways(measured)).toEqual(hasNginx() ? WAYS : [DIRECT])
  expect(measured.capacity).toHaveLength(2 * 2 * ways(measured).length)
  for (const { turns: [turn], latencies: { requests, ...quantiles } } of measured.capacity) {
    expect(turn.requestsPerSecond).toBeGreaterThan(0)
    expect(turn.cpu).toBeGreaterThan(0)
    // A second of half of the highest load.
    expect(requests).toBe(Math.round(turn.requestsPerSecond / 2))
    const milliseconds = Object.values(quantiles)
    expect(milliseconds).toEqual(milliseconds.toSorted((a, b) => a - b))
    expect(milliseconds).toHaveLength(4)
  }
  expect(leftBy(folder)).toEqual(['kept'])
})

test('nginx is skipped where it is not installed', async () => {
  const { stderr, measured } = await measure({ PATH: '' }, '--only', 'capacity', '--processes', '1', '--rounds', '1', '--seconds', '1', '--connections', '4')
  expect(stderr).toContain('nginx is not installed: its measurements are skipped\n')
  expect(ways(measured)).toEqual([DIRECT])
})

test('memory is sampled until all requests are answered', async () => {
  const { stdout, measured: { memory } } = await measure({}, '--only', 'memory', '--requests', '20', '--connections', '4')
  expect(stdout).toMatch(/\nserver +0 +2 +4 .* 20\n/)
  expect(memory.map(({ server, title }) => [server, title])).toEqual([['express', 'plain'], ['buffered-render', 'plain'], ['buffered-render', 'gzip']])
  for (const { samples } of memory) {
    expect(samples).toHaveLength(11)
    expect(samples[0].requests).toBe(0)
    expect(samples.at(-1).requests).toBeGreaterThanOrEqual(20)
    for (const { rss, heap } of samples) expect(heap).toBeLessThan(rss)
  }
})

test('an interrupted run leaves no process and no file behind', async () => {
  const child = start({}, '--only', 'capacity', '--processes', '2', '--seconds', '60')
  const [first] = await once(child.stderr, 'data')
  expect(String(first)).toBe('highest load: warm-up\n')
  child.kill('SIGINT')
  // The servers and the generators share this pipe. The others have the folder in their command.
  await text(child.stderr)
  await until(() => !execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(folder.file('tmp')))
  expect(leftBy(folder)).toEqual(['kept'])
})
