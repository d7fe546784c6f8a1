'use strict'

const fs = require('node:fs')
const { ViewFiles } = require('../../lib/views/view-files')
const outsideNames = require('../support/outside-names')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'secret.ejs': 'secret',
  'secrets/index.ejs': 'secret',
  'one/page.ejs': 'one',
  'one/both.ejs': 'one',
  'one/folder/index.ejs': 'one',
  'one/folder/deep/page.ejs': 'one',
  'one/two.parts.ejs': 'one',
  'one/x': 'a file',
  'two/both.ejs': 'two',
  'two/other.ejs': 'two',
  'two/page/index.ejs': 'two',
  'two/folder.ejs': 'two',
  'two/x/page.ejs': 'two'
})
const link = (target, name) => fs.symlinkSync(folder.file(target), folder.file(name))
link('secret.ejs', 'one/out.ejs')
link('secrets', 'one/out')
link('one/page.ejs', 'one/within.ejs')
link('one/folder', 'one/linked')
link('one/loop.ejs', 'one/loop.ejs')
link('one/nothing.ejs', 'one/dangling.ejs')
link('one', 'alias')
link('two/other.ejs', 'one/cross.ejs')

const one = new ViewFiles(folder.file('one'))
const both = new ViewFiles([folder.file('one'), folder.file('two')])

/** @throws {Error} for a view that is refused or has no file */
function expectFile (views, view, extension) {
  const file = views.find(view, extension)
  if (file === undefined) throw views.notFound(view, extension)
  return file
}

describe('a view is found', () => {
  test.each([
    { name: 'by its name', view: 'page', file: 'one/page.ejs' },
    { name: 'with its extension', view: 'page.ejs', file: 'one/page.ejs' },
    { name: 'in a folder', view: 'folder/deep/page', file: 'one/folder/deep/page.ejs' },
    { name: 'in a folder, with its extension', view: 'folder/deep/page.ejs', file: 'one/folder/deep/page.ejs' },
    { name: 'as the index of a folder', view: 'folder', file: 'one/folder/index.ejs' },
    { name: 'as the index of a folder with a slash', view: 'folder/', file: 'one/folder/index.ejs' },
    { name: 'from the folder itself', view: './page', file: 'one/page.ejs' },
    { name: 'with empty steps', view: 'folder//deep/page', file: 'one/folder/deep/page.ejs' },
    { name: 'with a dot in its name', view: 'two.parts', file: 'one/two.parts.ejs' },
    { name: 'by a link within the folder', view: 'within', file: 'one/within.ejs' },
    { name: 'by a link to a folder within it', view: 'linked', file: 'one/linked/index.ejs' }
  ])('$name', ({ view, file }) => {
    expect(one.find(view, '.ejs')).toBe(folder.file(file))
  })

  test.each([
    { name: 'in the first folder that has it', view: 'both', file: 'one/both.ejs' },
    { name: 'in the second', view: 'other', file: 'two/other.ejs' },
    { name: 'in the first as a file rather than an index in the second', view: 'page', file: 'one/page.ejs' },
    { name: 'in the first as an index rather than a file in the second', view: 'folder', file: 'one/folder/index.ejs' },
    { name: 'in the second, where the first has a file for a folder', view: 'x/page', file: 'two/x/page.ejs' }
  ])('$name of two', ({ view, file }) => {
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

  test.each([
    { name: 'a link to a file outside', view: 'out', error: /is a link to a file outside of its folder/ },
    { name: 'a link to a folder outside', view: 'out/index', error: /is a link to a file outside of its folder/ },
    { name: 'a link into another folder of views', view: 'cross', error: /is a link to a file outside of its folder/ },
    { name: 'a link to itself', view: 'loop', error: /was not found/ },
    { name: 'a link to nothing', view: 'dangling', error: /was not found/ },
    { name: 'a folder', view: 'folder/deep', error: /was not found/ },
    { name: 'a file of another extension', view: 'x', error: /was not found/ }
  ])('$name', ({ view, error }) => {
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
