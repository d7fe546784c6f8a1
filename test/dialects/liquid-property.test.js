'use strict'

const fs = require('node:fs')
const fc = require('fast-check')
const liquidjs = require('liquidjs')
const { setUp, template } = require('../support/liquid-arbitrary')
const { outcomeOf, templatesOf } = require('../support/liquid-sides')
const { viewFolder } = require('../support/view-folder')

const RUNS = 2000

test(`${RUNS} generated templates render as by the engine`, async () => {
  const folder = viewFolder({})
  const file = folder.file('page.liquid')
  const create = (options, fails) => {
    const engine = new liquidjs.Liquid({ root: [folder.file('')], extname: '.liquid', ...options })
    setUp(engine, liquidjs, fails)
    return engine
  }
  let pages = 0
  try {
    await fc.assert(fc.asyncProperty(template, async ({ files, options, fails, locals }) => {
      for (const [name, source] of Object.entries(files)) fs.writeFileSync(folder.file(name), source)
      const [stock, own] = [create(options, fails), create(options, fails)]
      const templates = templatesOf(own)
      for (let i = 0; i < 2; i++) {
        const expected = await outcomeOf(() => stock.renderFile(file, locals(stock)))
        const actual = await outcomeOf(async () => templates.load(file).render(locals(own)))
        expect(actual).toEqual(expected)
        if ('text' in expected) pages++
      }
    }), { numRuns: RUNS })
  } finally {
    folder.remove()
  }
  // Most templates have to be pages, or little is compared.
  expect(pages).toBeGreaterThan(RUNS)
})
