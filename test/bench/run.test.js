'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { majorOf } = require('../../bench/node-versions')
const { runScript, startScript } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const run = (...args) => runScript('bench/run.js', args)

const folder = viewFolder().file('.')

test.each([
  ['an unknown page', ['--only', 'fortunes,nope'], /--only takes identity, .*, fortunes, article, .*; got 'nope'/],
  ['no pairs', ['--pairs', '0'], "--pairs takes a whole number above 0; got '0'"],
  ['no version', ['--node', 'v24'], "--node takes major versions such as 20,22,24; got 'v24'"]
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await run(...args)
  expect(stderr).toMatch(message)
  expect(stderr).toContain('Usage:')
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('--help shows the pages', async () => {
  const { code, stdout: printed } = await run('--help')
  expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([])
  const stdout = printed.replace(/,\n +/g, ', ')
  expect(stdout).toMatch(/^Usage:[^]*identity: fortunes, article, article-one-file, article-chinese, listing, fortunes-pug, fortunes-database\n +apps: article-traced, article-session\n +gzip: article-gzip, listing-gzip\n +browser: article-browser, listing-browser\n/)
  expect(stdout).toMatch(/\n +dialects: ejs, eta, .*pug\n +seeds: bodies, reads\n/)
  expect(stdout).toMatch(/\n +peers: peers-fortunes, peers-article,.*\n +rendering: render-fortunes, /)
  expect(stdout).toMatch(/A complete run takes about [^;]+; one page [^.]+\./)
  expect(code).toBe(0)
})

test('a short run prints its table and writes its pairs', async () => {
  const out = path.join(folder, 'results')
  const start = Date.now()
  const { code, stdout, stderr } = await run('--pairs', '1', '--only', 'fortunes,mustache', '--out', out)

  expect(stderr).toMatch(/^fortunes: pair 1$/m)
  expect(stderr).toMatch(/^\[\d+ %, \d+ s left\] mustache, translated article: pair 1$/m)
  expect(stdout).toMatch(/^CPU time of a request\n\npage +framework alone \/ buffered-render +quartiles +bytes sent +/)
  expect(stdout).toMatch(/^Fortunes +\d+\.\d\d× [^\n]* 0 \+ 1,\d{3} /m)
  expect(code).toBe(0)

  const { date, node, machine, packages, options, pages: [page], peers, dialects } = JSON.parse(fs.readFileSync(path.join(out, `node-${majorOf(process.version)}.json`)))
  expect(node).toBe(process.version)
  expect(options).toEqual({ pairs: 1, seconds: expect.any(Number), connections: 64, load: expect.stringMatching(/^(?:wrk|autocannon)$/) })
  expect(Date.parse(date)).toBeGreaterThanOrEqual(start)
  expect(machine).toEqual({ cpu: os.cpus()[0].model, cores: os.cpus().length })
  expect(packages.express).toBe(require('express/package.json').version)
  expect(peers).toEqual([])
  expect(page.name).toBe('fortunes')
  expect(page.groups).toEqual([{ express: [expect.any(Number)], 'buffered-render': [expect.any(Number)] }])
  for (const [microseconds] of Object.values(page.groups[0])) expect(microseconds).toBeGreaterThan(0)
  expect(dialects.map(({ name, page }) => `${name}, ${page}`)).toEqual(['mustache, translated article', 'mustache, translated listing'])
})

test('a run of other conditions than the results that it would keep ends before it measures', async () => {
  const out = path.join(folder, 'complete')
  const file = path.join(out, `node-${majorOf(process.version)}.json`)
  const complete = '{ "node": "v0.1.2", "pages": [{ "name": "fortunes" }], "dialects": [{ "name": "mustache" }] }'
  fs.mkdirSync(out)
  fs.writeFileSync(file, complete)
  const { code, stdout, stderr } = await run('--only', 'mustache', '--out', out)
  expect(stderr).toBe(`${file} has results of fortunes by other versions, on another machine or with other options. ` +
    'Measure them as well, name another folder with --out, or delete the file\n')
  expect({ code, stdout, kept: fs.readFileSync(file, 'utf8') }).toEqual({ code: 1, stdout: '', kept: complete })
})

test('versions of Node run one after the other, without those that cannot be had', async () => {
  const version = majorOf(process.version)
  // Without PATH there is no npm to install a version with.
  const { code, stdout, stderr } = await runScript('bench/run.js', ['--pairs', '1', '--only', 'mustache', '--node', `1,${version}`], { PATH: '' })
  expect(stderr).toMatch(/^Node 1 is skipped: /)
  expect(stdout).toMatch(new RegExp(`^Node ${version}\\n\\nDialects: rendering to bytes\\n\\n[^]*\\nmustache, translated listing `))
  expect(code).toBe(0)
})

test('an interrupted run leaves no process behind', async () => {
  const child = startScript('bench/run.js', ['--only', 'fortunes', '--pairs', '1000', '--out', path.join(folder, 'never')])
  const [first] = await once(child.stderr, 'data')
  expect(String(first)).toBe('fortunes: warm-up\n')
  child.kill('SIGINT')
  // The servers and the load generator share this pipe.
  await text(child.stderr)
  expect(fs.existsSync(path.join(folder, 'never'))).toBe(false)
})
