'use strict'

const ejs = require('ejs')
const pug = require('pug')
const dialect = require('../../lib/dialects').byName('pug')
const { templatesOf } = require('../support/templates-of')
const { replace } = require('../support/replaced')
const { viewFolder } = require('../support/view-folder')

const appWith = (locals) => ({ locals: Object.assign(Object.create(null), locals) })

test('the engine has two render functions, one of which Express calls', () => {
  expect(dialect.engineOf(pug.__express, pug)).toBe(pug)
  expect(dialect.engineOf(pug.renderFile, pug)).toBe(pug)
  expect(dialect.engineOf(ejs.renderFile, pug)).toBeUndefined()
  expect(dialect.engineOf(ejs.renderFile, ejs)).toBeUndefined()
  expect(dialect.expressFunction(pug)).toBe(pug.__express)
})

describe('the options of an app', () => {
  test('are the options of Pug in app.locals', () => {
    const options = { pretty: true, basedir: '/views', self: true, globals: ['x'], filters: {}, doctype: 'html', plugins: [] }
    expect(dialect.appOptions(pug, appWith({ ...options, settings: {}, title: 'T', name: 'n', cache: true }))).toEqual(options)
  })

  test.each([
    ['in development', 'development', {}, pug.__express, undefined],
    ['in production', 'production', {}, pug.__express, false],
    ['in production with renderFile', 'production', {}, pug.renderFile, undefined],
    ['in production, set by the app', 'production', { compileDebug: true }, pug.__express, true],
    ['in production, set to null', 'production', { compileDebug: null }, pug.__express, false]
  ])('debugging %s', (_, nodeEnv, locals, fn, compileDebug) => {
    replace(process.env, 'NODE_ENV', () => nodeEnv)
    expect(dialect.appOptions(pug, appWith(locals), fn).compileDebug).toBe(compileDebug)

    const options = { ...locals }
    fn('missing', options, () => {})
    expect(options.compileDebug).toBe(compileDebug)
  })
})

test('a template lists the files that it depends on', () => {
  const folder = viewFolder({
    'page.pug': 'extends layout\nblock a\n  include part',
    'layout.pug': 'div\n  block a\n  include text.txt',
    'part.pug': 'include deep/leaf',
    'deep/leaf.pug': 'p',
    'text.txt': 'text'
  })
  const { dependencies } = templatesOf('pug', pug).load(folder.file('page.pug')).program
  expect([...dependencies].sort()).toEqual(['deep/leaf.pug', 'layout.pug', 'part.pug', 'text.txt'].map(folder.file))
  expect(dependencies).toEqual(pug.compileFile(folder.file('page.pug')).dependencies)
})

test('a missing file is the same error as in Pug', () => {
  const read = (fn) => { try { return fn() } catch (error) { return error.message } }
  expect(read(() => dialect.read('/missing.pug'))).toBe(read(() => pug.renderFile('/missing.pug')))
})
