'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { build } = require('esbuild')
const Mustache = require('mustache')
const { childEnv } = require('./support/child-env')
const { viewFolder } = require('./support/view-folder')

const folder = viewFolder({ 'views/page.html': '<p>{{name}}</p>' })
afterAll(() => folder.remove())

const PROGRAM = `
  const { createRenderer } = require(${JSON.stringify(path.join(__dirname, '..'))})
  createRenderer({ views: 'views' }).render('page', { name: '<Zoë>' }).then((page) => process.stdout.write(String(page)))`

const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

test.each([['cjs', {}], ['esm', { js: BANNER }]])('a bundle (%s) contains Mustache', async (format, banner) => {
  const outfile = folder.file(format === 'esm' ? 'app.mjs' : 'app.cjs')
  await build({ stdin: { contents: PROGRAM, resolveDir: __dirname }, bundle: true, platform: 'node', logLevel: 'error', format, banner, outfile })
  const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder.file('.'), env: childEnv() })
  expect(stdout).toBe(Mustache.render('<p>{{name}}</p>', { name: '<Zoë>' }))
})
