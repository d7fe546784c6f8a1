'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { version } = require('../../package.json')
const { childEnv } = require('../support/child-env')
const { UsageError } = require('../../bin/usage-error')
const { until } = require('../support/until')
const { copyOf } = require('../support/view-folder')
const { PROGRAM, jsonOf, run, runHere } = require('./command')

const LONG = '<p>What a day</p>\n'.repeat(200)

const folder = copyOf(path.join(__dirname, 'compare'))
// The option "app" belongs to the app, not to those of the comparison.
fs.writeFileSync(folder.file('with-app.js'), `module.exports = { ...require('./options.js'), extension: 'same', app: require(${JSON.stringify(require.resolve('express'))})() }`)
fs.writeFileSync(folder.file('views/index.same'), `<h1>Dear [name]</h1>${LONG}`)
fs.writeFileSync(folder.file('ejs/page.ejs'), `${LONG}<%- include('part') %>${LONG}`)

const pids = () => fs.readFileSync(folder.file('pids'), 'utf8').split('\n').filter(Boolean).map(Number)

beforeEach(() => {
  fs.writeFileSync(folder.file('pids'), '')
  fs.rmSync(folder.file('busy'), { force: true })
})

/** Ends the processes that a failed test has left behind. */
afterEach(() => pids().forEach(end))

