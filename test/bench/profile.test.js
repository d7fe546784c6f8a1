'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { parseOptions } = require('../../bench/profile')
const { selfTimes } = require('../../bench/profile/report')
const { runScript } = require('../support/run-script')

const ROOT = path.join(__dirname, '../..')
const urlOf = (file) => pathToFileURL(path.join(ROOT, file)).href

/** A node in V8's format; lines and columns are counted from 0. */
const node = (id, functionName, url = '', lineNumber = -1, columnNumber = -1) => ({ id, callFrame: { functionName, url, lineNumber, columnNumber } })

test('the options are checked', () => {
  expect(parseOptions([])).toMatchObject({ example: 'express-ejs', url: '/', seconds: 5 })
  expect(() => parseOptions(['express-eta'])).toThrow(/^the examples are dialect, express-ejs, .*typescript; got 'express-eta'$/)
  expect(() => parseOptions(['koa-ejs', 'html-tag'])).toThrow("profile takes one example; got 'koa-ejs html-tag'")
  expect(() => parseOptions(['--url', 'packages'])).toThrow("--url takes a path that begins with /; got 'packages'")
})

test.each([
  ['a function of ours', node(1, 'render', urlOf('lib/template.js'), 38, 9), 'render', 'lib/template.js:39'],
  ['a method in Node itself', node(1, 'end', 'node:_http_outgoing', 1032, 44), 'end', 'node:_http_outgoing:1033'],
  ['a template, as EJS names it', node(1, '', JSON.stringify(path.join(ROOT, 'views/list.ejs')), 2, 16), '(anonymous)', 'views/list.ejs:3'],
  ['code generated at run time', node(1, '', '', 2, 16), '(anonymous)', 'generated code:3'],
  ['a native function', node(1, 'writev'), 'writev', 'native']
])('%s is named', (_, node, name, where) => {
  expect(selfTimes({ nodes: [node], startTime: 0, endTime: 3000, samples: [1], timeDeltas: [1000] })).toEqual([{ name, where, milliseconds: 2 }])
})

test('a sample lasts until the next one, the last one until the end; nodes of a function add up', () => {
  const nodes = [node(1, 'f', urlOf('lib/a.js'), 9, 4), node(2, 'f', urlOf('lib/a.js'), 9, 4), node(3, 'f', urlOf('lib/a.js'), 9, 30), node(4, '(idle)')]
  const times = selfTimes({ nodes, samples: [1, 3, 2, 4], timeDeltas: [0, 1000, 500, 3000], startTime: 0, endTime: 5000 })
  expect(times.map(({ name, milliseconds }) => [name, milliseconds])).toEqual([['f', 4], ['f', 0.5], ['(idle)', 0.5]])
})

test('a short run prints the hottest functions, with ours, and saves the profile', async () => {
  const { code, stdout } = await runScript('bench/profile.js', ['koa-ejs', '--seconds', '1', '--url', '/?page=2'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^koa-ejs, GET \/\?page=2, 64 connections, 1 s: [1-9][\d,]* requests\/s\n\n {2}function +self ms +%\n/)
  expect(stdout).toMatch(/^\* .+ lib\/[\w/-]+\.js:\d+ +\d+\.\d +\d+\.\d$/m)
  const file = stdout.trim().split('\n').at(-1)
  expect(JSON.parse(fs.readFileSync(file)).samples.length).toBeGreaterThan(0)
  fs.rmSync(file)
})
