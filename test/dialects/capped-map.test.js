'use strict'

const { CappedMap } = require('../../lib/dialects/shared/capped-map')

test('a capped map keeps its first entries, which can still change', () => {
  const map = new CappedMap(2).set('a', 1).set('b', 2).set('c', 3).set('a', 4)
  expect([...map]).toEqual([['a', 4], ['b', 2]])
})
