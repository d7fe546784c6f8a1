'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const table = require('../tools/near/table')
const { all, rowOf, testsNear, testsOf } = require('../tools/near/tests')
const { runScript } = require('./support/run-script')

const ROOT = path.join(__dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
const code = files.filter((file) => /^(?:lib|bin)\/.*\.js/.test(file))

describe('the table of npm run test:near', () => {
  test('has tests for each file of lib/ and bin/', () => {
    expect(code.length).toBeGreaterThan(200)
    expect(testsNear(code).without).toEqual([])
  })

  test('has no row without a file, and no test that is not there', () => {
    const used = new Set(files.map(rowOf))
    expect(Object.keys(table).filter((row) => !used.has(row))).toEqual([])
    const isThere = (name) => all.some((test) => name.endsWith('/') ? test.startsWith(`test/${name}`) : test === `test/${name}.test.js`)
    expect(Object.values(table).flat().filter((name) => !isThere(name))).toEqual([])
  })

  test('has the test of the same name for each file', () => {
    const missing = code.filter((file) => {
      const test = `test/${file.replace(/^lib\//, '').replace(/\.\w+$/, '.test.js')}`
      return all.includes(test) && !testsOf(file).includes(test)
    })
    expect(missing).toEqual([])
  })
})

describe('npm run test:near', () => {
  const list = async (...args) => (await runScript('tools/near.js', ['--list', ...args])).stdout.split('\n')

  test('lists the tests of files and folders, and what is left', async () => {
    const lines = await list('lib/response/memo.js', 'test/html.test.js', 'LICENSE', 'lib/modes')
    expect(lines).toEqual(expect.arrayContaining(['test/response/memo.test.js', 'test/html.test.js', 'test/modes/express.test.js', 'No test is near LICENSE.']))
    expect(lines.find((line) => line.startsWith('Left to npm test: '))).toMatch(/ \d+ files of tests: .*test\/dialects \(\d+\)/)
    expect(lines).not.toContain('test/loading.test.js')
  })

  test('takes what has changed since a commit', async () => {
    const empty = execFileSync('git', ['hash-object', '-t', 'tree', '/dev/null'], { cwd: ROOT, encoding: 'utf8' }).trim()
    expect(await list('--since', empty)).toEqual(expect.arrayContaining(['test/response/memo.test.js', 'test/html.test.js']))
  })

  test('runs ESLint and the tests, and ends with their result', async () => {
    const { code, stdout, stderr } = await runScript('tools/near.js', ['test/util/errors.test.js'])
    expect(stderr).toContain('PASS test/util/errors.test.js')
    expect(stdout).toContain('Left to npm test: ')
    expect(code).toBe(0)
  })

  test('names a path that does not exist', async () => {
    expect(await runScript('tools/near.js', ['lib/no-such.js'])).toMatchObject({ code: 1, stderr: 'There is no lib/no-such.js\n' })
  })
})
