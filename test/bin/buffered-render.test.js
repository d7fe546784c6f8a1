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
  'names.mjs': 'export const extension = "ejs"',
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
  test.each([[['--version']], [['explain', '--version']], [['compare', '--version']]])('the version for %j', async (args) => {
    expect(await command(...args)).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  })

  test.each([
    [['--help'], 'buffered-render <command> [options]', ['explain', 'compare', '--version', 'Exit codes']],
    [['explain', '--help'], 'buffered-render explain [views…] [options]', ['--data', '--options', '--views', '--json', '--html', '--version', 'pre-encoded']],
    [['compare', '--help'], 'buffered-render compare', ['--data <file>', '--options', '--views', '--rounds <n>', '(default: 5)', 'Exit codes: 0']]
  ])('what there is for %j', async (args, usage, words) => {
    const { code, stdout, stderr } = await command(...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.startsWith(`Usage: ${usage}`)).toBe(true)
    for (const word of words) expect(stdout).toContain(word)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })
})

describe('does not understand', () => {
  test.each([
    { args: [], says: 'No command was given', usage: '<command>' },
    { args: ['measure'], says: "There is no command 'measure'", usage: '<command>' },
    { args: ['toString'], says: "There is no command 'toString'", usage: '<command>' },
    { args: ['--json'], says: "There is no command '--json'", usage: '<command>' },
    { args: ['explain', '--jsn'], says: "Unknown option '--jsn'", usage: 'explain' },
    { args: ['explain', '--html'], says: "Option '--html <value>' argument missing", usage: 'explain' },
    { args: ['compare', '--jsn'], says: "Unknown option '--jsn'", usage: 'compare' }
  ])('$args', async ({ args, says, usage }) => {
    const { code, stdout, stderr } = await command(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`buffered-render: ${says}`)).toBe(true)
    expect(stderr).toContain(`\n\nUsage: buffered-render ${usage}`)
  })

  test.each([
    { args: ['explain', 'other'], says: 'There is no file or folder "other"' },
    { args: ['explain', '--views', 'other'], says: 'There is no folder "other" for --views' },
    { args: ['explain', '--views', 'data.json'], says: 'There is no folder "data.json" for --views' },
    { args: ['explain', '--data', 'other.json'], says: 'The file "other.json" of --data could not be read: ENOENT' },
    { args: ['explain', '--data', 'broken.json'], says: 'The file "broken.json" of --data is not JSON: Unexpected token' },
    { args: ['explain', '--data', 'list.json'], says: 'The file "list.json" of --data takes an object, got [1]' },
    { args: ['explain', '--options', 'other.json'], says: 'The file "other.json" of --options could not be read: ENOENT' },
    { args: ['explain', '--options', 'unknown.json'], says: 'Unknown option "colour"; the options are views, ' },
    { args: ['explain', '--html', 'none/report.html'], says: 'The file "none/report.html" of --html could not be written: ENOENT' },
    { args: ['explain', 'data.json'], says: '"data.json" is no view: views are .ejs, .eta, .handlebars, .hbs, .html, .liquid, .mustache, .njk, .nunjucks, .pug; ' },
    { args: ['compare', 'other', '--data', 'data.json'], says: 'View "other" was not found: no file "other.html" or "other/index.html" in ' }
  ])('$args', async ({ args, says }) => {
    const error = await runHere(args, { cwd: folder.file('.') }).catch((error) => error)
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message.startsWith(`buffered-render: ${says}`)).toBe(true)
  })

  test.each([
    { args: ['explain', '--options', 'other.js'], says: 'The module "other.js" of --options could not be loaded: Cannot find module' },
    { args: ['explain', '--options', 'throws.js'], says: 'The module "throws.js" of --options could not be loaded: no such day' },
    { args: ['explain', '--options', 'names.mjs'], says: 'The module "names.mjs" of --options has no default export' }
  ])('$args', async ({ args, says }) => {
    const { code, stdout, stderr } = await command(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`buffered-render: ${says}`)).toBe(true)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})

test('stops without a word where its reader has', async () => {
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
