'use strict'

const path = require('node:path')
const { createRenderer } = require('../..')
const corpus = require('../corpus/ejs')
const engines = require('../support/ejs-engines')
const { outcome } = require('../support/outcome')
const { streamedText } = require('../support/streamed')

const views = path.join(__dirname, '../corpus/ejs/views')

/**
 * The two ways in which a page can differ, and what there is instead.
 */
const DIFFERENCES = {
  // A template that returns early gives no string at all; as a page that is an empty one.
  'a template that returns nothing': (output) => output ?? '',
  // The JavaScript that EJS generates for a tag is not the JavaScript that runs.
  'the source of functions that hold text': (output) => output.replace(/(?<=function block).*/s, '')
}

const same = (output) => output

describe.each(engines)('EJS $version', ({ version, engine }) => {
  const cases = corpus.filter((each) => each.engines.includes(version))

  describe.each([['kept', true], ['checked for changes', false]])('templates %s', (_, cache) => {
    test.each(cases)('$name', async ({ name, view, file, options, locals }) => {
      const normalise = DIFFERENCES[name] ?? same
      const renderer = createRenderer({
        views, extension: 'ejs', engines: { ejs: engine }, engineOptions: { views: undefined, ...options }, cache
      })
      for (const make of [...locals, ...locals]) {
        engine.clearCache()
        const expected = await outcome(async () => normalise(await engine.renderFile(file, { ...make() }, { ...options, cache })))
        engine.clearCache()
        const actual = await outcome(async () => normalise((await renderer.render(view, make())).toString()))
        expect(actual).toEqual(expected)
        engine.clearCache()
        const streamed = await outcome(async () => normalise(await streamedText(renderer.load(view), { ...make() })))
        expect(streamed).toEqual(expected)
      }
    })
  })
})
