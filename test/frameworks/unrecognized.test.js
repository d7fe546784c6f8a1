'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { filesOf, languages } = require('../support/languages')
const { prose } = require('../support/prose')
const { runNode } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const ROOT = path.join(__dirname, '../..')

/** Engines with code that is not known, or behind a function that cannot be asked for its instance. */
const changed = languages.filter(({ setUpChanged }) => setUpChanged)

const folder = viewFolder({
  'page.ejs': `${prose(500)}<%= name %>`,
  ...Object.assign({}, ...changed.map((language) => filesOf(language, { changed: `<p>${'lorem ipsum '.repeat(50)}</p>${language.print('name')}` })))
})

const program = ({ name, extension, package: engine }, isOurs) => `
  require('${engine}')
  const express = require('express')
  const app = express().set('views', ${JSON.stringify(folder.file('.'))}).set('view engine', '${extension}').set('env', 'test')
  require('./test/support/languages/${name}').setUpChanged(app)
  if (${isOurs}) app.use(require('.')({ compress: false, serverClasses: false }))
  app.get('/', (req, res) => res.render('changed', { name: '<Zoë>' }))
  const server = app.listen(0, '127.0.0.1', async () => {
    const pages = []
    for (let i = 0; i < 3; i++) pages.push(await (await fetch('http://127.0.0.1:' + server.address().port)).text())
    process.stdout.write(JSON.stringify(pages))
    server.close().closeAllConnections()
  })`

const run = (language, isOurs) => runNode(['-e', program(language, isOurs)])

test.each(changed)('an engine that is not recognised is named once, and renders its pages: $name', async (language) => {
  const [alone, ours] = await Promise.all([run(language, false), run(language, true)])
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'node_modules', language.package, 'package.json'), 'utf8'))
  expect(ours.stdout).toBe(alone.stdout)
  expect(alone.stdout).toContain('Zoë')
  expect(alone.stderr).toBe('')
  const warnings = ours.stderr.split('\n').filter((line) => line.includes('BUFFERED_RENDER_ENGINE'))
  expect(warnings).toEqual([expect.stringContaining(`Views of ${language.package} ${version} are rendered without a gain`)])
  expect(warnings[0]).toContain('See "No error, but no gain" in docs/errors.md of buffered-render')
  expect(fs.readFileSync(path.join(ROOT, 'docs/errors.md'), 'utf8')).toContain('\n## No error, but no gain\n')
  expect(warnings[0]).not.toContain('is not spliced')
  expect(warnings[0]).not.toContain('the app')
})

test.each([
  ['ejs', 'is rendered by functions of ejs whose code is unknown (ejs 2.6.2 is not spliced; 2.7.4 and 3.0.1 to 7.0.2 are: npm install ejs@7.0.2)', '2.6.2', 'Object.assign(Object.create(require(\'ejs\')), { VERSION: \'2.6.2\', compile: (...args) => require(\'ejs\').compile(...args) })'],
  ['eta', 'is rendered by functions of eta whose code is unknown (eta 2.2.0 is not spliced; 3.0.1 to 3.5.0 and 4.4.1 to 4.6.0 are: npm install eta@4.6.0)', '2.2.0', `{
    VERSION: '2.2.0', config: {}, compileToString () {}, renderAsync () {},
    renderFile: async (file, locals) => require('node:fs').readFileSync(file, 'utf8') + locals.name
  }`]
])('an old version renders its pages: %s', async (extension, reason, version, engine) => {
  fs.writeFileSync(folder.file('page.eta'), 'Eta ')
  const program = `
    const renderer = require('.').createRenderer({ views: ${JSON.stringify(folder.file('.'))}, extension: '${extension}', engines: { ${extension}: ${engine} } })
    renderer.render('page', { name: 'Zoë' }).then((page) => process.stdout.write(JSON.stringify([String(page), renderer.stats().engine])))`
  const { stdout, stderr } = await runNode(['-e', program])
  const [page, reasons] = JSON.parse(stdout)
  expect(page).toBe(`${extension === 'eta' ? 'Eta ' : prose(500)}Zoë`)
  expect(reasons).toEqual({ [reason]: 1 })
  expect(stderr).toContain(`Views of ${extension} ${version} are rendered without a gain`)
})

const ejs = "exports.__express = (file, locals, done) => done(null, 'an old ' + locals.name)"

test.each([
  ['the app has', { 'ejs/package.json': '{ "name": "ejs", "version": "2.6.2", "main": "ejs.js" }', 'ejs/ejs.js': ejs }, "require('ejs')", ': npm install ejs@7.0.2'],
  ['is a dependency of another package', {
    'layouts/package.json': '{ "name": "layouts", "dependencies": { "ejs": "2.6.2" } }',
    'layouts/index.js': "module.exports = require('ejs')",
    'layouts/node_modules/ejs/package.json': '{ "name": "ejs", "version": "2.6.2", "main": "ejs.js" }',
    'layouts/node_modules/ejs/ejs.js': ejs
  }, "require('layouts')", '. This copy is that of layouts'],
  ['is a dependency of another package, beside it', {
    '@the/layouts/package.json': '{ "name": "@the/layouts", "dependencies": { "ejs": "2.6.2" } }',
    '@the/layouts/index.js': "module.exports = require('ejs')",
    'ejs/package.json': '{ "name": "ejs", "version": "2.6.2", "main": "ejs.js" }',
    'ejs/ejs.js': ejs
  }, "require('@the/layouts')", '. This copy is that of @the/layouts']
])('a version that is too old for its function to be recognised is named with what to do: one that %s', async (_, modules, engine, advice) => {
  const app = viewFolder({
    ...Object.fromEntries(Object.entries(modules).map(([file, text]) => [`node_modules/${file}`, text])),
    'views/index.ejs': 'a new <%= name %>',
    'app.js': `
      const app = require(${JSON.stringify(require.resolve('express'))})().set('view engine', 'ejs').set('env', 'test').engine('ejs', ${engine}.__express)
      const handle = require(${JSON.stringify(ROOT)})()
      app.use(handle).get('/', (req, res) => res.render('index', { name: 'Zoë' }))
      const server = app.listen(0, '127.0.0.1', async () => {
        const page = await (await fetch('http://127.0.0.1:' + server.address().port)).text()
        process.stdout.write(JSON.stringify([page, handle.renderer.stats().engine]))
        server.close().closeAllConnections()
      })`
  })
  const { stdout, stderr } = await runNode(['app.js'], { cwd: app.file('.') })
  const reason = `is rendered by a function whose engine cannot be detected (ejs 2.6.2 is not spliced; 2.7.4 and 3.0.1 to 7.0.2 are${advice})`
  expect(JSON.parse(stdout)).toEqual(['an old Zoë', { [reason]: 1 }])
  expect(stderr).toContain(`Views of ejs 2.6.2 are rendered without a gain, because each ${reason}. See`)
})
