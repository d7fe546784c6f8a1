'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { ViewFiles } = require('../../lib/views/view-files')
const { read, tableOf } = require('../corpus/load')
const outsideNames = require('../support/outside-names')
const { viewFolder } = require('../support/view-folder')

const { files, links, ...cases } = read(path.join(__dirname, 'view-files.yaml'))

const folder = viewFolder(files)
for (const [name, target] of Object.entries(links)) fs.symlinkSync(folder.file(target), folder.file(name))

const one = new ViewFiles(folder.file('one'))
const both = new ViewFiles([folder.file('one'), folder.file('two')])

/** @throws {Error} for a view that is refused or has no file */
function expectFile (views, view, extension) {
  const file = views.find(view, extension)
  if (file === undefined) throw views.notFound(view, extension)
  return file
}

describe('a view is found', () => {
  test.each(tableOf(cases['found in one']))('%s', (_, view, file) => {
    expect(one.find(view, '.ejs')).toBe(folder.file(file))
  })

  test.each(tableOf(cases['found in both']))('%s of two', (_, view, file) => {
    expect(both.find(view, '.ejs')).toBe(folder.file(file))
  })

  test('in a folder that is itself a link', () => {
    expect(new ViewFiles(folder.file('alias')).find('page', '.ejs')).toBe(folder.file('alias/page.ejs'))
  })

  test('in a folder relative to the working directory', () => {
    const view = new ViewFiles('test/bin/views').find('index', '.ejs')
    expect(view).toBe(require.resolve('../bin/views/index.ejs'))
  })
})

describe('a view is refused', () => {
  test.each(outsideNames)('$name', ({ view, error }) => {
    expect(() => expectFile(one, view, '.ejs')).toThrow(error)
  })

  test.each(tableOf(cases.refused))('%s', (_, view, error) => {
    expect(() => expectFile(both, view, '.ejs')).toThrow(error)
  })

  test('with a TypeError if the name is not a string', () => {
    expect(() => expectFile(one, 1, '.ejs')).toThrow(TypeError)
  })

  test('with the view, the files and all folders', () => {
    expect(() => expectFile(both, 'none', '.ejs')).toThrow(`View "none" was not found: no file "none.ejs" or "none/index.ejs" in "${folder.file('one')}", "${folder.file('two')}"`)
  })

  test.each([
    ['page', `in "${folder.file('one')}", "${folder.file('two')}"; found "page.ejs": set the option "extension" to 'ejs'`],
    ['page.pug', `in "${folder.file('one')}", "${folder.file('two')}"; found "page.ejs"`],
    ['none', `in "${folder.file('one')}", "${folder.file('two')}"`]
  ])('with the files of the name %s that have another extension', (view, end) => {
    const views = new ViewFiles([folder.file('one'), folder.file('two')], ['.ejs', '.pug'])
    let message
    try { expectFile(views, view, '.pug') } catch (error) { ({ message } = error) }
    expect(message.slice(-end.length - 1)).toBe(` ${end}`)
  })

  test('in folders that do not exist', () => {
    expect(() => expectFile(new ViewFiles(folder.file('three')), 'page', '.ejs')).toThrow(/was not found/)
  })

  test('with the error of the file system, if it is another one', () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    jest.spyOn(fs, 'statSync').mockImplementation(() => { throw denied })
    expect(() => expectFile(one, 'page', '.ejs')).toThrow(denied)
  })
})
