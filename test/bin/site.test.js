'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { Site } = require('../../bin/site')
const { UsageError } = require('../../bin/usage-error')
const { dialects } = require('../../lib/dialects')
const { viewFolder } = require('../support/view-folder')
const { jsonOf, run } = require('./command')

const EXTENSIONS = dialects.flatMap(({ extensions }) => extensions).sort()

const folder = viewFolder({
  'app/views/index.ejs': '',
  'app/views/page.txt': '',
  'app/views/parts/card.hbs': '',
  'app/views/parts/node_modules/x/page.ejs': '',
  'app/views/z.pug': '',
  'app/theme/index.pug': '',
  'app/theme/parts/row.pug': '',
  'app/empty/readme.md': '',
  'app/views/folder.ejs/inside.pug': ''
})
fs.symlinkSync(folder.file('app/theme/index.pug'), folder.file('app/views/link.pug'))
fs.symlinkSync(folder.file('nowhere'), folder.file('app/views/gone.pug'))

const home = process.cwd()
beforeEach(() => process.chdir(folder.file('app')))
afterEach(() => process.chdir(home))

const shown = (views) => views.map(({ name, file, renderer }) => {
  const { roots } = renderer.folderViews.files
  return [name, path.relative('', file), ...roots.map((root) => path.relative('', root))]
})

describe('views', () => {
  test('of a folder are its files that have a dialect, named relative to it', () => {
    expect(shown(new Site({}).viewsOf('views'))).toEqual([
      ['folder.ejs/inside.pug', 'views/folder.ejs/inside.pug', 'views'],
      ['index.ejs', 'views/index.ejs', 'views'],
      ['link.pug', 'views/link.pug', 'views'],
      ['parts/card.hbs', 'views/parts/card.hbs', 'views'],
      ['z.pug', 'views/z.pug', 'views']
    ])
  })

  test('of a folder include the extensions of the options', () => {
    const views = new Site({ options: { engines: { txt: 'mustache' } } }).viewsOf('views')
    expect(shown(views)).toContainEqual(['page.txt', 'views/page.txt', 'views'])
  })

  test.each([
    ['within a folder of views are named relative to the latter', { folders: ['theme', 'views'] }, 'views/parts', [['parts/card.hbs', 'views/parts/card.hbs', 'theme', 'views']]],
    ['elsewhere are named relative to it', { options: { views: 'views' } }, 'theme', [['index.pug', 'theme/index.pug', 'views'], ['parts/row.pug', 'theme/parts/row.pug', 'views']]]
  ])('of a folder %s', (_, settings, target, expected) => {
    expect(shown(new Site(settings).viewsOf(target))).toEqual(expected)
  })

  test.each([
    ['views/parts/card.hbs', {}, ['parts/card.hbs', 'views/parts/card.hbs', 'views']],
    ['theme/parts/row.pug', {}, ['row.pug', 'theme/parts/row.pug', 'theme/parts']],
    ['theme/parts/row.pug', { folders: ['theme'] }, ['parts/row.pug', 'theme/parts/row.pug', 'theme']],
    ['theme/parts/row.pug', { folders: ['views'], options: { views: 'theme' } }, ['row.pug', 'theme/parts/row.pug', 'views']]
  ])('of the file %s with %j', (file, settings, expected) => {
    expect(shown(new Site(settings).viewsOf(file))).toEqual([expected])
  })

  test('of a folder share a renderer', () => {
    const site = new Site({})
    const [{ renderer }, ...others] = [...site.viewsOf('views'), ...site.viewsOf('views/z.pug')]
    for (const other of others) expect(other.renderer).toBe(renderer)
    expect(site.viewsOf('theme')[0].renderer).not.toBe(renderer)
  })

  test.each([
    ['nothing', 'There is no file or folder "nothing"'],
    ['', 'There is no file or folder ""'],
    ['empty', `There is no view in "empty": the extensions of views are ${EXTENSIONS.join(', ')}, .tea; to add others, set "engines" in the file of --options`],
    ['views/page.txt', '"views/page.txt" is not a view: the extensions of views are .ejs, '],
    ['views/gone.pug', 'There is no file or folder "views/gone.pug"']
  ])('of %s are an error', (target, message) => {
    const site = new Site({ options: { engines: { tea: 'mustache' } } })
    expect(() => site.viewsOf(target)).toThrow(UsageError)
    expect(() => site.viewsOf(target)).toThrow(message)
  })
})

