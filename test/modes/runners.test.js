'use strict'

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const { childEnv } = require('../support/child-env')
const { viewFolder } = require('../support/view-folder')

const root = path.join(__dirname, '../..')

// The library's pages are longer, and the app swallows the error.
const app = `
  const { createRenderer } = require(${JSON.stringify(root)})
  const { Rendered } = require(${JSON.stringify(path.join(root, 'lib/page/rendered'))})
  const { Template } = require(${JSON.stringify(path.join(root, 'lib/views/template'))})
  const { render } = Template.prototype
  Template.prototype.render = function (locals) { return new Rendered([render.call(this, locals) + (process.env.ADDED ?? '')]) }
  const renderer = createRenderer({ views: __dirname, extension: 'ejs', mode: 'check' })
  module.exports = () => renderer.render('page', {}).catch(() => {})`
const testFile = (importing = '') => `${importing}; const ask = require('./app'); test('a page', () => ask())`
const folder = viewFolder({
  'page.ejs': '<p>page</p>',
  'app.js': app,
  'one.test.js': testFile(),
  'two.test.js': testFile(),
  'node-runner.js': testFile("const { test } = require('node:test')"),
  // As Mocha 12, which sets the exit code at the end, or exits itself with the option.
  'mocha.js': "require('./app')().then(() => process.on('exit', () => { process.exitCode = 0 }))",
  'mocha-exit.js': "require('./app')().then(() => { process.exitCode = 0; process.exit(0) })",
  // As a worker of Mocha 12 or Vitest 4, which reports uncaught errors, and whose exit code nobody reads.
  'worker.js': "process.on('uncaughtException', ({ code }) => console.log(code)); require('./app')().then(() => setTimeout(() => process.exit(0), 50))",
  'package.json': '{}'
})

function run (args, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder.file(''), encoding: 'utf8', env: childEnv(env) })
  return { status, output: stdout + stderr }
}

const JEST = [require.resolve('jest/bin/jest'), '--rootDir=.', '--testTimeout=60000']

describe.each([
  ['the runner of Node', ['--test', 'node-runner.js']],
  ['Jest', [...JEST, '--runInBand']],
  ['workers of Jest', [...JEST, '--maxWorkers=2']],
  ['Mocha', ['mocha.js']],
  ['Mocha with --exit', ['mocha-exit.js']]
])('in %s', (_, args) => {
  test('a page that is the same leaves a run green', () => {
    expect(run(args)).toEqual({ status: 0, output: expect.stringContaining('1 view the same') })
  })

  test('a difference that the app swallows turns it red', () => {
    expect(run(args, { ADDED: '!' })).toEqual({ status: 1, output: expect.stringContaining('View "page" differs from its engine') })
  })
})

test.each(['MOCHA_WORKER_ID', 'VITEST_WORKER_ID'])('in a worker with %s, a difference is an uncaught error, too', (name) => {
  expect(run(['worker.js'], { [name]: '0', ADDED: '!' }).output).toMatch(/^BUFFERED_RENDER_DIFFERENCE$/m)
  for (const env of [{ [name]: '0' }, { ADDED: '!' }]) expect(run(['worker.js'], env).output).not.toMatch(/^BUFFERED_RENDER_DIFFERENCE$/m)
})
