'use strict'

const path = require('node:path')
const nunjucks = require('nunjucks')
const { filesOf, languages } = require('../support/languages')
const { prose } = require('../support/prose')
const { resultOf } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const PROGRAMS = path.join(__dirname, 'without-code-generation')

test.each(languages.filter(({ generatesCode }) => !generatesCode))('$name splices pages', async (language) => {
  const folder = viewFolder(filesOf(language, language.varied(prose(500))))
  const args = ['--disallow-code-generation-from-strings', path.join(PROGRAMS, 'page.js'), language.extension]
  const { alone, ours, reasons } = await resultOf(args, { cwd: folder.file('.'), env: { ENGINE: require.resolve(language.package) } })
  expect(ours).toBe(alone)
  expect(alone).toContain('Zoë')
  expect(reasons).toEqual({})
})

test('precompiled templates of Nunjucks are rendered', async () => {
  const folder = viewFolder({ 'precompiled.js': nunjucks.precompileString('Hello {{ name }}', { name: 'page.njk' }) })
  const args = ['--disallow-code-generation-from-strings', path.join(PROGRAMS, 'precompiled.js'), folder.file('precompiled.js')]
  const [alone, ours] = await resultOf(args)
  expect(ours).toEqual(alone)
  expect(alone).toEqual([200, 'Hello &lt;Zoë&gt;'])
})
