'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { childEnv } = require('../support/child-env')
const { describeWith } = require('../support/programs')

const APP = path.join(__dirname, '../support/runtime-app.js')

describeWith('Bun', ['bun'], (bun) => {
  const run = async (env) => {
    const { stdout, stderr } = await promisify(execFile)(bun, [APP], { env: childEnv(env) })
    return { ...JSON.parse(stdout), stderr }
  }

  test('sends the pages of Express alone, with splicing', async () => {
    const { alone, ours, classes, left, stderr } = await run({ NODE_ENV: 'production' })
    expect([ours, classes]).toEqual([alone, alone])
    expect(left).toEqual({ 'is not found': 2 })
    expect(stderr).toBe('')
  })

  test('NODE_DEBUG=buffered-render tells once for each view who renders it', async () => {
    const { stderr } = await run({ NODE_ENV: 'production', NODE_DEBUG: 'buffered-render' })
    const lines = stderr.split('\n').filter((line) => line.includes('page') || line.includes('other'))
    expect(lines).toEqual([
      expect.stringMatching(/^BUFFERED-RENDER \d+: .*page\.ejs is spliced$/),
      expect.stringMatching(/^BUFFERED-RENDER \d+: View "other\.ejs" is left to Express, because it is not found$/)
    ])
  })
})
