'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const { dialects } = require('../lib/dialects')
const { childEnv } = require('./support/child-env')
const { packageCopy } = require('./support/package-copy')

const root = path.join(__dirname, '..')

/** Prints the number of files that the library loads. */
const COUNT = 'const before = Object.keys(require.cache).length; require(".")(); console.log(Object.keys(require.cache).length - before)'

/** Runs a set-up, and prints the files of the library and of acorn that are loaded once nothing more is. */
const aheadOf = (setUp) => `
  async function main () {
    ${setUp}
    await require(${JSON.stringify(require.resolve('../bench/cold/loaded-ahead'))}).loadedAhead()
    console.log(Object.keys(require.cache).join('\\n'))
    process.exit()
  }
  main()`

function run (args, NODE_ENV, cwd = root) {
  return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', env: childEnv({ NODE_ENV }) })
}

test.each(['development', 'production'])('to create middleware loads few files, in %s', (environment) => {
  const files = Number(run(['-e', COUNT], environment))
  expect(files).toBeGreaterThan(10)
  expect(files).toBeLessThanOrEqual(40)
})

test('in development, the rest is loaded when it is needed', () => {
  expect(run(['-e', aheadOf("require('express')().use(require('.')())")], 'development')).not.toContain('/frameworks/express.js')
})

test.each([
  ['express', "require('express')().use(require('.')())", 'koa'],
  ['koa', "new (require('koa'))().use(require('.')())", 'express']
])('in production, the code for the framework that the app has loaded is loaded ahead, and no other: %s', (framework, setUp, other) => {
  const files = run(['-e', aheadOf(setUp)], 'production')
  expect(files).toContain(`/frameworks/${framework}.js`)
  expect(files).not.toContain(`/frameworks/${other}.js`)
})

// All engines are installed here.
describe('in production, only what reads the views of the app is loaded ahead, where', () => {
  const app = "const app = require('express')(), bufferedRender = require('.')"
  const request = `
    const server = app.listen(0)
    await new Promise((resolve) => server.on('listening', resolve))
    await fetch('http://localhost:' + server.address().port)`
  const views = packageCopy({ 'views/page.pug': 'p', 'views/style.css': '', 'mails/page.ejs': '' })

  test.each([
    ['the setting `view engine` of a named app names the language', 'pug', `${app}; app.set('view engine', 'pug'); bufferedRender({ app })`, root],
    ['that setting comes after the middleware', 'eta', `${app}; bufferedRender({ app }); app.set('view engine', '.eta')`, root],
    ['the app of the first request has that setting', 'pug', `${app}; app.set('view engine', 'pug').use(bufferedRender()); ${request}`, root],
    ['the option `extension` names it', 'liquid', "require('.')({ extension: 'liquid' })", root],
    ['the option `engines` names it', 'nunjucks', "require('.')({ engines: { html: 'nunjucks' } })", root],
    ['the files in the folder `views` have its extension', 'pug', `${app}; app.use(bufferedRender())`, views.folder],
    ['the option `views` names a folder with such files', 'ejs', "require('.')({ views: 'mails' })", views.folder],
    ['an app has loaded an engine', 'handlebars', `require('hbs'); ${app}; app.use(bufferedRender())`, root],
    ['nothing names one', undefined, `${app}; app.use(bufferedRender())`, root]
  ])('%s', (_, language, setUp, cwd) => {
    const files = run(['-e', aheadOf(setUp)], 'production', cwd)
    expect(dialects.map(({ name }) => name).filter((name) => files.includes(`/dialects/${name}/index.js`))).toEqual([language].filter(Boolean))
    const readsCode = dialects.some((row) => row.name === language && row.readsCode)
    expect(files.includes('/acorn/')).toBe(Boolean(readsCode))
  })
})

test('an engine of the option `engines` is found by its extension, without the code for the others', () => {
  const files = run(['-e', "require('.')({ engines: { pug: require('pug') } }); console.log(Object.keys(require.cache).join('\\n'))"], 'development')
  expect(dialects.map(({ name }) => name).filter((name) => files.includes(`/dialects/${name}/index.js`))).toEqual(['pug'])
})

test('in production, an app that breaks what loading ahead calls goes on', () => {
  const script = "require('.')(); Array.prototype.map = () => { throw new Error('broken') }; setTimeout(() => console.log('goes on'), 500)"
  expect(run(['-e', script], 'production')).toBe('goes on\n')
})

// A deploy replaces the folder; leaks of other code use up the descriptors.
test.each(['removed', 'descriptors'])('in production, pages are sent after the start, whatever happens to the files: %s', (event) => {
  const long = 'static text '.repeat(100)
  const { folder } = packageCopy({ 'views/page.ejs': `<p><%= name %></p>${long}` })

  const { pages, late } = JSON.parse(run([path.join(__dirname, 'support/loaded-app.js'), folder, event], 'production'))
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
