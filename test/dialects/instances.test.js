'use strict'

const { Instances, isEqual } = require('../../lib/dialects/shared/instances')

describe('Instances', () => {
  const engine = {}
  let instances
  beforeEach(() => { instances = new Instances((engine, options) => ({ engine, options })) })

  test('are created from an engine and options', () => {
    expect(instances.get(engine, { a: 1 })).toEqual({ engine, options: { a: 1 } })
  })

  test('are shared by equal options of one engine', () => {
    const first = instances.get(engine, { a: 1, folders: ['x', 'y'] })
    expect(instances.get(engine, { folders: ['x', 'y'], a: 1 })).toBe(first)
    expect(instances.get(engine, { a: 1, folders: ['y', 'x'] })).not.toBe(first)
    expect(instances.get({}, { a: 1, folders: ['x', 'y'] })).not.toBe(first)
  })

  test('are limited in number; the oldest are dropped first', () => {
    const [first, second] = [0, 1].map((a) => instances.get(engine, { a }))
    for (let a = 2; a < 17; a++) instances.get(engine, { a })
    expect(instances.get(engine, { a: 1 })).toBe(second)
    expect(instances.get(engine, { a: 0 })).not.toBe(first)
  })
})

test.each([
  [{}, {}, true],
  [{ a: 1 }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [{ a: 1, b: 1 }, { a: 1 }, false],
  [{ a: undefined }, { b: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: {} }, { a: {} }, false],
  [{ a: [1] }, { a: [1] }, true],
  [{ a: [1] }, { a: [1, 2] }, false],
  [{ a: ['1'] }, { a: '1' }, false]
])('%j and %j are equal: %j', (a, b, expected) => {
  expect(isEqual(a, b)).toBe(expected)
})
