'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { childEnv } = require('../support/child-env')
const { viewFolder } = require('../support/view-folder')

/** The views of the benchmark are written once, and stay. */
const leftBy = (folder) => fs.readdirSync(folder.file('tmp')).filter((name) => name !== 'buffered-render-bench')

const RUN = path.join(__dirname, '../../bench/streaming.js')

const folder = viewFolder({ 'tmp/kept': '' })
afterAll(() => folder.remove())

/** Uses a separate folder for temporary files. */
function start (...args) {
  return spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: childEnv({ TMPDIR: folder.file('tmp') }) })
}

async function run (...args) {
  const child = start(...args)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

test('an unknown option is a usage error', async () => {
  const { code, stdout, stderr } = await run('--only', 'nope')
  expect(stderr).toMatch(/^--only takes first-byte, .* got 'nope'\n\nUsage:/)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('--help shows the options', async () => {
  const { code, stdout } = await run('--help')
  expect(stdout).toMatch(/^Usage: npm run bench:streaming/)
  expect(code).toBe(0)
})

test('a short run prints the tables of its parts and writes its rounds', async () => {
  const out = folder.file('results/short.json')
  const { code, stdout, stderr } = await run('--only', 'first-byte,readers', '--rounds', '1', '--requests', '1', '--readers', '20', '--out', out)

  expect(stderr).toContain('first byte: round 1 of 1\n')
  expect(stderr).toContain('readers who leave a stream: 20 of 20\n')
  expect(stderr).not.toMatch(/warning/i)
  expect(code).toBe(0)

  expect(stdout).toMatch(/^renderStream, html`…` +\d/m)
  expect(stdout).toMatch(/^rows of a feed +20 +0 /m)
  expect(stdout).toMatch(/^a file +0 → 20 → 0 /m)

  const { options, ...measured } = JSON.parse(fs.readFileSync(out))
  expect(options).toMatchObject({ only: ['first-byte', 'readers'], rounds: 1, requests: 1, readers: 20 })
  expect(measured).not.toHaveProperty('file')
  const [waited, , , streamed] = measured['first-byte']
  // The page cannot end before its data are available.
  for (const time of [waited.first[0], streamed.last[0]]) expect(time).toBeGreaterThan(190)
  const [rows, , , endless, file] = measured.readers
  expect(rows).toMatchObject({ page: 'rows of a feed', readers: 20, wrong: 0 })
  expect(endless.during).toMatchObject({ connections: 20, iterators: 20 })
  expect(file.during.descriptors).toBeGreaterThanOrEqual(file.before.descriptors + 40)
  for (const { before, after } of measured.readers.slice(3)) {
    for (const [what, count] of Object.entries(after)) expect(count).toBeLessThanOrEqual(before[what])
  }
  expect(leftBy(folder)).toEqual(['kept'])
})

test('an interrupted run leaves no process and no file behind', async () => {
  const child = start('--only', 'file', '--megabytes', '2')
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  // The servers share this pipe.
  await text(child.stderr)
  expect(leftBy(folder)).toEqual(['kept'])
})
