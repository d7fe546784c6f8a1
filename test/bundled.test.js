'use strict'

const path = require('node:path')
const { build } = require('esbuild')
const Mustache = require('mustache')
const { languages } = require('./support/languages')
const { runNode } = require('./support/run-script')
const { viewFolder } = require('./support/view-folder')

const folder = viewFolder({
  'views/page.html': '<p>{{name}}</p>',
  ...Object.fromEntries(languages.map(({ extension, print }) => [`views/page.${extension}`, `<p>${'lorem ipsum '.repeat(50)}</p>${print('name')}`]))
})

const PROGRAM = `
  const { createRenderer } = require(${JSON.stringify(path.join(__dirname, '..'))})
  createRenderer({ views: 'views' }).render('page', { name: '<Zoë>' }).then((page) => process.stdout.write(String(page)))`

/** See docs/development.md, Bundlers. */
const CHANGED_BY_ESBUILD = ['eta', 'handlebars', 'liquidjs', 'mustache', 'nunjucks']

const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

test.each([['cjs', {}], ['esm', { js: BANNER }]])('a bundle (%s) contains Mustache, whose changed code is named', async (format, banner) => {
  const outfile = folder.file(format === 'esm' ? 'app.mjs' : 'app.cjs')
  await build({ stdin: { contents: PROGRAM, resolveDir: __dirname }, bundle: true, platform: 'node', logLevel: 'error', format, banner, outfile })
  const { stdout, stderr } = await runNode([outfile], { cwd: folder.file('.') })
  expect(stdout).toBe(Mustache.render('<p>{{name}}</p>', { name: '<Zoë>' }))
  const { version } = require('mustache/package.json')
  expect(stderr).toContain(`Views of mustache ${version} are rendered without a gain, because each is rendered by functions of mustache whose code is unknown, such as `)
})

/** @returns {Promise<string[]>} the warnings of an engine in a bundle, whose pages are those without the library */
async function warningsInBundle ({ name, extension, package: engine }, minify) {
  const contents = `
    const { instance = require('${engine}'), render } = require('./support/languages/${name}').create('views')
    const locals = { name: '<Zoë>' }
    const renderer = require(process.env.LIBRARY).createRenderer({ views: 'views', extension: '${extension}', engines: { ${extension}: instance } })
    const rendered = async () => String(await renderer.render('page', { ...locals }))
    Promise.all([render('page', locals), rendered(), rendered()]).then((pages) => process.stdout.write(JSON.stringify(pages)))`
  const outfile = folder.file(`${name}.cjs`)
  await build({ stdin: { contents, resolveDir: __dirname }, bundle: true, minify, platform: 'node', logLevel: 'error', outfile })
  const { stdout, stderr } = await runNode([outfile], { cwd: folder.file('.'), env: { LIBRARY: path.join(__dirname, '..') } })
  const [alone, ...ours] = JSON.parse(stdout)
  expect(alone).toContain('Zoë')
  expect(ours).toEqual([alone, alone])
  return stderr.split('\n').filter((line) => line.includes('BUFFERED_RENDER_ENGINE'))
}

test.each(languages)('an engine in a minified bundle is named, and renders its pages: $name', async (language) => {
  expect(await warningsInBundle(language, true)).toEqual([expect.stringContaining(`Views of ${language.package} `)])
})

test.each(languages)('the code of an engine in a bundle is known, or docs/development.md names the engine: $name', async (language) => {
  const isNamed = CHANGED_BY_ESBUILD.includes(language.package)
  expect(await warningsInBundle(language, false)).toHaveLength(isNamed ? 1 : 0)
})
