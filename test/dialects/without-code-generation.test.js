'use strict'

const path = require('node:path')
const nunjucks = require('nunjucks')
const { filesOf, languages } = require('../support/languages')
const { prose } = require('../support/prose')
const { resultOf } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

/** Prints the page of the engine, that of the library, and what of it the engine rendered. */
const PROGRAM = `
  const { createRenderer } = require(${JSON.stringify(path.join(__dirname, '../..'))})
  const { languages } = require(${JSON.stringify(path.join(__dirname, '../support/languages'))})
  const views = process.cwd()
  const locals = { name: '<Zoë>', list: ['a', '<b>'], raw: '<br>' }
  async function main (extension) {
    const language = languages.find((each) => each.extension === extension)
    const { instance = require(process.env.ENGINE), render } = language.create(views)
    const renderer = createRenderer({ views, extension, engines: { [extension]: instance } })
    const page = await renderer.render('page', locals)
    const alone = await render('page', locals)
    process.stdout.write(JSON.stringify({ alone, ours: String(page), reasons: renderer.stats().engine }))
  }
  main(process.argv[1])`

test.each(languages.filter(({ generatesCode }) => !generatesCode))('$name splices pages', async (language) => {
  const folder = viewFolder(filesOf(language, language.varied(prose(500))))
  const args = ['--disallow-code-generation-from-strings', '-e', PROGRAM, language.extension]
  const { alone, ours, reasons } = await resultOf(args, { cwd: folder.file('.'), env: { ENGINE: require.resolve(language.package) } })
  expect(ours).toBe(alone)
  expect(alone).toContain('Zoë')
  expect(reasons).toEqual({})
})

/** Prints the page of a precompiled template from an Express app with the middleware, and from one without. */
const PRECOMPILED = `
  const { once } = require('node:events')
  const express = require(${JSON.stringify(require.resolve('express'))})
  const nunjucks = require(${JSON.stringify(require.resolve('nunjucks'))})
  const bufferedRender = require(${JSON.stringify(path.join(__dirname, '../..'))})
  globalThis.window = {}
  require('./precompiled')
  async function page (middlewares) {
    const app = express().set('view engine', 'njk')
    new nunjucks.Environment(new nunjucks.PrecompiledLoader(window.nunjucksPrecompiled), { autoescape: true }).express(app)
    app.use(...middlewares, (req, res) => res.render('page', { name: '<Zoë>' }))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const res = await fetch('http://127.0.0.1:' + server.address().port)
    return [res.status, await res.text()]
  }
  Promise.all([page([]), page([bufferedRender()])]).then((pages) => process.stdout.write(JSON.stringify(pages), () => process.exit()))`

test('precompiled templates of Nunjucks are rendered', async () => {
  const folder = viewFolder({ 'precompiled.js': nunjucks.precompileString('Hello {{ name }}', { name: 'page.njk' }) })
  const args = ['--disallow-code-generation-from-strings', '-e', PRECOMPILED]
  const [alone, ours] = await resultOf(args, { cwd: folder.file('.') })
  expect(ours).toEqual(alone)
  expect(alone).toEqual([200, 'Hello &lt;Zoë&gt;'])
})
