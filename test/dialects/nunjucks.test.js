'use strict'

const corpus = require('../corpus/nunjucks')
const { bothPrograms, bothSides, fragmentsOf } = require('../support/nunjucks-sides')

const settings = [
  {}, { loader: 'async' }, { loader: 'uncached' }, { options: { autoescape: false } }, { options: { throwOnUndefined: true } },
  { options: { dev: true } }, { options: { trimBlocks: true, lstripBlocks: true } }
]

// An error that the loader's callback throws ends the process.
describe.each(corpus)('$name', ({ throws, spliced, sync, ...example }) => {
  test.each(settings.filter(({ loader }) => !(sync && loader === 'async')))('%j', async (setting) => {
    for (const bothWays of [bothSides, bothPrograms]) {
      const { expected, actual, streamed, pages } = await bothWays(example, setting)
      expect(actual).toEqual(expected)
      expect(streamed).toEqual(expected)
      pages.forEach((page, i) => expect(page.toBuffer()).toEqual(Buffer.from(expected.filter((each) => 'output' in each)[i].output)))
      if (setting.options || setting.loader) continue
      expect('error' in expected[0]).toBe(throws)
      if (spliced !== undefined) expect(fragmentsOf(pages[0]).length).toBe(spliced)
    }
  })
})