describe('a view', () => {
  test.each([
    ['views/index.ejs', 'index.ejs', 'views'],
    ['theme/index.pug', 'index.pug', 'theme'],
    ['index.ejs', 'index.ejs', 'views'],
    ['parts/card.hbs', 'parts/card.hbs', 'views']
  ])('is found by %s', (given, name, root) => {
    const { file, ...view } = new Site({}).viewNamed(given)
    expect(shown([{ file, ...view }])).toEqual([[name, path.join(root, name), root]])
  })

  test.each([
    ['z', 'z.pug', 'views/z.pug'],
    ['parts/card', 'parts/card.hbs', 'views/parts/card.hbs'],
    ['index', 'index.ejs', 'views/index.ejs']
  ])('is found by %s, if only one has the name', (given, name, file) => {
    const view = new Site({}).viewNamed(given)
    expect(view).toMatchObject({ name, file: fs.realpathSync(folder.file(`app/${file}`)) })
    expect(view.renderer.folderViews.existing(name).load()).toBeDefined()
  })

  test('is not found by a name that several have, which are named', () => {
    const site = new Site({ folders: ['views', 'theme'] })
    expect(() => site.viewNamed('index')).toThrow(UsageError)
    expect(() => site.viewNamed('index')).toThrow(/; found "index\.ejs", "index\.pug": set the option "extension" to 'ejs' or 'pug'$/)
  })

  test('is found without its extension', () => {
    expect(new Site({ options: { extension: 'pug' } }).viewNamed('z')).toMatchObject({ name: 'z', file: fs.realpathSync(folder.file('app/views/z.pug')) })
  })

  test.each([
    ['', 'The name of a view must be a string that is not empty'],
    ['none', 'View "none" was not found: no file "none.html" or "none/index.html" in '],
    ['views', 'compare takes one view, and "views" is a folder'],
    ['page.txt', 'View "page.txt" has no known engine for ".txt"'],
    ['empty/readme.md', '"empty/readme.md" is not a view'],
    ['../theme/index', 'View "../theme/index" is outside of the views folders'],
    ['../theme/index.pug', 'View "../theme/index.pug" is outside of the views folders']
  ])('%s is not found', (name, message) => {
    expect(() => new Site({}).viewNamed(name)).toThrow(UsageError)
    expect(() => new Site({}).viewNamed(name)).toThrow(message)
  })
})

// Jest does not support import().
describe('the options', () => {
  const options = "{ views: 'pages', engines: { tea: 'mustache' }, engineOptions: { tags: ['[', ']'] } }"
  const files = {
    'options.json': options.replace(/(\w+):/g, '"$1":').replaceAll("'", '"'),
    'options.cjs': `module.exports = ${options}`,
    'options.js': `module.exports = ${options}`,
    'options.mjs': `console.log('loaded')\nexport default ${options}`,
    // As TypeScript and Babel compile `export default` and `export const`.
    'default.js': `Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = ${options}`,
    'names.js': `exports.__esModule = true\nObject.assign(exports, ${options})`
  }
  const app = viewFolder({ 'pages/one.tea': '<p>[name]</p>', ...files })

  test.each(Object.keys(files))('are loaded from %s', async (file) => {
    const explained = await jsonOf(run, ['explain', 'pages', '--options', file], { cwd: app.file('.') })
    expect(explained).toMatchObject({ code: 0, views: [{ name: 'one.tea', language: 'mustache', dynamicSegments: 1, static: { bytes: 7 } }] })
  })
})
