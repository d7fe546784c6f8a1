'use strict'

const fs = require('node:fs')
const path = require('node:path')
const progress = require('../../bin/measure/progress')
const { eachView } = require('../../bin/each-view')
const { WITHOUT_APP } = require('../../bin/hints')
const { Rendered } = require('../../lib/page/rendered')
const { version } = require('../../package.json')
const { breakDialects } = require('../support/broken-dialects')
const { filesOf, languages } = require('../support/languages')
const { replace } = require('../support/replaced')
const { copyOf, viewFolder } = require('../support/view-folder')
const { jsonOf, run, runHere, usageErrorOf } = require('./command')

const PROJECTS = path.join(__dirname, 'check')
const LONG = 'static text '.repeat(40)

const pageOf = ({ name, print }) => name === 'pug' ? `p ${LONG}\np= x` : `<p>${LONG}</p><p>${print('x')}</p>`

const LOCALS = { x: '<Zoë>' }

const viewsOf = (language) => filesOf(language, { [`views/page-${language.name}`]: pageOf(language), [`views/broken-${language.name}`]: language.broken })
const teas = viewFolder(Object.assign({ 'data.json': JSON.stringify(LOCALS) }, ...languages.map(viewsOf)))

/** Runs the command in this process, with `--json`. */
async function check (folder, ...args) {
  const { stderr, ...checked } = await jsonOf(runHere, ['check', ...args], { cwd: folder.file('.') })
  expect(stderr).toBe('')
  return checked
}

/** What the engine gives by itself. */
const byHand = async ({ create }, view) => create(teas.file('views')).render(view, LOCALS)

const lastLine = (text) => text.trim().split('\n').at(-1).trim()

