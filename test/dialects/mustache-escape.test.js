'use strict'

const mustache = require('mustache')
const { sides } = require('./languages/mustache-sides')

const stock = mustache.escape
afterEach(() => { mustache.escape = stock })

test('the escape function is looked up at each tag', async () => {
  const locals = () => ({ x: '<', n: 1, swap () { mustache.escape = (text) => `(${text})`; return '<' } })
  const page = '{{x}}{{n}}{{swap}}{{x}}{{n}}'
  const { stock: byEngine, ours } = sides({ page })
  const expected = await byEngine(locals())
  mustache.escape = stock
  expect(await ours(locals())).toEqual(expected)
  expect(expected.output).toBe('&lt;1&lt;(<)1')

  mustache.escape = undefined
  expect(await ours(locals())).toEqual(await byEngine(locals()))
  mustache.escape = stock
  expect(await ours(locals())).toEqual(expected)
})
