'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { parseOptions } = require('../../bench/fleet')
const { summarizeOutages } = require('../../bench/fleet/outages')
const { childEnv } = require('../support/child-env')
const { describeWithRedis } = require('../support/redis')

const RUN = path.join(__dirname, '../../bench/fleet.js')

async function run (...args) {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: childEnv() })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

test('measures all parts for half a minute and a million keys, unless the command line says otherwise', () => {
  expect(parseOptions([])).toEqual({ only: ['load', 'cold', 'outages', 'queue', 'traffic', 'keys'], seconds: 30, keys: 1_000_000, help: false })
  expect(parseOptions(['--only', 'keys', '--keys', '10'])).toMatchObject({ only: ['keys'], keys: 10 })
  expect(() => parseOptions(['--only', 'all'])).toThrow("--only takes load, cold, outages, queue, traffic, keys; got 'all'")
})

test('a row shows an outage', () => {
  const { rows } = summarizeOutages([{ name: 'frozen', calls: 3709, p99: 104.4, longest: 119.8, recovery: 591 }])
  expect(rows).toEqual([['frozen', '3,709', '104', '120', '591']])
})

describeWithRedis('npm run bench:fleet', () => {
  test('measures a fleet under load, cold keys and memory', async () => {
    const { stdout, stderr, code } = await run('--only', 'load,cold,keys', '--seconds', '7', '--keys', '2000')
    expect({ stderr: stderr.match(/error.*/i), code }).toEqual({ stderr: null, code: 0 })
    expect(stdout).toMatch(/^different entity tags of a page +1 +1$/m)
    expect(stdout).toMatch(/^from invalidate to the last old page, 1 times, at most +\d+ ms +≤ 1,100 ms$/m)
    expect(stdout).toMatch(/^loads +1 +1$/m)
    expect(stdout).toMatch(/^size: 64 MB +\d+ +≤ \d+ +\d+ +2,000 +0$/m)
  })
})
