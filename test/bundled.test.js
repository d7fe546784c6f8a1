'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { build } = require('esbuild')
const Mustache = require('mustache')
const { childEnv } = require('./support/child-env')
const { prose } = require('./support/prose')
const { viewFolder } = require('./support/view-folder')

const folder = viewFolder({
  'views/page.html': '<p>{{name}}</p>',
  'views/page.ejs': `${prose(500)}<%= name %>`,
  'views/page.eta': `${prose(500)}<%= it.name %>`,
  'views/page.hbs': `${prose(500)}{{name}}`,
  'views/page.liquid': `${prose(500)}{{ name | escape }}`,
  'views/page.njk': `${prose(500)}{{ name }}`,
  'views/page.pug': `p ${'lorem ipsum '.repeat(50)}\np= name`
})
afterAll(() => folder.remove())

const PROGRAM = `
  const { createRenderer } = require(${JSON.stringify(path.join(__dirname, '..'))})
  createRenderer({ views: 'views' }).render('page', { name: '<Zoë>' }).then((page) => process.stdout.write(String(page)))`

const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

test.each([['cjs', {}], ['esm', { js: BANNER }]])('a bundle (%s) contains Mustache, whose changed code is named', async (format, banner) => {
  const outfile = folder.file(format === 'esm' ? 'app.mjs' : 'app.cjs')
  await build({ stdin: { contents: PROGRAM, resolveDir: __dirname }, bundle: true, platform: 'node', logLevel: 'error', format, banner, outfile })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder.file('.'), env: childEnv() })
  expect(stdout).toBe(Mustache.render('<p>{{name}}</p>', { name: '<Zoë>' }))
  const { version } = require('mustache/package.json')
  expect(stderr).toContain(`Views of mustache ${version} are rendered without a gain, because each uses a Mustache whose code is unknown`)
})

/** Engines, the instances that render views, and pages of the engine alone. */
const ENGINES = {
  ejs: ['ejs', 'engine', "engine.renderFile('views/page.ejs', locals)"],
  eta: ['eta', "new engine.Eta({ views: 'views' })", "instance.render('page', locals)"],
  hbs: ['handlebars', 'engine', "engine.compile(require('node:fs').readFileSync('views/page.hbs', 'utf8'))(locals)"],
  liquid: ['liquidjs', "new engine.Liquid({ root: 'views', extname: '.liquid' })", "instance.renderFile('page', locals)"],
  mustache: ['mustache', 'engine', "engine.render(require('node:fs').readFileSync('views/page.html', 'utf8'), locals)"],
  njk: ['nunjucks', "engine.configure('views')", "instance.render('page.njk', locals)"],
  pug: ['pug', 'engine', "engine.renderFile('views/page.pug', locals)"]
}

test.each(Object.entries(ENGINES))('an engine in a minified bundle is named, and renders its pages: %s', async (language, [name, instance, page]) => {
  const extension = language === 'mustache' ? 'html' : language
  const contents = `
    const engine = require('${name}')
    const instance = ${instance}
    const locals = { name: '<Zoë>' }
    const renderer = require(process.env.LIBRARY).createRenderer({ views: 'views', extension: '${extension}', engines: { ${extension}: instance } })
    const render = async () => String(await renderer.render('page', { ...locals }))
    Promise.all([${page}, render(), render()]).then((pages) => process.stdout.write(JSON.stringify(pages)))`
  const outfile = folder.file(`${language}.cjs`)
  await build({ stdin: { contents, resolveDir: __dirname }, bundle: true, minify: true, platform: 'node', logLevel: 'error', outfile })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder.file('.'), env: childEnv({ LIBRARY: path.join(__dirname, '..') }) })
  const [alone, ...ours] = JSON.parse(stdout)
  expect(alone).toContain('Zoë')
  expect(ours).toEqual([alone, alone])
  const warnings = stderr.split('\n').filter((line) => line.includes('BUFFERED_RENDER_ENGINE'))
  expect(warnings).toEqual([expect.stringContaining(`Views of ${name} `)])
})
