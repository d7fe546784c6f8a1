'use strict'

const mustache = require('mustache')
const texts = require('../support/hostile-texts')
const { sides } = require('../support/mustache-sides')

/** Every position in which a tag escapes. */
const POSITIONS = {
  'a value': { sources: { page: '[{{x}}]' } },
  'a dotted name': { sources: { page: '[{{o.x}}]' } },
  'an attribute': { sources: { page: '<a title="{{x}}" alt=\'{{x}}\'>' } },
  'an item': { sources: { page: '{{#list}}[{{.}}]{{/list}}' } },
  'a section': { sources: { page: '{{#o}}{{x}}{{/o}}{{^none}}{{x}}{{/none}}' } },
  'a function': { sources: { page: '[{{f}}]' } },
  'a partial': { sources: { page: '{{>part}}\n  {{>part}}\n', part: '{{x}}\n' } },
  'a lambda': { sources: { page: '{{#render}}{{x}}{{/render}}' } },
  'other delimiters': { sources: { page: '{{=<% %>=}}<%x%>' } },
  'a value, raw': { sources: { page: '{{{x}}}{{&x}}' } }
}

const localsOf = (x) => ({ x, o: { x }, list: [x, x], f: () => x, render: () => (text, render) => render(text) })

/** The escaping that there can be. */
const SETTINGS = {
  'of the engine': {},
  'by the option': { options: { escape: (text) => `(${text})` } },
  'by a function of the app': { escape: (text) => JSON.stringify(text) }
}

const stock = mustache.escape
afterEach(() => { mustache.escape = stock })

describe.each(Object.entries(SETTINGS))('escape %s', (_, { escape = stock, options }) => {
  test.each(Object.entries(POSITIONS))('in %s', async (name, { sources }) => {
    mustache.escape = escape
    const { stock: byEngine, ours, rendered, remove } = sides(sources, { options })
    try {
      for (const text of texts) {
        const expected = await byEngine(localsOf(text))
        expect(await ours(localsOf(text))).toEqual(expected)
        expect(rendered(localsOf(text)).toBuffer()).toEqual(Buffer.from(expected.output))
      }
    } finally {
      remove()
    }
  })
})

test('the function to escape with is looked up at each tag', async () => {
  const locals = () => ({ x: '<', n: 1, swap () { mustache.escape = (text) => `(${text})`; return '<' } })
  const page = '{{x}}{{n}}{{swap}}{{x}}{{n}}'
  const { stock: byEngine, ours, remove } = sides({ page })
  try {
    const expected = await byEngine(locals())
    mustache.escape = stock
    expect(await ours(locals())).toEqual(expected)
    expect(expected.output).toBe('&lt;1&lt;(<)1')

    mustache.escape = undefined
    expect(await ours(locals())).toEqual(await byEngine(locals()))
    mustache.escape = stock
    expect(await ours(locals())).toEqual(expected)
  } finally {
    remove()
  }
})
