'use strict'

const fs = require('node:fs')
const fc = require('fast-check')
const { template } = require('../support/eta-arbitrary')
const engines = require('../support/eta-engines')
const { templatesOf } = require('../support/eta-side-by-side')
const { outcome } = require('../support/outcome')
const { viewFolder } = require('../support/view-folder')

const RUNS = 2_000

test.each(engines)(`Eta $version: ${RUNS} generated templates render as by the engine`, async ({ version, package: eta }) => {
  const folder = viewFolder({ 'page.eta': '' })
  let pages = 0
  try {
    await fc.assert(fc.asyncProperty(template(version !== '3'), async ({ files, config, locals }) => {
      for (const [name, source] of Object.entries(files)) fs.writeFileSync(folder.file(name), source)
      const settings = { views: folder.file(''), ...config }
      const stock = new eta.Eta(settings)
      const templates = templatesOf(new eta.Eta(settings))
      for (const make of [locals, locals]) {
        const expected = await outcome(() => stock.render('page', make()))
        const actual = await outcome(() => templates.load(folder.file('page.eta')).render(make()))
        if (!('output' in expected)) expect(actual).toEqual(expected)
        else {
          pages++
          expect(actual).not.toHaveProperty('error')
          expect(actual.output.toString()).toBe(expected.output)
          expect(actual.output.toBuffer().equals(Buffer.from(expected.output))).toBe(true)
        }
      }
    }), { numRuns: RUNS })
  } finally {
    folder.remove()
  }
  // Most templates have to be pages, or little is compared.
  expect(pages).toBeGreaterThan(RUNS)
})