describe.each(languages)('$name', (language) => {
  const fileOf = (view) => `views/${view}-${language.name}.${language.extension}`
  const viewOf = ({ views: [view] }) => view

  test('the same page', async () => {
    const page = await byHand(language, `page-${language.name}`)
    expect(page).toMatch(/Zoë(?:&gt;|&#62;|>)/)
    const checked = await check(teas, fileOf('page'), '--data', 'data.json')
    expect(checked).toMatchObject({ code: 0, totals: { views: 1, compared: 1, same: 1 } })
  })

  test('the same error, which is no proof', async () => {
    const error = await byHand(language, `broken-${language.name}`).catch((error) => error)
    const { code, totals, views: [{ reason }] } = await check(teas, fileOf('broken'), '--data', 'data.json')
    expect({ code, totals }).toMatchObject({ code: 1, totals: { views: 1, compared: 0, same: 0, sameError: 1 } })
    expect(reason.startsWith(`throws ${error.name}: `)).toBe(true)
    expect(lastLine(reason).endsWith(lastLine(error.message))).toBe(true)
  })

  test.each([
    ['the last byte', (page) => `${page.slice(0, -1)}?`],
    ['a byte more', (page) => `${page}\n`],
    ['a byte less', (page) => page.slice(0, -1)],
    ['a letter', (page) => page.replace('Zoë', 'Zoe')]
  ])('differs by %s', async (_, change) => {
    const page = await byHand(language, `page-${language.name}`)
    breakDialects({ page: (rendered) => new Rendered([change(rendered.toString())].filter(Boolean)) })
    const checked = await check(teas, fileOf('page'), '--data', 'data.json')
    expect(checked).toMatchObject({ code: 1, totals: { views: 1, compared: 1, same: 0, differs: 1 } })
    const { difference, reason } = viewOf(checked)
    expect(difference).toEqual(firstDifference(page, change(page)))
    const view = path.basename(fileOf('page'))
    expect(reason).toContain(`View "${view}" differs from its engine, first at byte ${difference.offset}, `)
    expect(reason).toMatch(new RegExp(`\n {2}${language.name} \\d+\\.\\d+\\.\\d+: `))
  })

  test('differs by an error in place of a page, and by another error', async () => {
    const fail = () => { throw new RangeError('broken by a dialect') }
    breakDialects({ page: fail, error: fail })
    const checked = await check(teas, fileOf('page'), fileOf('broken'), '--data', 'data.json')
    expect(checked).toMatchObject({ code: 1, totals: { views: 2, compared: 2, differs: 2 } })
    for (const { reason, ...others } of checked.views) {
      expect(reason).toContain(`\n  buffered-render ${version}: throws "RangeError: broken by a dialect"\n`)
      expect(others).not.toHaveProperty('difference')
    }
  })

  test('differs by a page in place of an error', async () => {
    breakDialects({ error: () => new Rendered(['page']) })
    const checked = await check(teas, fileOf('broken'), '--data', 'data.json')
    expect(checked).toMatchObject({ code: 1, totals: { compared: 1, differs: 1 } })
    expect(viewOf(checked).reason).toContain(`\n  buffered-render ${version}: a page of 4 bytes\n`)
  })
})

test('a view is left to its engine, if the engine renders it for the library', async () => {
  const folder = viewFolder({ 'views/page.ejs': '<p><%= 1 %></p>', 'options.json': '{ "engineOptions": { "outputFunctionName": "echo" } }' })
  const { code, totals, views } = await check(folder, 'views', '--options', 'options.json')
  expect({ code, totals }).toMatchObject({ code: 1, totals: { views: 1, compared: 0, same: 0, byEngine: 1 } })
  expect(views[0].reason).toBe('is compiled with the option outputFunctionName')
})

/** The first difference of two pages that differ in a whole character. */
function firstDifference (alone, ours) {
  const [a, b] = [[...alone], [...ours]]
  const index = a.concat(undefined).findIndex((character, i) => character !== b[i])
  const before = a.slice(0, index).join('')
  const after = (characters) => characters.slice(index, index + 40).join('')
  const [offset, line] = [Buffer.byteLength(before), before.split('\n').length]
  return { offset, line, before: before.slice(-20), alone: after(a), ours: after(b) }
}

describe('a folder', () => {
  const folder = copyOf(path.join(PROJECTS, 'teas'))
  fs.cpSync(folder.file('views/admin'), folder.file('views/node_modules/x'), { recursive: true })

  const resultsOf = ({ views }) => Object.fromEntries(views.map(({ name, result }) => [name, result]))
  const NOT_REPEATED = 'is different when its engine renders it again: it depends on the time, on chance, or on locals that it changes'

  test('gives one JSON document', async () => {
    const view = (name, result, more) => ({ name, file: `views/${name}`, result, ...more })
    const lines = [`${folder.file('views/row.ejs')}:1`, ' >> 1| <li><%= item %></li>', '', 'item is not defined']
    const reason = `throws ReferenceError: ${lines.join('\n')}`
    expect(await check(folder, '--data', 'title.json')).toEqual({
      code: 0,
      version,
      views: [
        view('admin/users.ejs', 'same'),
        view('clock.ejs', 'notCompared', { reason: NOT_REPEATED }),
        view('index.ejs', 'same'),
        view('index.pug', 'same'),
        view('queue.ejs', 'same'),
        view('row.ejs', 'sameError', { reason, hint: expect.stringContaining('add it to the file of --data') })
      ],
      totals: { views: 6, compared: 4, same: 4, differs: 0, sameError: 1, notCompared: 1, byEngine: 0 },
      notes: [WITHOUT_APP]
    })
  })

  test('gives a report, whose first line counts what was compared', async () => {
    const { code, stdout } = await runHere(['check', 'views', '--data', 'title.json'], { cwd: folder.file('.') })
    expect(stdout).toBe(`4 of 6 views compared

${WITHOUT_APP}

4 are the same:
  admin/users.ejs
  index.ejs
  index.pug
  queue.ejs

1 cannot be compared:
  clock.ejs ${NOT_REPEATED}

1 throws the same error in both, which is no proof:
  row.ejs throws ReferenceError: ${folder.file('views/row.ejs')}:1 … item is not defined
  If your app has it in app.locals, res.locals or ctx.state, add it to the file of --data, which may be a module.
`)
    expect(code).toBe(0)
  })

  test('reports a difference last', async () => {
    breakDialects({ page: (rendered) => new Rendered([`${rendered}!`]) })
    const args = ['check', 'views/admin', 'views/clock.ejs', '--data', 'title.json']
    const { code, stdout } = await runHere(args, { cwd: folder.file('.') })
    expect(stdout.startsWith('1 of 2 views compared\n\n')).toBe(true)
    expect(stdout.replace(/ejs \d+\.\d+\.\d+/, 'ejs').endsWith(`\n\n1 differs:
  View "users.ejs" differs from its engine, first at byte 3, in line 1, after "Tea":
      ejs: ""
      buffered-render ${version}: "!"
    See BUFFERED_RENDER_DIFFERENCE in docs/errors.md of buffered-render
`)).toBe(true)
    expect(code).toBe(1)
  })

  test('in which nothing can be compared is no success', async () => {
    const { code, stdout } = await runHere(['check', 'clocks'], { cwd: folder.file('.') })
    expect(stdout).toMatch(/^0 of 1 view compared\n/)
    expect(code).toBe(1)
  })

  test('without data gives each view no locals', async () => {
    expect(resultsOf(await check(folder))).toEqual({
      'admin/users.ejs': 'same',
      'clock.ejs': 'notCompared',
      'index.ejs': 'same',
      'index.pug': 'same',
      'queue.ejs': 'same',
      'row.ejs': 'sameError'
    })
  })

  test('of data has the locals of each view, and names files that belong to no view', async () => {
    const { notes, ...checked } = await check(folder, '--data', 'data')
    expect(resultsOf(checked)).toMatchObject({ 'admin/users.ejs': 'same', 'queue.ejs': 'same', 'row.ejs': 'sameError' })
    const note = (file) => `No view has the name of the file "${file}" of --data.`
    expect(notes).toEqual([WITHOUT_APP, note('data/idnex.json'), note('data/shared/teas.js')])
  })

  test('of data may have files of views that are not asked for', async () => {
    const { notes } = await check(folder, 'views/admin', '--views', 'views', '--data', 'data')
    expect(notes).toEqual([WITHOUT_APP, expect.stringContaining('idnex.json'), expect.stringContaining('teas.js')])
  })

  test('of data without a file for a view is refused', async () => {
    expect(await usageErrorOf(['check', '--data', 'empty'], { cwd: folder.file('.') })).toBe('The folder "empty" of --data has no file for a view, such as "empty/admin/users.json"')
  })

  test('gives each render the values of a JSON file anew, and those of a module again', async () => {
    expect(resultsOf(await check(folder, 'views/queue.ejs', '--data', 'title.json'))).toEqual({ 'queue.ejs': 'same' })
    const checked = await jsonOf(run, ['check', 'views/queue.ejs', '--data', 'queue.js'], { cwd: folder.file('.') })
    expect(checked).toMatchObject({ code: 1, views: [{ result: 'notCompared', reason: NOT_REPEATED }] })
  })
})

describe('a dialect of the options', () => {
  const cwd = path.join(PROJECTS, 'faults')

  test.each(['', 'off', 'check', 'wrong'])('is found where it differs from its engine, with BUFFERED_RENDER=%s', async (mode) => {
    const { code, stderr, views, totals } = await jsonOf(run, ['check', '--options', 'options.js'], { cwd, env: { BUFFERED_RENDER: mode } })
    const NEVER = '"Error: The page never settles: the process has nothing left to wait for"'
    const textOf = (alone, ours) => `:\n  tea: ${alone}\n  buffered-render ${version}: ${ours}\n`
    const outcomes = (alone, ours) => expect.stringContaining(textOf(alone, ours))
    expect(Object.fromEntries(views.map(({ name, result, reason }) => [name, [result, reason]]))).toEqual({
      'alone-hangs.tea': ['differs', outcomes(`throws ${NEVER}`, 'a page of 4 bytes')],
      'both.tea': ['differs', outcomes('throws "RangeError: alone"', 'throws "RangeError: ours"')],
      'hangs.tea': ['differs', outcomes('a page of 4 bytes', `throws ${NEVER}`)],
      'last.tea': ['differs', outcomes('"ë"', '"e"')],
      'page.cup': ['notCompared', 'has a dialect without "byEngine"'],
      'page.tea': ['same', undefined],
      'throws.tea': ['differs', outcomes('a page of 4 bytes', 'throws "RangeError: ours\\u001b"')]
    })
    const { difference } = views.find(({ name }) => name === 'last.tea')
    expect(difference).toEqual({ offset: 2, line: 1, before: 'Zo', alone: 'ë', ours: 'e' })
    expect(totals).toMatchObject({ views: 7, compared: 6, same: 1, differs: 5, notCompared: 1 })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  })
})

/** The result of a view whose name another file has. */
const hiddenBy = (file) => ({ result: 'notCompared', reason: `is not the file that is found by its name: "${file}"` })

describe('the app of the options', () => {
  const folder = viewFolder({
    'package.json': '{}',
    'options.js': `
const express = require('express')
const app = express().set('views', ['theme', 'views']).set('view engine', 'ejs')
app.engine('txt', (file, locals, done) => done(null, 'text'))
app.engine('html', require('ejs').renderFile)
app.locals.site = 'Teas'
module.exports = { app }
`,
    'theme/index.ejs': '<%= site %>',
    'views/index.ejs': '<%= missing %>',
    'views/page.html': '<%= site %>',
    'views/text.txt': 'text',
    'other/page.ejs': '<%= site %>'
  })
  fs.symlinkSync(path.join(__dirname, '../../node_modules'), folder.file('node_modules'))

  test('gives its folders, engines and locals', async () => {
    const args = ['check', 'theme', 'views', 'other', '--options', 'options.js']
    const { code, views, totals, notes } = await jsonOf(run, args, { cwd: folder.file('.') })
    const hidden = hiddenBy(path.join(fs.realpathSync(folder.file('.')), 'theme/index.ejs'))
    const outside = 'fails before it can be compared: View "../other/page.ejs" is outside of the views folders: '
    expect(views).toEqual([
      { name: 'index.ejs', file: 'theme/index.ejs', result: 'same' },
      { name: 'index.ejs', file: 'views/index.ejs', ...hidden },
      { name: 'page.html', file: 'views/page.html', result: 'same' },
      { name: 'text.txt', file: 'views/text.txt', result: 'byEngine', reason: 'has an engine without a dialect' },
      { name: '../other/page.ejs', file: 'other/page.ejs', result: 'notCompared', reason: expect.stringContaining(outside) }
    ])
    expect(totals).toMatchObject({ views: 5, compared: 2, byEngine: 1, notCompared: 2 })
    expect({ code, notes }).toEqual({ code: 0, notes: [] })
  })
})

test.each([
  ['the option views', ['--options', 'options.json']],
  ['--views', ['--views', 'theme']]
])('without arguments, the folder of %s is compared', async (_, args) => {
  const folder = viewFolder({ 'theme/page.ejs': '<p>', 'options.json': '{ "views": "theme" }' })
  const { views } = await check(folder, ...args)
  expect(views).toEqual([{ name: 'page.ejs', file: 'theme/page.ejs', result: 'same' }])
})

test('a view that apps do not find is not compared', async () => {
  const pages = { 'first/page.ejs': '1', 'second/page.ejs': '2', 'third/page.ejs': '3', 'third/other.pug': 'p 4' }
  const folder = viewFolder({ ...pages, 'outside.ejs': '5' })
  fs.symlinkSync(folder.file('outside.ejs'), folder.file('first/link.ejs'))
  const root = fs.realpathSync(folder.file('.'))
  const { code, views } = await check(folder, 'first', 'second', 'third', '--views', 'first', '--views', 'second')
  const fails = (message) => ({ result: 'notCompared', reason: `fails before it can be compared: ${message}` })
  const folders = `"${path.join(root, 'first')}", "${path.join(root, 'second')}"`
  expect(Object.fromEntries(views.map(({ file, result, reason }) => [file, { result, reason }]))).toEqual({
    'first/link.ejs': fails(`View "link.ejs" is a link to a file outside of its folder "${path.join(root, 'first')}"`),
    'first/page.ejs': { result: 'same' },
    'second/page.ejs': hiddenBy(path.join(root, 'first/page.ejs')),
    'third/page.ejs': hiddenBy(path.join(root, 'first/page.ejs')),
    'third/other.pug': fails(`View "other.pug" was not found: no file "other.pug" or "other/index.pug" in ${folders}`)
  })
  expect(code).toBe(0)
})

test('what a view adds to Object.prototype is not in the report', async () => {
  const page = "<% Object.prototype.reason = Object.prototype.hint = 'polluted' %>page"
  const folder = viewFolder({ 'views/page.ejs': page })
  const { code, stdout } = await run(['check'], { cwd: folder.file('.') })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `1 of 1 view compared\n\n${WITHOUT_APP}\n\n1 is the same:\n  page.ejs\n` })
})

