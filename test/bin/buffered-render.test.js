'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UsageError } = require('../../bin/usage-error')
const packageJson = require('../../package.json')
const { viewFolder } = require('../support/view-folder')
const { PROGRAM, run, runHere } = require('./command')

const folder = viewFolder({
  'views/page.mustache': '<p>{{name}}</p>',
  'data.json': '{ "name": "Zoë" }',
  'broken.json': '{ "name": }',
  'list.json': '[1]',
  'throws.js': 'throw new Error("no such day")',
  'names.mjs': 'export const colour = "red"',
  'unknown.json': '{ "colour": "red" }'
})
afterAll(() => folder.remove())

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
    [['--help'], 'buffered-render <command> [options]', ['explain', 'check', 'compare', '--version', 'Exit codes']],
    [['-h'], 'buffered-render <command> [options]', ['explain', 'check', 'compare', '--version', 'Exit codes']],
    [['compare', '-h'], 'buffered-render compare', ['-h, --help']],
    [['explain', '--help'], 'buffered-render explain [views…] [options]', ['--data', '--options', '--views', '--dictionary', '--json', '--html', '--version', 'pre-encoded']],
    [['check', '--help'], 'buffered-render check [views…] [options]', ['--data', '--options', '--views', '--json', '--version', 'Exit codes: 0']],
    [['compare', '--help'], 'buffered-render compare', ['--data <file>', '--options', '--views', '--rounds <n>', '(default: 3)', 'Exit codes: 0']]
  ])('the usage for %j', async (args, usage, words) => {
    const { code, stdout, stderr } = await command(...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.startsWith(`Usage: ${usage}`)).toBe(true)
    for (const word of words) expect(stdout).toContain(word)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
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
    { args: ['check', 'other'], says: 'There is no file or folder "other"' },
    { args: ['check', '--data', 'list.json'], says: 'The file "list.json" of --data must contain an object, got [1]' },
    { args: ['compare', 'other', '--data', 'data.json'], says: 'View "other" was not found: no file "other.html" or "other/index.html" in ' }
  ])('$args', async ({ args, says }) => {
    const error = await runHere(args, { cwd: folder.file('.') }).catch((error) => error)
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message.startsWith(says)).toBe(true)
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
  reader.remove()
  expect(result).toEqual({ code: 0, stdout: '', stderr: '' })
})
