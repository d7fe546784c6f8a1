'use strict'

const fs = require('node:fs')
const { text } = require('node:stream/consumers')
const { once } = require('node:events')
const { verify } = require('../../bench/streaming/throughput')
const { listen } = require('../support/platforms')
const { runScript, startScript } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({ 'tmp/kept': '' })
const TMPDIR = folder.file('tmp')
afterAll(() => folder.remove())

/** The views of the benchmark are written once, and stay. */
const left = () => fs.readdirSync(TMPDIR).filter((name) => name !== 'buffered-render-bench')
const run = (...args) => runScript('bench/streaming.js', args, { TMPDIR })

test('an unknown part is a usage error', async () => {
  const { code, stderr } = await run('--only', 'nope')
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^--only takes first-byte, .* got 'nope'\n\nUsage:/) })
})

test('a short run prints the tables of all parts and writes its rounds', async () => {
  const out = folder.file('short.json')
  const { code, stdout, stderr } = await run('--rounds', '1', '--requests', '1', '--readers', '20', '--megabytes', '2', '--out', out)
  expect({ code, warnings: stderr.match(/warning/i) }).toEqual({ code: 0, warnings: null })
  expect(stdout).toMatch(/^renderStream, html`…` +\d/m)
  expect(stdout).toMatch(/^html`…`, gzip: res\.renderStream of html`…` +\d/m)
  expect(stdout).toMatch(/^rows of a feed +\d/m)
  expect(stdout).toMatch(/^createReadStream\(\)\.pipe\(res\), .* \(best\) /m)

  const { options, ...measured } = JSON.parse(fs.readFileSync(out))
  expect(options).toMatchObject({ rounds: 1, requests: 1, readers: 20, megabytes: 2 })
  const [waited, , , streamed] = measured['first-byte']
  // The page cannot end before its data are available.
  for (const time of [waited.first[0], streamed.last[0]]) expect(time).toBeGreaterThan(190)
  expect(left()).toEqual(['kept'])
})

test.each([
  ['another page', [{}, '<p>b'], 'The page of b differs at byte 3'],
  ['another coding', [{ 'Content-Encoding': 'br' }, ''], 'b answers in br, not in identity']
])('%s is an error', async (_, [headers, body], message) => {
  const [a, b] = [await listen((req, res) => res.end('<p>a')), await listen((req, res) => res.writeHead(200, headers).end(body))]
  await expect(verify(['a', 'b'], 'identity', { a, b })).rejects.toThrow(message)
  for (const { close } of [a, b]) close()
})

test('an interrupted run leaves no process and no file behind', async () => {
  const child = startScript('bench/streaming.js', ['--only', 'file', '--megabytes', '2'], { TMPDIR })
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  // The servers share this pipe.
  await text(child.stderr)
  expect(left()).toEqual(['kept'])
})
