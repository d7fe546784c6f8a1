'use strict'

const cases = require('../corpus/mustache')
const { sides } = require('../support/mustache-sides')

describe.each([['kept', true], ['checked for changes', false]])('templates %s', (_, cache) => {
  test.each(cases)('$name', async ({ sources, options, locals, throws }) => {
    const { stock, ours, remove } = sides(sources, { options, cache })
    try {
      for (const make of [...locals, ...locals]) {
        const expected = await stock(make())
        expect(await ours(make())).toEqual(expected)
        expect('error' in expected).toBe(throws)
      }
    } finally {
      remove()
    }
  })
})
