'use strict'

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const bufferedRender = require('../..')
const { Checks } = require('../../lib/modes/checks')
const { childEnv } = require('../support/child-env')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'page.ejs': '<p><%= name %></p>',
  'other.ejs': 'other',
  'sub/other.ejs': 'another',
  'shift.ejs': '<%= list.shift() %>',
  'broken.ejs': '<% broken() %>',
  'one.own': '',
  'two.own': ''
})
afterEach(() => { delete process.env.BUFFERED_RENDER })

/** Runs code in a process of its own. */
function run (code, env) {
  const script = `
    const { createRenderer } = require('.')
    const { Template } = require('./lib/views/template')
    const own = { name: 'own', extensions: ['.own'], compile: () => (out) => {} }
    const create = (options) => createRenderer({ views: ${JSON.stringify(folder.file('.'))}, extension: 'ejs', engines: { own }, ...options })
    async function main () { ${code} }
    main()`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], { cwd: path.join(__dirname, '../..'), encoding: 'utf8', env: childEnv(env) })
  return { stdout, stderr, status }
}

/** Makes our pages longer. */
const BROKEN = `
  const { Rendered } = require('./lib/page/rendered')
  const { render } = Template.prototype
  Template.prototype.render = function (locals) { return new Rendered([render.call(this, locals) + '!']) }`

describe('the environment variable BUFFERED_RENDER', () => {
  test.each(['', undefined])('leaves the option if it is %p', (value) => {
    if (value !== undefined) process.env.BUFFERED_RENDER = value
    expect(bufferedRender.createRenderer({ mode: 'off' }).options.mode).toBe('off')
    expect(bufferedRender.createRenderer().options.mode).toBe('on')
  })

  test.each(['on', 'off', 'check', 'report'])('wins over the option: %s', (value) => {
    process.env.BUFFERED_RENDER = value
    for (const mode of ['on', 'off', 'check', 'report', undefined]) expect(bufferedRender.createRenderer({ mode }).options.mode).toBe(value)
  })

  test.each(['chekc', 'CHECK', '1', 'true', ' off', 'constructor'])('is an error at once if it is %p', (value) => {
    process.env.BUFFERED_RENDER = value
    for (const create of [bufferedRender, bufferedRender.express, bufferedRender.koa, bufferedRender.createRenderer]) {
      expect(() => create()).toThrow(new TypeError(`The environment variable BUFFERED_RENDER must be 'on', 'off', 'check' or 'report', got "${value}"`))
    }
  })

  test('of the command line has no effect on its comparisons', () => {
    const file = folder.file('page.ejs')
    const data = path.join(__dirname, '../bin/teas.json')
    const [set, unset] = [{ BUFFERED_RENDER: 'off' }, {}].map((env) => spawnSync(process.execPath, ['bin/buffered-render.js', 'explain', file, '--json', '--data', data], {
      cwd: path.join(__dirname, '../..'), encoding: 'utf8', env: childEnv(env)
    }))
    expect(set.stdout).toBe(unset.stdout)
    expect(set.status).toBe(unset.status)
  })
})