function end (pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

const inFolder = (args, env) => run(['compare', ...args], { cwd: folder.file(''), env })
const compare = (view, ...args) => inFolder([view, '--data', 'data.json', '--options', 'options.js', ...args])

describe('invalid arguments', () => {
  const options = ['--options', 'options.js']
  const data = ['--data', 'data.json']

  test.each([
    ['without a view', [], 'Missing view: pass a file or the name of a view'],
    ['with two views', ['index.same', 'short.same', ...data], 'compare takes one view, got 2: index.same short.same'],
    ['without data', ['index.same', ...options], /^Missing --data: pass a file .* a JSON file with \{\}\n/],
    ['with no rounds', ['index.same', ...data, '--rounds', '0'], "--rounds takes a whole number above 0, got '0'"]
  ])('%s: the error says how to get help', async (_, args, message) => {
    const result = runHere(['compare', ...args], { cwd: folder.file('.') })
    await expect(result).rejects.toThrow(UsageError)
    await expect(result).rejects.toThrow(message)
    await expect(result).rejects.toThrow('\nFor help: npx buffered-render compare --help')
  })

  test.each([
    ['a view that is not found', ['other.same', ...data, ...options], `View "other.same" was not found: no file "other.same" or "other/index.same" in "${folder.file('views')}"`],
    ['a dialect without an engine', ['index.without', ...data, ...options], 'View "index.without" cannot be compared: its dialect "without" has no "byEngine" function']
  ])('%s is reported', async (_, args, message) => {
    const { code, stdout, stderr } = await inFolder(args)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  test('the error for a missing engine shows how to install it, and is a finding', async () => {
    const { code, stdout, stderr } = await compare('index.missing')
    expect(stderr).toContain('View "index.missing" needs the package "no-such-engine", which is not installed: npm install no-such-engine\n')
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })
})

test('identical pages are measured, and reported without colours in a pipe', async () => {
  const { code, stdout, stderr } = await inFolder(
    ['index', '--data', 'data.json', '--options', 'with-app.js', '--rounds', '1'], { FORCE_COLOR: '1', CI: 'true' }
  )
  expect(stderr).toBe('options loaded\n')
  expect(code).toBe(0)
  const [title, found, times, sizes, explanations] = stdout.split('\n\n')
  expect(title).toBe(`index: node:http and same, without and with buffered-render ${version}, Node ${process.version.slice(1)}`)
  expect(found).toBe('Identical, byte for byte: 3,618 bytes.')
  const figure = String.raw` +[\d,]+`
  const ratio = String.raw` +[\d.]+ \([\d.]+–[\d.]+\)`
  expect(times.split('\n')).toEqual([
    expect.stringMatching(/^CPU time per request, µs +node:http +buffered-render +times as fast$/),
    expect.stringMatching(`^uncompressed, new page${figure.repeat(2)}${ratio}$`),
    expect.stringMatching(`^uncompressed, same page again${figure.repeat(2)}${ratio}$`),
    expect.stringMatching(`^304, the client has the page +–${figure} +–$`),
    expect.stringMatching(`^gzip by buffered-render, new page +–${figure} +–$`),
    expect.stringMatching(`^gzip by buffered-render, same page again +–${figure} +–$`)
  ])
  expect(sizes).toMatch(/^uncompressed, new page +3,618 +3,618$/m)
  expect(sizes).toMatch(/^304, the client has the page +– +0$/m)
  expect(explanations).toMatch(/^node:http alone sends the page uncompressed to all clients; buffered-render compresses it/m)
  // This process, one without the library, and one with and without its memo.
  expect(pids()).toHaveLength(4)
})

test('an app of Express is compared as it is, with compression in both', async () => {
  const views = folder.file('ejs')
  const args = ['compare', 'page', '--views', views, '--data', folder.file('data.json'), '--rounds', '1']
  const { code, stderr, framework, compression, identical, fallbacks, bytes, ways } = await jsonOf(run, args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect({ framework, compression, identical, bytes }).toEqual({
    framework: { name: 'express', version: require('express/package.json').version },
    compression: { name: 'compression', version: require('compression/package.json').version },
    identical: true,
    bytes: Buffer.byteLength(`${LONG}<p>Zoë</p>${LONG}`)
  })
  expect(fallbacks).toEqual([{ view: expect.stringMatching(/ejs\/part\.ejs$/), reason: 'returns early' }])
  expect(ways.map(({ name, alone, ours }) => [name, alone.coding, ours.coding])).toEqual([
    ['plain', 'identity', 'identity'],
    ['plainAgain', 'identity', 'identity'],
    ['notModified', 'identity', 'identity'],
    ['compressed', 'gzip', 'gzip'],
    ['encoded', 'gzip', 'gzip'],
    ['encodedAgain', 'gzip', 'gzip']
  ])
  for (const { alone, ours, ratio } of ways) {
    expect([...alone.microseconds, ...ours.microseconds, ratio.median].every((figure) => figure > 0)).toBe(true)
  }
})

describe('the result', () => {
  test('shows the first difference', async () => {
    const { code, stdout } = await compare('index.differs')
    expect(stdout.split('\n').slice(2)).toEqual([
      'Not identical: the first difference is at byte 15, in line 2.',
      '  differs:         "è is here"',
      '  buffered-render: "é is here"',
      'The engine renders this view, because it has frozen text. Only sending it can be faster.',
      ''
    ])
    expect(code).toBe(1)
  })

  test.each([
    ['that both throw', 'index.broken', /^Both throw the same error: RangeError: bad is out of range$/m],
    ['that only this library throws', 'index.ours-throws', /^Only buffered-render throws, ours-throws renders a page: RangeError: name is out of range$/m]
  ])('says %s', async (_, view, message) => {
    const { code, stdout } = await compare(view)
    expect(stdout).toMatch(message)
    expect(code).toBe(1)
  })

  test('is an error if the view throws only while it is measured', async () => {
    const { code, stdout, stderr } = await compare('index.throws-late')
    expect(stderr).toContain('buffered-render: The process of buffered-render reports RangeError: 10 is the most\n')
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })

  test('is, as JSON, the same error of both sides', async () => {
    const { code, stdout } = await compare('throws.same', '--json')
    const error = { name: 'RangeError', message: 'name is out of range' }
    expect(JSON.parse(stdout)).toEqual({
      version,
      node: process.version,
      name: 'throws.same',
      file: 'views/throws.same',
      language: 'same',
      identical: true,
      framework: { name: 'http' },
      errors: { alone: error, ours: error }
    })
    expect(code).toBe(1)
  })
})

describe('the processes of the sides', () => {
  test('end if one of them exits', async () => {
    const { code, stdout, stderr } = await compare('index.dies')
    expect(stderr).toContain('buffered-render: The process of the engine ended early (7)\n')
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })

  test.each(['SIGINT', 'SIGTERM'])('end on %s, even in an endless loop', async (signal) => {
    const args = [PROGRAM, 'compare', 'index.endless', '--data', 'data.json', '--options', 'options.js']
    const child = spawn(process.execPath, args, { cwd: folder.file(''), env: childEnv() })
    // The processes share its stderr, which closes when all of them have ended.
    const closed = once(child, 'close')
    await until(() => fs.existsSync(folder.file('busy')))
    child.kill(signal)
    expect(await closed).toEqual([null, signal])
    expect(pids()).toHaveLength(4)
  })
})
