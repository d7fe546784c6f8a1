'use strict'

const { Data } = require('../../bin/data')
const { viewFolder } = require('../support/view-folder')
const { jsonOf, run, usageErrorOf } = require('./command')

const PAGE = '<p><%= name %>, <%= date.getUTCFullYear() %>, <%= __("hello") %></p>'
const LOCALS = "{ name: 'Zoë', date: new Date(0), __: (key) => key + '!' }"

const folder = viewFolder({
  'views/index.ejs': PAGE,
  'views/shop/list.ejs': '<p><% teas.pop() %><%= teas.length %></p>',
  'views/other.mustache': '<p>{{name}}</p>',
  'object.js': `module.exports = ${LOCALS}`,
  'object.cjs': `module.exports = ${LOCALS}`,
  'object.mjs': `console.log('loaded')\nexport default ${LOCALS}`,
  'names.mjs': `export const { name, date, __ } = ${LOCALS}`,
  'typescript.js': `Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = ${LOCALS}`,
  'babel.js': `exports.__esModule = true\nexports.default = async () => (${LOCALS})`,
  'named.js': `exports.__esModule = true\nObject.assign(exports, ${LOCALS})`,
  'function.js': `module.exports = () => (${LOCALS})`,
  'promise.mjs': `export default async () => (${LOCALS})`,
  'throws.js': "module.exports = () => { throw 'no such day' }",
  'rejects.js': "module.exports = async () => { throw new Error('no such day') }",
  'broken.js': "throw new Error('no such day')",
  'text.js': "module.exports = 'Zoë'",
  'list.js': 'module.exports = () => [1]',
  'data/index.js': `module.exports = ${LOCALS}`,
  'data/shop/list.json': '{ "teas": [1, 2] }',
  'data/shop/list.js': 'throw new Error("not asked for")',
  'broken/other.json': '{ "name": }',
  'empty/none.json': '{}'
})

const cwd = folder.file('.')
const INDEX = '<p>Zoë, 1970, hello!</p>'

// Jest does not support import().
describe('a module', () => {
  test.each(['object.js', 'object.cjs', 'object.mjs', 'names.mjs', 'typescript.js', 'babel.js', 'named.js', 'function.js', 'promise.mjs'])('%s gives the locals, functions and dates as well', async (file) => {
    expect(await jsonOf(run, ['explain', 'views/index.ejs', '--data', file], { cwd })).toMatchObject({
      code: 0, views: [{ page: { bytes: Buffer.byteLength(INDEX) }, findings: [] }]
    })
  })

  test('is loaded by the processes that compare', async () => {
    expect(await jsonOf(run, ['compare', 'index', '--data', 'promise.mjs', '--rounds', '1'], { cwd })).toMatchObject({
      code: 0, name: 'index.ejs', identical: true, bytes: Buffer.byteLength(INDEX)
    })
  })

  test.each([
    ['broken.js', 'Cannot load the module "broken.js" of --data: no such day'],
    ['throws.js', 'The function of the module "throws.js" of --data failed: no such day'],
    ['rejects.js', 'The function of the module "rejects.js" of --data failed: no such day'],
    ['text.js', 'The module "text.js" of --data must export an object, or a function that gives one, got a string'],
    ['list.js', 'The module "list.js" of --data must export an object, or a function that gives one, got an array'],
    ['none.js', 'Cannot load the module "none.js" of --data: Cannot find module']
  ])('%s: %s', async (file, message) => {
    const { code, stdout, stderr } = await run(['explain', 'views/index.ejs', '--data', file], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`buffered-render: ${message}`)).toBe(true)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})

describe('a folder', () => {
  test('gives each view its own locals, and none to a view without a file', async () => {
    const { code, views } = await jsonOf(run, ['explain', '--data', 'data'], { cwd })
    expect(views.map(({ name, page }) => [name, page?.bytes])).toEqual([
      ['index.ejs', Buffer.byteLength(INDEX)],
      ['other.mustache', undefined],
      ['shop/list.ejs', '<p>1</p>'.length]
    ])
    expect(code).toBe(0)
  })

  test('gives compare the locals of its view', async () => {
    const comparison = await jsonOf(run, ['compare', 'shop/list', '--data', 'data', '--rounds', '1'], { cwd })
    expect(comparison).toMatchObject({ name: 'shop/list.ejs', changes: true })
    expect(comparison).not.toHaveProperty('errors')
  })

  test.each([
    [['explain', '--data', 'empty'], 'The folder "empty" of --data has no file for a view, such as "empty/index.json"'],
    [['explain', '--data', 'broken'], 'The file "broken/other.json" of --data is not JSON: '],
    [['compare', 'other.mustache', '--data', 'data'], 'The folder "data" of --data has no file for the view "other.mustache", such as "data/other.json"']
  ])('%j: %s', async (args, message) => {
    expect((await usageErrorOf(args, { cwd })).startsWith(message)).toBe(true)
  })
})

test('each view gets an object of its own', async () => {
  const data = new Data(folder.file('data'))
  const view = { name: 'shop/list.ejs', file: folder.file('views/shop/list.ejs') }
  const first = await data.localsOf(view)
  first.teas.pop()
  expect(await data.localsOf(view)).toEqual({ teas: [1, 2] })
})
