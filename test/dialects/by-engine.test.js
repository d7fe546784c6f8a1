'use strict'

const { isDeepStrictEqual } = require('node:util')
const dialects = require('../../lib/dialects')
const { endingsOf, page } = require('./side-by-side')

/** Pages of mustache.js are those of text, and text of Nunjucks may be what no file can have. */
const NOT_IN_FILES = ['half a character at the end', 'half a character before a value']

describe.each(dialects.dialects.map(({ name }) => name))('%s', (name) => {
  const language = require(`./languages/${name}`)

  test.each(language.engines.map((engine) => [engine.version, engine]))('version %s renders the corpus', async (version, { engine }) => {
    const load = () => { throw new Error('The dialect has loaded a template') }
    const byEngine = async (side, locals) => {
      const { filename, ...view } = side.view
      return await dialects.byName(name).byEngine(filename, { ...view, filename, load })(side.copiesLocals ? { ...locals } : locals) ?? ''
    }
    const examples = language.corpus.filter(({ engines, name }) => (engines?.includes(version) ?? true) && !NOT_IN_FILES.includes(name))
    const different = []
    for (const example of examples) {
      // The last one gives Nunjucks a file.
      const { endings: [expected, actual] } = await endingsOf(language, { engine, example, setting: language.usualSettings.at(-1) }, [page, byEngine])
      if (!isDeepStrictEqual(expected, actual)) different.push([example.name, expected, actual])
    }
    expect(different).toEqual([])
  })
})
