'use strict'

const fc = require('fast-check')
const { createRenderer } = require('../..')
const { template } = require('../support/ejs-arbitrary')
const engines = require('../support/ejs-engines')
const { outcome } = require('../support/outcome')
const { viewFolder } = require('../support/view-folder')

const RUNS = 500

// An assignment to a name that nothing declares makes a global variable, which
// must not outlive the render.
const globals = new Set(Object.getOwnPropertyNames(globalThis))
function isolated (render) {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!globals.has(name)) delete globalThis[name]
  }
  return outcome(render)
}

const withExtension = (partials) => Object.fromEntries(Object.entries(partials).map(([name, source]) => [`${name}.ejs`, source]))

test.each(engines)(`EJS $version: ${RUNS} generated templates render as by the engine`, async ({ engine }) => {
  await fc.assert(fc.asyncProperty(template(), async ({ source, locals, options, partials }) => {
    const folder = viewFolder({ 'page.ejs': source, ...withExtension(partials) })
    const renderer = createRenderer({
      views: folder.file(''), extension: 'ejs', engines: { ejs: engine }, engineOptions: { views: undefined, ...options }
    })
    const byEngine = (data) => isolated(() => engine.renderFile(folder.file('page.ejs'), { ...data }, options))
    const byUs = (data) => isolated(async () => (await renderer.render('page', data)).toString())
    const inBytes = (data) => isolated(async () => (await renderer.render('page', data)).toBuffer().toString())
    try {
      const expected = await byEngine(locals())
      expect(await byUs(locals())).toEqual(expected)
      if ('output' in expected) expect(await inBytes(locals())).toEqual({ output: Buffer.from(expected.output).toString() })

      // Other locals than those that it was compiled for.
      const fewer = () => {
        const { title, ...rest } = locals()
        return rest
      }
      expect(await byUs(fewer())).toEqual(await byEngine(fewer()))
    } finally {
      folder.remove()
    }
  }), { numRuns: RUNS })
})
