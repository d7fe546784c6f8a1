'use strict'

const corpus = require('../corpus/eta')
const engines = require('../support/eta-engines')
const { sideBySide } = require('../support/eta-side-by-side')

describe.each(engines)('Eta $version', ({ version, package: eta }) => {
  test.each(corpus.filter((each) => each.engines.includes(version)))('$name', async ({ throws, ...template }) => {
    const { expected, actual, streamed } = await sideBySide(eta, template)
    expect(actual).toEqual(expected)
    expect(streamed).toEqual(expected)
    if (throws) expect(expected.every((each) => 'error' in each)).toBe(true)
  })
})
