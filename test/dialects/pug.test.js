'use strict'

const corpus = require('../corpus/pug')
const { outcome } = require('../support/outcome')
const { byDialect, byEngine, fragmentsOf } = require('../support/pug-pages')
const { viewFolder } = require('../support/view-folder')

const settings = [
  {}, { compileDebug: false }, { compileDebug: true, pretty: true }, { inlineRuntimeFunctions: true },
  { doctype: 'html', compileDebug: false, pretty: '\t' }
]

test.each(corpus)('$name', async ({ page, files, options, locals, throws, spliced }) => {
  const folder = viewFolder({ 'page.pug': page, ...files })
  const file = folder.file('page.pug')
  const basedir = options.basedir === '' ? { basedir: folder.file('') } : {}
  try {
    for (const setting of settings) {
      const all = { ...setting, ...options, ...basedir }
      const expected = await outcome(() => byEngine(file, all, locals()))
      let rendered
      const actual = await outcome(() => {
        rendered = byDialect(file, all).render(locals())
        return rendered.toString()
      })
      expect(actual).toEqual(expected)
      expect('error' in expected).toBe(throws)
      if (throws) continue

      expect(rendered.toBuffer()).toEqual(Buffer.from(expected.output))
      if (spliced !== undefined) expect(fragmentsOf(rendered).length > 0).toBe(spliced)
    }
  } finally {
    folder.remove()
  }
})
