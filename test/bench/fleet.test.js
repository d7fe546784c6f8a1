'use strict'

const { parseOptions } = require('../../bench/fleet')
const { describeWithRedis } = require('../support/redis')
const { runScript } = require('../support/run-script')

test('measures all parts for half a minute and a million keys, unless the command line says otherwise', () => {
  expect(parseOptions([])).toEqual({ only: ['load', 'keys'], seconds: 30, keys: 1_000_000, help: false })
  expect(parseOptions(['--only', 'keys', '--keys', '10'])).toMatchObject({ only: ['keys'], keys: 10 })
  expect(() => parseOptions(['--only', 'all'])).toThrow("--only takes load, keys; got 'all'")
})

describeWithRedis('bench/fleet.js', () => {
  test('measures a fleet under load and memory', async () => {
    const { stdout, stderr, code } = await runScript('bench/fleet.js', ['--seconds', '7', '--keys', '2000'])
    expect({ stderr: stderr.match(/error.*/i), code }).toEqual({ stderr: null, code: 0 })
    expect(stdout).toMatch(/^different entity tags of a page +1 +1$/m)
    expect(stdout).toMatch(/^from invalidate to the last old page, 1 times, at most +\d+ ms +≤ 1,100 ms$/m)
    expect(stdout).toMatch(/^size: 64 MB +\d+ +≤ \d+ +\d+ +2,000 +0$/m)
  })
})