test('names of views and errors cannot write to the terminal', async () => {
  const name = 'a\u001b[31m\n\u202eb.ejs'
  const folder = viewFolder({ [`views/${name}`]: "<% throw new Error('\\u001b[2J') %>" })
  const { stdout } = await runHere(['check'], { cwd: folder.file('.') })
  expect(stdout).toContain('\n  a\\u001b[31m\\u000a\\u202eb.ejs throws Error: ')
  // eslint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u001b\u202e]/)
})

describe('eachView', () => {
  const show = async (isTTY) => {
    replace(process.stderr, 'isTTY', () => isTTY)
    const [shown, clear] = ['show', 'clear'].map((name) => jest.spyOn(progress, name).mockReturnValue(undefined))
    let now = 0
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    const look = async ({ name }) => { now += 600; return name }
    const results = await eachView('check', ['a', 'b', 'c', 'd'].map((name) => ({ name })), look)
    return { results, messages: shown.mock.calls.flat(), cleared: clear.mock.calls.length }
  }

  test('shows the progress of a long run in a terminal, and clears it', async () => {
    expect(await show(true)).toEqual({ results: ['a', 'b', 'c', 'd'], messages: ['check: 2 of 4 views'], cleared: 1 })
  })

  test('shows none elsewhere', async () => {
    expect(await show(undefined)).toEqual({ results: ['a', 'b', 'c', 'd'], messages: [], cleared: 0 })
  })
})
