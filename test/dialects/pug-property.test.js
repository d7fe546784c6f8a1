'use strict'

const fs = require('node:fs')
const { isDeepStrictEqual } = require('node:util')
const fc = require('fast-check')
const { FILES, locals, template } = require('../support/pug-arbitrary')
const { outcome } = require('../support/outcome')
const { byDialect, byEngine, fragmentsOf, keepGenerated } = require('../support/pug-pages')
const { viewFolder } = require('../support/view-folder')

const RUNS = 2000

// A mixin that calls itself ends where the stack does, which our calls do not move.
const OVERFLOW = 'Maximum call stack size exceeded'

/** Whether a render ends in another way where less of the stack is left. */
const endsWithStack = async (expected, render) => !isDeepStrictEqual(await outcome(() => below(500, render)), expected)
const below = (calls, fn) => calls === 0 ? fn() : below(calls - 1, fn)

test(`${RUNS} generated templates render as by the engine`, async () => {
  const folder = viewFolder(FILES)
  const file = folder.file('page.pug')
  const seen = { output: 0, error: 0, spliced: 0 }
  try {
    await fc.assert(fc.asyncProperty(template(), async ({ source, options }) => {
      fs.writeFileSync(file, source)
      const { keep, engine } = keepGenerated()
      const expected = await outcome(() => byEngine(file, { ...options, plugins: [keep] }, locals()))
      let rendered
      const actual = await outcome(() => {
        rendered = byDialect(file, options, engine).render(locals())
        return rendered.toString()
      })
      if (expected.error?.message.includes(OVERFLOW)) return expect(actual.error.message).toContain(OVERFLOW)
      // Nor does a page say as much that catches that error by itself.
      if (source.includes('- try {') && !isDeepStrictEqual(actual, expected) && await endsWithStack(expected, () => byEngine(file, options, locals()))) return
      expect(actual).toEqual(expected)

      seen[Object.keys(expected)[0]]++
      if (rendered === undefined) return
      if (fragmentsOf(rendered).length > 0) seen.spliced++
      expect(rendered.toBuffer()).toEqual(Buffer.from(expected.output))
      expect(rendered.chunks.some((chunk, i, { [i - 1]: before }) => typeof chunk === 'string' && typeof before === 'string')).toBe(false)
    }), { numRuns: RUNS })
    // Most of them are to be pages, and these to have fragments.
    expect(seen.output).toBeGreaterThan(RUNS / 4)
    expect(seen.spliced).toBeGreaterThan(seen.output / 2)
  } finally {
    folder.remove()
  }
})
