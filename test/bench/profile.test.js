'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { stripVTControlCharacters } = require('node:util')
const { green } = require('picocolors').createColors(true)
const { parseOptions } = require('../../bench/profile')
const { load } = require('../../bench/profile/load')
const { report } = require('../../bench/profile/report')
const { Child } = require('../../bin/measure/child')
const { childEnv } = require('../support/child-env')

const ROOT = path.join(__dirname, '../..')

function start (args, env) {
  return spawn(process.execPath, ['bench/profile.js', ...args], { cwd: ROOT, env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The child processes share stderr, which closes when all of them have ended. */
async function run (args, env) {
  const child = start(args, env)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

test.each([
  ['an unknown example', ['express-eta'], /^the examples are .*express-ejs, .*koa-ejs.*; got 'express-eta'/],
  ['two examples', ['koa-ejs', 'html-tag'], "profile takes one example; got 'koa-ejs html-tag'"],
  ['not a number', ['--seconds', '1.5'], "--seconds takes a whole number above 0; got '1.5'"],
  ['not a path', ['--url', 'packages'], "--url takes a path that begins with /; got 'packages'"],
  ['an unknown option', ['--uri', '/'], "Unknown option '--uri'"]
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await run(args)
  expect(stderr).toMatch(message)
  expect(stderr).toContain('Usage: npm run profile')
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('--help shows the examples and the defaults', async () => {
  const { code, stdout } = await run(['--help'])
  expect(stdout).toMatch(/^Usage:[^]* example +dialect, express-ejs, .*html-tag, .*typescript \(default: express-ejs\)\n/)
  expect(code).toBe(0)
  expect(parseOptions([])).toEqual({ example: 'express-ejs', url: '/', seconds: 5, help: false })
})

test('a short run prints the hottest functions, with ours, and saves the profile', async () => {
  const { code, stdout, stderr } = await run(['koa-ejs', '--seconds', '1', '--url', '/?page=2'], { FORCE_COLOR: '1' })
  expect(stderr).toBe('koa-ejs: warm-up\nkoa-ejs: profile of 1 s\n')
  expect(code).toBe(0)

  const [title, table, end] = stdout.split('\n\n')
  expect(title).toMatch(/^koa-ejs, GET \/\?page=2, 50 connections, 1 s: [1-9][\d,]* requests\/s$/)
  const [header, ...rows] = table.split('\n')
  expect(header).toMatch(/^ {2}function +self ms +%$/)
  expect(rows.slice(0, 20).join('\n')).toMatch(/^\* .+ lib\/[\w/-]+\.js:\d+ +\d+\.\d +\d+\.\d$/m)
  for (const row of rows.slice(0, 20)) expect(row).toMatch(/^[ *] \S.* (native|\S+:\d+) +\d+\.\d +\d+\.\d$/)
  expect(rows[20]).toMatch(/^ {2}other functions +\d+\.\d +\d+\.\d$/)

  const file = path.join(ROOT, end.trim().split('\n').at(-1))
  try {
    const { nodes, samples, startTime, endTime } = JSON.parse(fs.readFileSync(file))
    expect(path.relative(ROOT, file)).toMatch(/^bench.results.profiles.koa-ejs-[\dT.Z-]+\.cpuprofile$/)
    expect(samples.length).toBeGreaterThan(0)
    // Only the load: a second, plus the time to start and to end.
    expect((endTime - startTime) / 1e6).toBeGreaterThan(0.9)
    // Modules are loaded before the profile starts.
    expect(nodes.filter(({ callFrame }) => callFrame.functionName === 'installedNames')).toEqual([])
  } finally {
    fs.rmSync(file)
  }
})

test.each([
  ['a response is an error', 1, (res) => { res.statusCode = 500; res.end() }],
  ['the server disconnects', '\\d+', (res, server) => { server.close(); server.closeAllConnections() }]
])('a load in which %s fails', async (_, failures, answer) => {
  let requests = 0
  const server = http.createServer((req, res) => ++requests === 5 ? answer(res, server) : res.end(req.url))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const task = { port: server.address().port, url: '/page?n=1', connections: 2, seconds: 1 }
    await expect(load(task)).rejects.toThrow(new RegExp(`^${failures} requests for /page\\?n=1 failed$`))
    if (server.listening) expect(await load(task)).toBeGreaterThan(0)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('a missing page is an error', async () => {
  const { code, stdout, stderr } = await run(['html-tag', '--url', '/nothing'])
  expect(stderr).toBe('/nothing has the status 404, expected 200\n')
  expect(stdout).toBe('')
  expect(code).toBe(1)
})

test('the example in TypeScript starts', async () => {
  const app = new Child('bench/profile/app.js', ['typescript'])
  try {
    expect(await app.next(30)).toEqual({ port: expect.any(Number) })
  } finally {
    app.kill()
  }
})

describe('an app', () => {
  let folder

  beforeEach(() => { folder = fs.mkdtempSync(path.join(os.tmpdir(), 'profile-')) })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  test.each([
    ['that fails to listen', "this.emit('error', Object.assign(new Error('taken'), { code: 'EADDRINUSE', port: 3000 }))", 'Port 3000 is taken.'],
    ['that throws', "throw new Error('no such luck')", 'Error: no such luck']
  ])('%s is an error with the message of the app', async (_, listen, message) => {
    const preload = path.join(folder, 'preload.js')
    fs.writeFileSync(preload, `require('node:net').Server.prototype.listen = function () { ${listen} }`)
    const { code, stdout, stderr } = await run(['html-tag'], { NODE_OPTIONS: `--require ${preload}` })
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/\nhtml-tag does not start: bench\/profile\/app\.js html-tag ended early \(1\)\n$/)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })
})

test('an interrupted run leaves no process behind', async () => {
  const child = start(['html-tag', '--seconds', '60'])
  const [first] = await once(child.stderr, 'data')
  expect(String(first)).toBe('html-tag: warm-up\n')
  child.kill('SIGINT')
  await text(child.stderr)
  const [, signal] = child.signalCode === null ? await once(child, 'exit') : [null, child.signalCode]
  expect(signal).toBe('SIGINT')
})

describe('the report', () => {
  const hot = (name, milliseconds, isOurs = false) => ({ name, where: isOurs ? 'lib/a.js:1' : 'b.js:2', isOurs, milliseconds })
  const functions = [hot('splice', 50, true), ...Array.from({ length: 20 }, (_, i) => hot(`f${i}`, 5)), hot('small', 10, true)]
  const times = { functions, others: [{ name: '(idle)', where: 'native', isOurs: false, milliseconds: 40 }], milliseconds: 200 }

  test('shows twenty functions, and sums up the others and the functions of lib/', () => {
    const lines = report(times, { isColored: false }).split('\n')
    expect(lines).toHaveLength(24)
    expect(lines[1]).toMatch(/^\* splice {2}lib\/a\.js:1 +50\.0 +25\.0$/)
    expect(lines[20]).toMatch(/^ {2}f18 +b\.js:2 +5\.0 +2\.5$/)
    expect(lines[21]).toMatch(/^ {2}other functions +15\.0 +7\.5$/)
    expect(lines[22]).toMatch(/^ {2}\(idle\) +40\.0 +20\.0$/)
    expect(lines[23]).toMatch(/^\* all functions of lib\/ +60\.0 +30\.0$/)
  })

  test('colours our functions on request', () => {
    const lines = report(times, { isColored: true }).split('\n')
    expect(lines[1]).toBe(green(stripVTControlCharacters(lines[1])))
    expect(lines[1]).toContain('* splice')
    expect(lines[2]).toBe(stripVTControlCharacters(lines[2]))
  })
})
