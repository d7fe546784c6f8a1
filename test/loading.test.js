'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const { rewriteSample } = require('../lib/load-ahead')
const { dependencies } = require('../package.json')
const { languages } = require('./support/languages')
const { packageCopy } = require('./support/package-copy')

const root = path.join(__dirname, '..')

/** Prints the number of files that the library loads. */
const COUNT = 'const before = Object.keys(require.cache).length; require(".")(); console.log(Object.keys(require.cache).length - before)'

/** Prints whether the code for Koa is loaded, once nothing more is loaded. */
const AHEAD = `
  require(process.cwd())()
  require(${JSON.stringify(require.resolve('../bench/cold/loaded-ahead'))}).loadedAhead()
    .then(() => console.log(Object.keys(require.cache).some((file) => file.endsWith('koa.js'))))`

function run (args, NODE_ENV, cwd = root) {
  const { JEST_WORKER_ID, ...env } = process.env
  return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', env: { ...env, NODE_ENV } })
}

test.each(['development', 'production'])('to create middleware loads few files, in %s', (environment) => {
  const files = Number(run(['-e', COUNT], environment))
  expect(files).toBeGreaterThan(10)
  expect(files).toBeLessThanOrEqual(40)
})

test('in development, the rest is loaded when it is needed', () => {
  expect(run(['-e', AHEAD], 'development')).toBe('false\n')
  expect(run(['-e', AHEAD], 'production')).toBe('true\n')
})

const withoutCode = languages.filter(({ generatesCode }) => !generatesCode).map((language) => [language.package, false])

test.each([['ejs', true], ...withoutCode])('in production, acorn is loaded ahead only for languages that need it: %s', (engine, isNeeded) => {
  const { folder, remove } = packageCopy({}, [...new Set([...Object.keys(dependencies), engine])])
  const script = AHEAD.replace("'koa.js'", "'acorn.js'")
  const loaded = run(['-e', script], 'production', folder)
  remove()
  expect(loaded).toBe(`${isNeeded}\n`)
})

// In the background, an error stops nothing.
test('what reads generated code is warmed up by a sample that it can rewrite', () => {
  expect(rewriteSample).not.toThrow()
})

test('in production, an app that breaks what loading ahead calls goes on', () => {
  const script = "require('.')(); Array.prototype.filter = () => { throw new Error('broken') }; setTimeout(() => console.log('goes on'), 500)"
  expect(run(['-e', script], 'production')).toBe('goes on\n')
})

test('in production, the dialect of Handlebars is loaded ahead if only a package that brings it is found, as with pnpm', () => {
  const { folder, remove } = packageCopy({}, [...Object.keys(dependencies), 'hbs'])
  const loaded = run(['-e', AHEAD.replace("'koa.js'", "'handlebars/index.js'")], 'production', folder)
  remove()
  expect(loaded).toBe('true\n')
})

// A deploy replaces the folder; leaks of other code use up the descriptors.
test.each(['removed', 'descriptors'])('in production, pages are sent after the start, whatever happens to the files: %s', (event) => {
  const long = 'static text '.repeat(100)
  const { folder, remove } = packageCopy({ 'views/page.ejs': `<p><%= name %></p>${long}` })

  const { pages, late } = JSON.parse(run([path.join(__dirname, 'support/loaded-app.js'), folder, event], 'production'))
  remove()
  expect(pages).toEqual([`<p>Zoë</p>${long}`, `<p>Zoë</p><p>${long}</p>`, '<p>Zoë</p>', '<p>Zoë</p>'])
  expect(late).toEqual([])
})

test('functions of Node that are replaced before the first request are not taken for its own', () => {
  const script = `
    require('.')()
    const http = require('http')
    const timers = require('timers')
    const { write } = http.ServerResponse.prototype
    const { setTimeout } = timers
    http.ServerResponse.prototype.write = () => {}
    timers.setTimeout = () => {}
    const natives = require('./lib/util/natives')
    console.log(natives.NODES.write === write, natives.setTimeout === setTimeout)`
  expect(run(['-e', script], 'development')).toBe('true true\n')
})
