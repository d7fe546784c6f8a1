'use strict'

const fc = require('fast-check')
const { createRenderer } = require('../..')
const { template } = require('../support/ejs-arbitrary')
const engines = require('../support/ejs-engines')
const { outcome } = require('../support/outcome')
const { viewFolder } = require('../support/view-folder')

const RUNS = 500

const withExtension = (partials) => Object.fromEntries(Object.entries(partials).map(([name, source]) => [`${name}.ejs`, source]))

test.each(engines)(`EJS $version: ${RUNS} generated templates render as by the engine`, async ({ engine }) => {
  await fc.assert(fc.asyncProperty(template(), async ({ source, locals, options, partials }) => {
    const folder = viewFolder({ 'page.ejs': source, ...withExtension(partials) })
    const renderer = createRenderer({
      views: folder.file(''), extension: 'ejs', engines: { ejs: engine }, engineOptions: { views: undefined, ...options }
    })
    const byEngine = () => outcome(() => engine.renderFile(folder.file('page.ejs'), { ...locals() }, options))
    const byUs = () => outcome(async () => (await renderer.render('page', locals())).toString())
    const inBytes = async () => (await renderer.render('page', locals())).toBuffer().toString()
    try {
      const expected = await byEngine()
      expect(await byUs()).toEqual(expected)
      // Other locals than those it was compiled for.
      const { title, ...fewer } = locals()
      const expectedOfFewer = await outcome(() => engine.renderFile(folder.file('page.ejs'), { ...fewer }, options))
      expect(await outcome(async () => (await renderer.render('page', fewer)).toString())).toEqual(expectedOfFewer)
      if ('output' in expected) expect(await inBytes()).toBe(Buffer.from(expected.output).toString())
    } finally {
      folder.remove()
    }
  }), { numRuns: RUNS })
}, 120_000)
