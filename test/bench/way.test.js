'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { runScript } = require('../support/run-script')

/** A project whose lib/ is three files, and which serves the page of any case. */
const FILES = {
  'bench/cases.js': "module.exports = [{ name: 'article-one-file' }]",
  'bench/servers.js': "module.exports = { 'buffered-render': { create: () => require('../lib/top').handle } }",
  'lib/top.js': `
const { Below, later } = require('./folder/below')
const never = () => {}
let requests = 0
exports.handle = function handle (req, res) {
  if (requests++ < 300) return res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(page('warm'))
  const below = new Below(() => page('hot'))
  later((body) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body), below.page())
}
function page (text) { return require('node:zlib').gzipSync(text) }
`,
  'lib/folder/below.js': `
exports.Below = class Below {
  made = 1
  constructor (make) { this.make = make }
  page () { return this.make() }
}
exports.later = function later (use, value) { setTimeout(function report () { use(value) }, 20) }
`,
  'lib/unused.js': 'exports.unused = () => {}'
}

const EXPECTED = {
  files: {
    'folder/below.js': ['Below', '<instance_members_initializer>', 'page', 'later', 'report'],
    'top.js': ['handle', 'line 7', 'line 8', 'page']
  },
  jumps: [
    { file: 'top.js', name: 'line 7', from: 'folder/below.js' },
    { file: 'folder/below.js', name: 'report', from: 'Express or Node' },
    { file: 'top.js', name: 'line 8', from: 'folder/below.js' }
  ]
}

let folder

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-way-'))
  for (const [file, source] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), source)
  }
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

const sorted = ({ files, ...more }) => {
  return { files: Object.fromEntries(Object.entries(files).map(([file, names]) => [file, names.sort()])), ...more }
}

test('lists what a request runs, and the calls of functions that were passed on', async () => {
  const { code, stdout, stderr } = await runScript('bench/way.js', ['--folder', folder, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(sorted(JSON.parse(stdout))).toEqual(sorted(EXPECTED))
})

test('follows a page of the benchmark through lib/', async () => {
  const { code, stdout, stderr } = await runScript('bench/way.js', ['--page', 'listing'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [, files, functions] = /\n(\d+) files, (\d+) functions, \d+ jumps back:\n/.exec(stdout)
  const rows = [...stdout.split('\n\n')[0].matchAll(/^(\S+) +(\d+) {2}(.*)$/gm)]
  expect(rows).toHaveLength(Number(files))
  expect(rows.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(Number(functions))
  expect(rows.filter(([, , count, names]) => names.split(', ').length !== Number(count))).toEqual([])
  for (const file of ['frameworks/express-render.js', 'dialects/ejs/index.js', 'page/rendered.js', 'codings/gzip/gzip.js']) {
    expect(rows.map(([, name]) => name)).toContain(file)
  }
  expect(stdout).toMatch(/^frameworks\/express\.js +send, from /m)
})

test('names the pages', async () => {
  const stderr = expect.stringMatching(/^--page takes fortunes, .*; got 'nope'\n/)
  expect(await runScript('bench/way.js', ['--page', 'nope'])).toMatchObject({ code: 2, stdout: '', stderr })
})
