'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { childEnv } = require('../support/child-env')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'page.liquid': `${prose(500)}{{ name | escape }}{% if list %}{{ list | join: "," }}{% endif %}{% include "part" %}`,
  'part.liquid': `${prose(500)}{{ name }}`,
  'page.mustache': `${prose(500)}{{name}}{{#list}}<li>{{.}}</li>{{/list}}{{>part}}`,
  'part.mustache': `${prose(500)}{{{name}}}`
})
afterAll(() => folder.remove())

/** Prints the page of the engine, that of the library, and what of it the engine rendered. */
const PROGRAM = `
  const fs = require('node:fs')
  const path = require('node:path')
  const { createRenderer } = require(${JSON.stringify(path.join(__dirname, '../..'))})
  const views = process.cwd()
  const locals = { name: '<Zoë>', list: ['a', '<b>'] }
  const ALONE = {
    liquid: () => new (require(process.env.ENGINE).Liquid)({ root: views, extname: '.liquid' }).renderFile('page', locals),
    mustache: () => require(process.env.ENGINE).render(fs.readFileSync('page.mustache', 'utf8'), locals, (name) => fs.readFileSync(name + '.mustache', 'utf8'))
  }
  async function main (extension) {
    const renderer = createRenderer({ views, extension, engines: { [extension]: require(process.env.ENGINE) } })
    const page = await renderer.render('page', locals)
    const alone = await ALONE[extension]()
    process.stdout.write(JSON.stringify({ alone, ours: String(page), reasons: renderer.stats().engine }))
  }
  main(process.argv[1])`

test.each([['liquid', 'liquidjs'], ['mustache', 'mustache']])('%s splices pages', async (extension, name) => {
  const args = ['--disallow-code-generation-from-strings', '-e', PROGRAM, extension]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.file('.'), env: childEnv({ ENGINE: require.resolve(name) }) })
  const { alone, ours, reasons } = JSON.parse(stdout)
  expect(ours).toBe(alone)
  expect(alone).toContain('Zoë')
  expect(reasons).toEqual({})
})