describe('a process', () => {
  const both = 'await renderer.render("page", { name: "Zoë" }); await renderer.render("other")'

  test('says at its end how many views were the same, and ends with 0', () => {
    const code = `const renderer = create(); ${both}; ${both}; await renderer.render("shift", { list: [1, 2, 3] })`
    const { stderr, status } = run(code, { BUFFERED_RENDER: 'check' })
    expect(stderr).toMatch(/^buffered-render: 2 views the same, 1 cannot be compared$/m)
    expect(status).toBe(0)
  })

  const APP = (extension) => `const app = require('express')().set('views', ${JSON.stringify(folder.file('.'))}).engine('${extension}', (file, locals, done) => done(null, ''))`

  test.each([
    ['counts a view of several renderers once', 'check', 'for (const renderer of [create(), create()]) await renderer.render("other")', '1 view the same'],
    ['counts views of one name in several folders apart', 'check',
      `for (const renderer of [create(), create({ views: ${JSON.stringify(folder.file('sub'))} })]) await renderer.render("other")`, '2 views the same'],
    ['counts the views that are left to their engine', 'report',
      `${APP('own')}; const renderer = create({ app, engines: {} }); for (const view of ["one.own", "two.own", "page.ejs"]) await renderer.render(view, { name: "" })`,
      '1 view the same, 2 are left to their engine'],
    ['counts a view once that one app leaves to its engine, and another does not', 'report',
      `${APP('ejs')}; for (const options of [{ app, engines: {} }, {}, { app, engines: {} }]) await create(options).render("page.ejs", { name: "" })`, '1 view the same', true],
    ['that compared nothing says so', 'check', 'create()', 'no view was compared'],
    ['that could compare nothing says so', 'check', 'const renderer = create(); await renderer.render("one.own"); await renderer.render("two.own")', 'no view was compared, 2 cannot be compared', true]
  ])('%s', (_, mode, code, said, warns = false) => {
    const { stderr } = run(code, { BUFFERED_RENDER: mode })
    expect(stderr.endsWith(`buffered-render: ${said}\n`)).toBe(true)
    expect(stderr.split('\n').length > 2).toBe(warns)
  })

  test('counts a view that the engine renders for us as left to it', () => {
    const code = 'const renderer = create({ engineOptions: { outputFunctionName: "echo" } }); await renderer.render("other"); console.log(renderer.stats().checks.other)'
    const { stdout, stderr } = run(code, { BUFFERED_RENDER: 'check' })
    expect(stderr).toBe('buffered-render: no view was compared, 1 is left to its engine\n')
    expect(stdout).toMatch(/same: 0,.*byEngine: 1/s)
  })

  test.each(['on', 'off'])('says nothing in mode %s', (mode) => {
    expect(run(`const renderer = create(); ${both}`, { BUFFERED_RENDER: mode })).toEqual({ stdout: '', stderr: '', status: 0 })
  })

  test('fails for a difference that the app swallows, which it prints once for a view', () => {
    const code = `${BROKEN}; const renderer = create(); const swallow = () => {}
      for (let i = 0; i < 3; i++) await renderer.render("page", { name: "Zoë" }).catch(swallow)`
    const { stderr, status } = run(code, { BUFFERED_RENDER: 'check' })
    expect(stderr).toMatch(/^View "page" differs from its engine, first at byte 11, in line 1, after "<p>Zoë<\/p>":\n {2}ejs \d+\.\d+\.\d+: ""\n {2}buffered-render \d+\.\d+\.\d+: "!"\nSee .*\nbuffered-render: 1 differs\n$/)
    expect(status).toBe(1)
  })

  test('does not fail in mode report, warns once for a view, and publishes each difference', () => {
    const code = `${BROKEN}; const renderer = create()
      require("node:diagnostics_channel").subscribe("buffered-render:difference", ({ view, engine, message }) => console.log(view, /^ejs \\d/.test(engine), message.length > 100))
      for (let i = 0; i < 2; i++) console.log(String(await renderer.render("page", { name: "Zoë" })))
      console.log(renderer.stats().differences)`
    const { stdout, stderr, status } = run(code, { BUFFERED_RENDER: 'report' })
    expect(stdout).toBe('page true true\n<p>Zoë</p>\npage true true\n<p>Zoë</p>\n2\n')
    expect(stderr.match(/\[BUFFERED_RENDER_DIFFERENCE\] Warning: View "page" differs/g)).toHaveLength(1)
    expect(status).toBe(0)
  })

  test.each(['check', 'report'])('warns in production, once, in mode %s', (mode) => {
    const { stderr } = run('create(); create()', { BUFFERED_RENDER: mode, NODE_ENV: 'production' })
    expect(stderr.match(/\[BUFFERED_RENDER_MODE\] Warning: Views are rendered two to four times/g)).toHaveLength(1)
  })

  test('in mode on, loads nothing of the others', () => {
    const code = 'const renderer = create(); await renderer.render("other"); console.log(Object.keys(require.cache).filter((file) => file.includes("/lib/modes/")).length)'
    expect(run(code).stdout).toBe('0\n')
    expect(run(code, { BUFFERED_RENDER: 'off' }).stdout).not.toBe('0\n')
  })
})

test('at most 10,000 names of views are counted', () => {
  const checks = new Checks({ ctxRender: true })
  for (let i = 0; i < 10_010; i++) checks.record({ name: `view ${i}` }, 'same')
  const { checks: counts } = checks.stats()
  expect(Object.keys(counts)).toHaveLength(10_001)
  expect(counts[''].same).toBe(10)
})
