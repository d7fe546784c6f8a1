'use strict'

const path = require('node:path')
const fc = require('fast-check')
const { createRenderer } = require('../..')
const { dialects } = require('../../lib/dialects')
const { everything, propertyRuns } = require('../support/level')

/** Of Liquid, the corpus has tags that keep state; of Nunjucks, pages that never end. */
const WITHOUT_CORPUS = ['liquid', 'nunjucks']

let warnings
beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  warnings = []
  jest.spyOn(process, 'emitWarning').mockImplementation((message, { code }) => warnings.push({ message, code }))
})

/** Renders an example as the view of an app. @returns {Promise<object>} the results of its view */
async function check (language, engine, example, setting) {
  const folder = language.folderOf?.(example)
  const side = language.open({ engine, folder, example, setting })
  try {
    const { filename, engine: owner, options: { views, cache = true, ...engineOptions } } = side.view
    const renderer = createRenderer({ views: path.dirname(filename), engines: { [path.extname(filename)]: owner }, engineOptions, cache, mode: 'report' })
    const all = [example.locals ?? (() => ({}))].flat()
    for (const locals of [...all, ...all]) {
      side.before?.()
      const page = renderer.render(path.basename(filename), locals())
      await (side.limit?.(page) ?? page).catch(() => {})
    }
    const [results] = Object.values(renderer.stats().checks)
    return results ?? { same: 0, notCompared: 0 }
  } finally {
    side.close?.()
    folder?.remove()
  }
}

const differences = () => warnings.filter(({ code }) => code === 'BUFFERED_RENDER_DIFFERENCE').map(({ message }) => message)

/** Nunjucks writes `index` and more to each object of such a loop: the page changes its locals (docs/proof.md). */
const LOOP_OVER_LOOP = /\bfor loop in\b/

describe.each(dialects)('$name', ({ name }) => {
  const language = require(`../dialects/languages/${name}`)
  const { version, engine } = language.engines.at(-1)
  const setting = language.usualSettings[0]
  const examples = language.corpus.filter(({ engines, fits }) => (engines?.includes(version) ?? true) && (fits?.(setting) ?? true))

  if (everything && !WITHOUT_CORPUS.includes(name)) {
    test('the corpus', async () => {
      const totals = { same: 0, notCompared: 0 }
      for (const example of examples) {
        const { same, notCompared } = await check(language, engine, example, setting)
        totals.same += same
        totals.notCompared += notCompared
      }
      expect(differences()).toEqual([])
      expect(totals.same).toBeGreaterThan(examples.length)
      expect(totals.notCompared).toBeLessThan(totals.same / 10)
    })
  }

  test.each(language.generated)('generated: $name', async ({ examples }) => {
    await fc.assert(fc.asyncProperty(examples(version), async (example) => {
      fc.pre(!LOOP_OVER_LOOP.test(JSON.stringify([example.page, example.files])))
      warnings = []
      await check(language, engine, example, setting)
      expect(differences()).toEqual([])
    }), propertyRuns(700))
  })
})
