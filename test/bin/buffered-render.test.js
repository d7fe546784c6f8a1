'use strict'

const fs = require('node:fs')
const path = require('node:path')
const packageJson = require('../../package.json')
const { viewFolder } = require('../support/view-folder')
const { PROGRAM, jsonOf, run, runHere, usageErrorOf } = require('./command')

const folder = viewFolder({
  'views/page.mustache': '<p>{{name}}</p>',
  'data.json': '{ "name": "Zoë" }',
  'broken.json': '{ "name": }',
  'list.json': '[1]',
  'throws.js': 'throw new Error("no such day")',
  'names.mjs': 'export const colour = "red"',
  'unknown.json': '{ "colour": "red" }'
})

const command = (...args) => run(args, { cwd: folder.file('.') })

test('is a program of the package', () => {
  const { bin, files } = packageJson
  expect(bin).toEqual({ 'buffered-render': './bin/buffered-render.js' })
  expect(files).toContain('bin')
  const file = path.join(__dirname, '../..', bin['buffered-render'])
  expect(fs.readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(fs.statSync(file).mode & 0o111).toBe(0o111)
})

describe('prints', () => {
  test.each([[['--version']], [['explain', '--version']], [['check', '--version']], [['compare', '--version']]])('the version for %j', async (args) => {
    expect(await command(...args)).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  })

  test.each([
    ...['--help', '-h'].map((option) => [[option], 'buffered-render <command> [options]', ['explain', 'check', 'compare', '--version', 'Exit codes']]),
    [['compare', '-h'], 'buffered-render compare', ['-h, --help']],
    [['explain', '--help'], 'buffered-render explain [views…] [options]', ['--data', '--options', '--views', '--dictionary', '--json', '--html', '--version', 'pre-encoded']],
    [['check', '--help'], 'buffered-render check [views…] [options]', ['--data', '--options', '--views', '--json', '--version', 'Exit codes: 0']],
    [['compare', '--help'], 'buffered-render compare', ['--data <file>', '--options', '--views', '--rounds <n>', '(default: 3)', 'Exit codes: 0']]
  ])('the usage for %j', async (args, usage, words) => {
    const { code, stdout, stderr } = await command(...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.startsWith(`Usage: ${usage}`)).toBe(true)
    for (const word of words) expect(stdout).toContain(word)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
})

describe('a usage error', () => {
  test.each([
    { args: [], says: 'Missing command: explain, check or compare', help: '--help' },
    { args: ['measure'], says: "Unknown command 'measure'", help: '--help' },
    { args: ['toString'], says: "Unknown command 'toString'", help: '--help' },
    { args: ['--jsn'], says: "Unknown command '--jsn'", help: '--help' },
    { args: ['explain', '--jsn'], says: "Unknown option '--jsn'", help: 'explain --help' },
    { args: ['explain', '--html'], says: "Option '--html <value>' argument missing", help: 'explain --help' },
    { args: ['check', '--rounds'], says: "Unknown option '--rounds'", help: 'check --help' },
    { args: ['compare', '--jsn'], says: "Unknown option '--jsn'", help: 'compare --help' }
  ])('$args is a line, and says how to get help', async ({ args, says, help }) => {
    const stderr = `buffered-render: ${says}\nFor help: npx buffered-render ${help}\n`
    expect(await command(...args)).toEqual({ code: 2, stdout: '', stderr })
    const { code, stdout } = await command(...help.split(' '))
    expect({ code, stdout: stdout.slice(0, 22) }).toEqual({ code: 0, stdout: 'Usage: buffered-render' })
  })

  test.each([
    { args: ['explain', 'other'], says: 'There is no file or folder "other"' },
    { args: ['explain', '--views', 'other'], says: 'There is no folder "other", which --views names' },
    { args: ['explain', '--views', 'data.json'], says: 'There is no folder "data.json", which --views names' },
    { args: ['explain', '--data', 'other.json'], says: 'The file "other.json" of --data cannot be read: ENOENT' },
    { args: ['explain', '--data', 'broken.json'], says: 'The file "broken.json" of --data is not JSON: Unexpected token' },
    { args: ['explain', '--data', 'list.json'], says: 'The file "list.json" of --data must contain an object, got [1]' },
    { args: ['explain', '--options', 'other.json'], says: 'The file "other.json" of --options cannot be read: ENOENT' },
    { args: ['explain', '--options', 'unknown.json'], says: 'Unknown option "colour"; the options are views, ' },
    { args: ['explain', '--html', 'none/report.html'], says: 'Cannot write the file "none/report.html" of --html: ENOENT' },
    { args: ['explain', 'data.json'], says: '"data.json" is not a view: the extensions of views are .ejs, .eta, ' },
    { args: ['check', ''], says: 'There is no file or folder ""' },
    { args: ['explain', 'views', ''], says: 'There is no file or folder ""' },
    { args: ['check', 'other'], says: 'There is no file or folder "other"' },
    { args: ['check', '--data', 'list.json'], says: 'The file "list.json" of --data must contain an object, got [1]' },
    { args: ['compare', 'other', '--data', 'data.json'], says: 'View "other" was not found: no file "other.html" or "other/index.html" in ' }
  ])('$args', async ({ args, says }) => {
    expect((await usageErrorOf(args, { cwd: folder.file('.') })).startsWith(says)).toBe(true)
  })

  test.each([
    { args: ['explain', '--options', 'other.js'], says: 'Cannot load the module "other.js" of --options: Cannot find module' },
    { args: ['explain', '--options', 'throws.js'], says: 'Cannot load the module "throws.js" of --options: no such day' },
    { args: ['explain', '--options', 'names.mjs'], says: 'Unknown option "colour"; the options are views, ' }
  ])('$args', async ({ args, says }) => {
    const { code, stdout, stderr } = await command(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`buffered-render: ${says}`)).toBe(true)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})

describe('the exit code is that of the command', () => {
  const modules = [
    'exitCode = 0',
    'on("exit", () => { process.exitCode = 0 })',
    'on("exit", () => process.exit(0))',
    'prependListener("exit", () => process.exit(0))',
    'on("exit", () => { throw new Error("late") })'
  ].map((code, i) => [`${i}.js`, `process.${code}\nmodule.exports = { name: 'Zoë' }`])
  const app = viewFolder({
    ...Object.fromEntries(modules),
    'other.js': 'process.exitCode = 3\nprocess.on("exit", () => { process.exitCode = 4 })\nmodule.exports = { name: 1 }',
    'waits.js': 'process.on("exit", () => { process.exitCode = 0 })\nmodule.exports = { extension: "ejs" }',
    'ends.js': 'process.on("exit", () => { process.exitCode = 0 })\nprocess.exit()',
    'views/broken.ejs': '<% if (',
    'views/fine.ejs': '<%= name %>'
  })
  const runIn = (...args) => run(args, { cwd: app.file('.') })

  test.each(modules)('with findings, whatever a module does: %s %s', async (file) => {
    for (const command of ['check', 'explain']) {
      const { code, stdout } = await runIn(command, 'views/broken.ejs', '--data', file)
      expect({ code, isPrinted: stdout.includes('broken.ejs') }).toEqual({ code: 1, isPrinted: true })
    }
  })

  test('without findings', async () => {
    expect(await runIn('check', 'views/fine.ejs', '--data', 'other.js')).toMatchObject({ code: 0, stderr: '' })
  })

  test('for an invalid command line, and for a module that ends the process', async () => {
    expect(await runIn('check', 'none', '--options', 'waits.js')).toMatchObject({ code: 2 })
    expect(await runIn('check', '--options', 'ends.js')).toMatchObject({ code: 1, stdout: '' })
  })

  test('though listeners of modules are called', async () => {
    const tidy = viewFolder({ 'tidy.js': 'process.on("exit", () => console.log("tidied up"))\nmodule.exports = {}', 'page.ejs': 'page' })
    const result = await run(['check', 'page.ejs', '--data', 'tidy.js'], { cwd: tidy.file('.') })
    expect(result).toMatchObject({ code: 0, stderr: 'tidied up\n' })
  })
})

describe('a view that throws in a timer', () => {
  // The last view of all: nothing else keeps the command busy meanwhile.
  const app = viewFolder({
    // One timer after the other, however long a turn of the event loop takes.
    'late/page.ejs': `<%
let turns = 10
const later = () => {
  if (turns-- === 0) throw new Error('late')
  setTimeout(later, 1)
}
later()
%>`,
    'interval/page.ejs': '<% setInterval(() => {}, 1e6) %>',
    'data.json': '{}'
  })

  test.each(['check', 'explain'])('is named by %s', async (name) => {
    const { code, stdout, stderr } = await run([name, 'late', '--data', 'data.json'], { cwd: app.file('.') })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^buffered-render: At the view "page\.ejs": Uncaught Error: late\n/)
  })

  test.each(['check', 'explain'])('is not waited for for ever by %s', async (name) => {
    expect(await run([name, 'interval', '--data', 'data.json'], { cwd: app.file('.') })).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a file or folder that cannot be read', () => {
  const app = viewFolder({ 'views/a/page.ejs': 'a', 'views/private/page.ejs': 'b', 'views/z.ejs': 'z' })
  beforeEach(() => {
    // The superuser may read all folders.
    const { readdirSync } = fs
    jest.spyOn(fs, 'readdirSync').mockImplementation((folder, ...args) => {
      if (path.basename(folder) !== 'private') return readdirSync(folder, ...args)
      throw Object.assign(new Error(`EACCES: permission denied, scandir '${folder}'`), { code: 'EACCES', path: folder })
    })
  })
  const MESSAGE = '"views/private" cannot be read: EACCES: permission denied, scandir '

  test.each(['check', 'explain'])('%s: is a finding, and the others are looked at', async (name) => {
    for (const targets of [[], ['views'], ['views/private', 'views/a', 'views/z.ejs']]) {
      const { code, note, notes = note.split('\n'), views } = await jsonOf(runHere, [name, ...targets], { cwd: app.file('.') })
      expect(views.map(({ file }) => file)).toEqual(['views/a/page.ejs', 'views/z.ejs'])
      expect(notes.filter((text) => text.startsWith(MESSAGE))).toHaveLength(1)
      expect(code).toBe(1)
    }
    const { stdout } = await runHere([name, 'views'], { cwd: app.file('.') })
    expect(stdout).toContain(`\n${MESSAGE}`)
  })

  const deny = () => {
    const { statSync } = fs
    jest.spyOn(fs, 'statSync').mockImplementation((file, ...args) => {
      if (path.basename(path.dirname(file)) !== 'private') return statSync(file, ...args)
      throw Object.assign(new Error(`EACCES: permission denied, stat '${file}'`), { code: 'EACCES', path: file })
    })
  }

  test.each(['check', 'explain'])('%s: is a finding if its folder may not be entered', async (name) => {
    deny()
    const { code, note, notes = note.split('\n'), views } = await jsonOf(runHere, [name, 'views/private/page.ejs', 'views/z.ejs'], { cwd: app.file('.') })
    expect(views.map(({ file }) => file)).toEqual(['views/z.ejs'])
    expect(notes.filter((text) => text.startsWith('"views/private/page.ejs" cannot be read: EACCES'))).toHaveLength(1)
    expect(code).toBe(1)
  })

  test('is an error if it is the folder of --data', async () => {
    deny()
    const message = await usageErrorOf(['check', 'views/z.ejs', '--data', 'views/private'], { cwd: app.file('.') })
    expect(message.startsWith('The folder "views/private" of --data cannot be read: EACCES')).toBe(true)
  })

  test('is an error if there is no other', async () => {
    expect((await usageErrorOf(['check', 'views/private'], { cwd: app.file('.') })).startsWith(MESSAGE)).toBe(true)
  })
})

test('exits silently when its reader closes the pipe', async () => {
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ${JSON.stringify([PROGRAM, 'explain', '--json'])})
    child.stdout.destroy()
    child.stderr.pipe(process.stdout)
    child.on('close', (code) => { process.exitCode = code })
  `
  const reader = viewFolder({ 'reader.js': script })
  const result = await run([], { cwd: folder.file('.'), program: reader.file('reader.js') })
  expect(result).toEqual({ code: 0, stdout: '', stderr: '' })
})
