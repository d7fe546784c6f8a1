'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { childEnv } = require('../support/child-env')

const RUN = path.join(__dirname, '../../bench/run.js')

function start (...args) {
  return startWith({}, ...args)
}

function startWith (env, ...args) {
  return spawn(process.execPath, [RUN, ...args], { env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
}

async function run (...args) {
  return end(start(...args))
}

async function end (child) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

let folder

beforeAll(() => { folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-')) })
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.each([
  ['an unknown page', ['--only', 'fortunes,nope'], /--only takes identity, .*, fortunes, article, .*; got 'nope'/],
  ['no rounds', ['--rounds', '0'], "--rounds takes a whole number above 0; got '0'"],
  ['not a number', ['--seconds', 'two'], "--seconds takes a whole number above 0; got 'two'"],
  ['no version', ['--node', 'v24'], "--node takes major versions such as 20,22,24; got 'v24'"],
  ['a file for several versions', ['--node', '24', '--out', 'a.json'], '--out takes the results of one version'],
  ['an unknown option', ['--round', '3'], "Unknown option '--round'"]
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await run(...args)
  expect(stderr).toMatch(message)
  expect(stderr).toContain('Usage:')
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('--help shows the pages', async () => {
  const { code, stdout } = await run('--help')
  expect(stdout).toMatch(/^Usage:[^]*identity: fortunes, article, article-chinese, listing\n +apps: fortunes-unheld, article-unheld, fortunes-classes, article-classes, article-traced, article-session\n +gzip: article-gzip, listing-gzip\n/)
  expect(stdout).toMatch(/\n +dialects: ejs, eta, .*pug\n +compile: compile\n +growth: growth\n/)
  expect(stdout).toMatch(/\n +peers: peers-fortunes, peers-article,.*\n +rendering: render-fortunes, /)
  expect(stdout).toMatch(/A complete run takes about \d+ minutes with each version\.\n$/)
  expect(code).toBe(0)
})

test('a short run prints its table and writes its rounds', async () => {
  const out = path.join(folder, 'results', 'short.json')
  const start = Date.now()
  const { code, stdout, stderr } = await run('--rounds', '1', '--seconds', '1', '--only', 'fortunes', '--out', out)

  expect(stderr).toMatch(/^\[\d+ %, \d+ s left\] fortunes: round 1 of 1, buffered-render$/m)
  expect(stdout).toMatch(/^Requests per second\n\npage +bytes sent +framework alone req\/s/)
  expect(stdout).toMatch(/^Fortunes +1,\d{3} /m)
  expect(code).toBe(0)

  const { date, node, machine, packages, options, pages: [page], peers } = JSON.parse(fs.readFileSync(out))
  expect(node).toBe(process.version)
  expect(options).toEqual({ only: ['fortunes'], rounds: 1, seconds: 1, connections: 64, load: expect.stringMatching(/^(?:wrk|autocannon)$/) })
  expect(Date.parse(date)).toBeGreaterThanOrEqual(start)
  expect(machine).toEqual({ cpu: os.cpus()[0].model, cores: os.cpus().length })
  expect(packages.express).toBe(require('express/package.json').version)
  expect(peers).toEqual([])
  expect(page.name).toBe('fortunes')
  expect(page.rounds).toHaveLength(1)
  for (const variant of ['express', 'buffered-render', 'prebuilt']) {
    expect(page.rounds[0][variant].requestsPerSecond).toBeGreaterThan(0)
    expect(page.rounds[0][variant].utilization).toBeGreaterThan(0)
  }
})

test('a short run of a dialect prints its table and writes its rounds', async () => {
  const out = path.join(folder, 'results', 'dialect.json')
  const { code, stdout, stderr } = await run('--rounds', '1', '--only', 'mustache', '--out', out)

  expect(stderr.replaceAll(/^\[.*\] /gm, '')).toBe('mustache, translated article: round 1 of 1\nmustache, translated listing: round 1 of 1\n')
  expect(stdout).toMatch(/\nlanguage, page +bytes +engine µs[^\n]+\nmustache, translated article [^\n]+ ≥ 1×[^\n]+\nmustache, translated listing [^\n]+ ≥ 1×[^\n]+\n\n$/)
  expect(code).toBe(0)

  const { pages, dialects } = JSON.parse(fs.readFileSync(out))
  expect(pages).toEqual([])
  expect(dialects.map(({ name, page }) => [name, page])).toEqual([['mustache', 'translated article'], ['mustache', 'translated listing']])
  for (const { microseconds } of dialects) expect(Object.values(microseconds).map(({ length }) => length)).toEqual([1, 1])
})

test('versions of Node run one after the other, without those that cannot be had', async () => {
  const [version] = process.version.slice(1).split('.')
  // Without PATH there is no npm to install a version with.
  const { code, stdout, stderr } = await end(startWith({ PATH: '' }, '--rounds', '1', '--only', 'mustache', '--node', `1,${version}`))
  expect(stderr).toMatch(/^Node 1 is skipped: /)
  expect(stdout).toMatch(new RegExp(`^Node ${version}\\n\\nDialects: rendering to bytes\\n\\n[^]*\\nmustache, translated listing `))
  expect(code).toBe(0)
})

test('an interrupted run leaves no process behind', async () => {
  const child = start('--only', 'fortunes', '--seconds', '60', '--out', path.join(folder, 'never.json'))
  const [first] = await once(child.stderr, 'data')
  expect(String(first)).toMatch(/^\[0 %, \d+ min left\] fortunes: warm-up, express\n$/)
  child.kill('SIGINT')
  // The servers and the load generator share this pipe.
  await text(child.stderr)
  expect(fs.existsSync(path.join(folder, 'never.json'))).toBe(false)
})
