'use strict'

const corpus = require('../corpus/liquid')
const { fragmentsOf, sideBySide } = require('../support/liquid-sides')

test.each(corpus)('$name', async ({ throws, spliced, ...template }) => {
  for (const setup of [{ cache: true }, { cache: false }]) {
    const { expected, actual, streamed, rendered } = await sideBySide(template, setup)
    expect(actual).toEqual(expected)
    expect(streamed).toEqual(expected)
    if (throws !== undefined) expect('error' in expected[0]).toBe(throws)
    if (spliced !== undefined) expect(fragmentsOf(rendered).length > 0).toBe(spliced)
  }
})

test('an instance with a cache of its own, or with all errors, renders the corpus as well', async () => {
  const outcomes = []
  for (const options of [{ cache: true }, { catchAllErrors: true }]) {
    for (const template of corpus) {
      const { expected, actual } = await sideBySide({ ...template, options: { ...template.options, ...options } })
      if (JSON.stringify(actual) !== JSON.stringify(expected)) outcomes.push({ name: template.name, options, expected, actual })
    }
  }
  expect(outcomes).toEqual([])
})
