'use strict'

const { isConfirmed, stateOf } = require('../../lib/fragments/freshness')

const NOW = 100_000
const ago = (ms) => NOW - ms
const ahead = (ms) => NOW + ms

const never = -Infinity
const away = { isAway: true, returnedAt: never }
const there = { isAway: false, returnedAt: never }
const back = { isAway: false, returnedAt: ago(100) }

test.each([
  // breaker, isFresh, confirmedAt, freshUntil, staleUntil, state
  ['without a store, before its ttl', undefined, true, ago(5000), ahead(1), ahead(9), 'fresh'],
  ['without a store, made of a stale part', undefined, false, ago(5000), ahead(1), ahead(9), 'fresh'],
  ['without a store, overtaken', undefined, true, never, ahead(1), ahead(9), 'fresh'],
  ['without a store, at its ttl', undefined, true, ago(1), NOW, ahead(9), 'stale'],
  ['without a store, at the end', undefined, true, ago(1), ago(9), NOW, 'gone'],
  ['without a store, no stale time', undefined, true, ago(1), NOW, NOW, 'gone'],
  ['the store is away, before its ttl', away, true, never, ahead(1), ahead(9), 'fresh'],
  ['the store is away, after its ttl', away, true, ago(1), ago(1), ahead(9), 'stale'],
  ['the store is away, at the end', away, true, ago(1), ago(9), ago(1), 'gone'],
  ['just compared', there, true, NOW, ahead(9), ahead(9), 'fresh'],
  ['compared 249 ms ago', there, true, ago(249), ahead(9), ahead(9), 'fresh'],
  ['compared 250 ms ago', there, true, ago(250), ahead(9), ahead(9), 'due'],
  ['compared 999 ms ago', there, true, ago(999), ahead(9), ahead(9), 'due'],
  ['compared a second ago', there, true, ago(1000), ahead(9), ahead(9), 'compare'],
  ['never compared', there, true, never, ahead(9), ahead(9), 'compare'],
  ['compared, at its ttl', there, true, ago(1), NOW, ahead(9), 'compare'],
  ['compared, at the end', there, true, ago(1), ago(9), ago(1), 'compare'],
  ['stale, compared 999 ms ago', there, false, ago(999), ahead(9), ahead(9), 'stale'],
  ['stale, compared 999 ms ago, at its ttl', there, false, ago(999), ago(9), ahead(9), 'stale'],
  ['stale, compared a second ago', there, false, ago(1000), ahead(9), ahead(9), 'compare'],
  ['stale, never compared', there, false, never, ahead(9), ahead(9), 'compare'],
  ['compared before the store was away', back, true, ago(101), ahead(9), ahead(9), 'compare'],
  ['compared as the store came back', back, true, ago(100), ahead(9), ahead(9), 'compare'],
  ['compared since the store is back', back, true, ago(99), ahead(9), ahead(9), 'fresh'],
  ['stale, compared before the store was away', back, false, ago(101), ahead(9), ahead(9), 'compare']
])('the state of an entry: %s', (_, breaker, isFresh, confirmedAt, freshUntil, staleUntil, state) => {
  expect(stateOf({ isFresh, confirmedAt, freshUntil, staleUntil }, NOW, breaker)).toBe(state)
})

describe('a call gets an entry that was looked up or loaded for it', () => {
  const known = new Map([['#a', 'x'], ['#b', 'y']])
  const unknown = new Map([['#a', 'x'], ['#b', undefined]])

  test.each([
    // breaker, tokens, confirmedAt, whether
    ['compared a second before the call', there, known, ago(1000), true],
    ['compared more than a second before', there, known, ago(1001), false],
    ['compared after the call began', there, known, ahead(1), true],
    ['overtaken by an invalidation', there, known, never, false],
    ['with unknown tokens', there, unknown, ago(5000), true],
    ['with unknown tokens, overtaken', there, unknown, never, false],
    ['the store is away', away, known, ago(5000), true],
    ['the store is away, overtaken', away, known, never, false],
    ['without a store', undefined, unknown, ago(5000), true],
    ['without a store, overtaken', undefined, unknown, never, false]
  ])('%s', (_, breaker, tokens, confirmedAt, expected) => {
    expect(isConfirmed({ tokens, confirmedAt }, NOW, breaker)).toBe(expected)
  })
})
