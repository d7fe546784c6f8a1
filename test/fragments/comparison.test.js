'use strict'

const { choose, stateInStore } = require('../../lib/fragments/comparison')

const NOW = 100_000
const tokens = new Map([['#a', 'x'], ['#b', 'y']])
const another = new Map([['#a', 'x'], ['#b', 'z']])
const unknown = new Map([['#a', 'x'], ['#b', undefined]])

const entryOf = (own) => ({ generation: 'own', tokens, isFresh: true, isStored: true, freshUntil: NOW + 1, staleUntil: NOW + 2, ...own })
const refusedWith = (marker) => ({ isStored: false, refusal: { reason: 'full', marker } })

test.each([
  // entry, marker, state
  ['the marker of the entry', {}, 'own', 'fresh'],
  ['after its time', { staleUntil: NOW }, 'own', 'fresh'],
  ['another token', { tokens: another }, 'own', 'invalid'],
  ['a token that is not known', { tokens: unknown }, 'own', 'unknown'],
  ['no marker', {}, undefined, 'valid'],
  ['another marker', {}, 'other', 'valid'],
  ['no marker, at the end of its time', { staleUntil: NOW }, undefined, 'expired'],
  ['refused, no marker', refusedWith(undefined), undefined, 'refused'],
  ['refused, the marker before its load', refusedWith('before'), 'before', 'refused'],
  ['refused, the marker is gone', refusedWith('before'), undefined, 'refused'],
  ['refused, another marker since', refusedWith('before'), 'other', 'valid'],
  ['refused, at the end of its time', { ...refusedWith(undefined), staleUntil: NOW }, undefined, 'expired']
])('the state of an entry: %s', (_, own, marker, state) => {
  expect(stateInStore(entryOf(own), { tokens, marker, comparedAt: NOW })).toBe(state)
})

const kept = { isStored: false }
const late = { freshUntil: NOW }

test.each([
  // state, entry, marker, generation of the value, given
  ['a fresh entry', 'fresh', { isFresh: false }, 'own', undefined, 'entry, fresh'],
  ['a refused one before its time', 'refused', refusedWith(), undefined, undefined, 'entry, fresh'],
  ['a refused one after it', 'refused', { ...refusedWith(), ...late }, undefined, undefined, 'entry, stale'],
  ['a refused one of a stale part', 'refused', { ...refusedWith(), isFresh: false }, undefined, undefined, 'entry, stale'],
  ['no readable value', 'valid', {}, 'other', 'unreadable', 'entry, fresh'],
  ['no readable value, after the time', 'valid', late, 'other', 'unreadable', 'entry, stale'],
  ['no readable value, expired', 'expired', {}, 'other', 'unreadable', 'nothing'],
  ['no readable value and no entry', 'absent', undefined, 'other', 'unreadable', 'nothing'],
  ['no value', 'valid', kept, undefined, undefined, 'nothing'],
  ['the value of the entry', 'valid', {}, undefined, 'own', 'entry, stale'],
  ['the value of an expired entry', 'expired', {}, undefined, 'own', 'entry, stale'],
  ['the value before', 'valid', kept, 'other', 'other', 'entry, stale'],
  ['the value before an expired one', 'expired', kept, 'other', 'other', 'nothing, older'],
  ['the value before an unknown one', 'unknown', kept, 'other', 'other', 'nothing, older'],
  ['the value before an invalid one', 'invalid', kept, 'other', 'other', 'value, fresh'],
  ['a value after the one before', 'valid', { ...kept, before: 'before' }, 'other', 'other', 'value, fresh'],
  ['the value before a refused one', 'expired', refusedWith('other'), 'other', 'other', 'nothing, older'],
  ['a value after a refused one', 'valid', refusedWith('before'), 'other', 'other', 'value, fresh'],
  ['a value after a stored one', 'valid', {}, 'other', 'other', 'value, fresh'],
  ['a stale value', 'absent', undefined, undefined, 'other', 'value, stale'],
  ['a value of another marker', 'absent', undefined, 'third', 'other', 'value, stale'],
  ['a fresh value', 'absent', undefined, 'other', 'other', 'value, fresh']
])('what a lookup gives: %s', (_, state, own, marker, generation, expected) => {
  const entry = own && entryOf(own)
  const value = generation === 'unreadable' ? { unreadable: 'too long' } : generation && { generation }
  const given = choose(entry, state, { marker, comparedAt: NOW }, value)
  const name = new Map([[value, 'value'], [entry, 'entry'], [undefined, 'nothing']]).get(given.value)
  const said = given.isOlder ? 'older' : given.isFresh ? 'fresh' : 'stale'
  expect(name === 'nothing' && said === 'stale' ? name : `${name}, ${said}`).toBe(expected)
})

test('the value that an entry was first compared with stays the one before it', () => {
  const entry = entryOf(kept)
  const gives = (generation) => choose(entry, 'valid', { marker: generation, comparedAt: NOW }, { generation }).value
  expect(gives('first')).toBe(entry)
  expect(gives('second')).toEqual({ generation: 'second' })
  expect(gives('first')).toBe(entry)
})
