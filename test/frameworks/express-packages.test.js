'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const { expressVersions } = require('../support/frameworks')
const { expectSame } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

/** The code of a package that reports whether its exports are read, as an engine's would be. */
const READ = `
const read = (globalThis.packagesRead ??= [])
module.exports = new Proxy({}, { get (target, name) { if (name !== '__esModule' && typeof name === 'string') read.push(__filename) } })`
const main = (name) => JSON.stringify({ name, main: 'index.js' })

const folder = viewFolder({
  'views/page.ejs': '<p><%= a %></p>',
  'node_modules/metadata/package.json': main('metadata'),
  'node_modules/metadata/index.js': READ,
  'node_modules/@eta/core/package.json': main('@eta/core'),
  'node_modules/@eta/core/index.js': READ,
  'node_modules/ejs-tools/package.json': main('ejs-tools'),
  'node_modules/ejs-tools/index.js': READ,
  'node_modules/metadata/node_modules/nested-pug/package.json': main('nested-pug'),
  'node_modules/metadata/node_modules/nested-pug/index.js': READ
})
afterAll(() => { delete globalThis.packagesRead })

/** Copies EJS, as a linked package or one with an alias is another copy. */
function copyTo (target, name = 'ejs') {
  const source = path.join(__dirname, '../../node_modules/ejs')
  fs.cpSync(source, folder.file(target), { recursive: true })
  const file = path.join(folder.file(target), 'package.json')
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file)), name }))
  return require(path.join(folder.file(target), 'lib/cjs/ejs.js'))
}

describe.each(expressVersions)('Express $version', ({ express }) => {
  const run = (engine) => expectSame(express, ({ app, pages }) => {
    app.set('views', folder.file('views')).engine('ejs', engine).set('view engine', 'ejs')
    app.use(pages()).get('/', (req, res) => res.render('page', { a: '<' }))
  })

  test('reads the exports of no package whose name only contains that of an engine', async () => {
    for (const name of ['metadata', '@eta/core', 'ejs-tools', 'metadata/node_modules/nested-pug']) require(folder.file(`node_modules/${name}/index.js`))
    globalThis.packagesRead.length = 0
    const { fallThrough } = await run((file, locals, done) => ejs.renderFile(file, locals, done))
    expect(fallThrough).toBe(1)
    expect(globalThis.packagesRead).toEqual([])
  })

  test.each([
    ['a linked package', 'linked/templating', 'ejs', 0],
    ['a package with an alias', 'node_modules/templating', 'ejs', 0],
    ['a scoped package with an alias', 'node_modules/@app/templating', 'ejs', 0],
    ['a nested package', 'node_modules/metadata/node_modules/ejs', 'ejs', 0],
    ['a package of another name', 'node_modules/ejs-fork', 'ejs-fork', 1]
  ])('%s', async (_, target, name, expected) => {
    const { alone, fallThrough } = await run(copyTo(target, name).renderFile)
    expect(alone.answers[0].body).toBe('<p>&lt;</p>')
    expect(fallThrough).toBe(expected)
  })
})
