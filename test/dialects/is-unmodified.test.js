'use strict'

const { CappedMap } = require('../../lib/dialects/shared/capped-map')
const { codeOf, createEscapeCheck, digestOf } = require('../../lib/dialects/shared/is-unmodified')

const ENTITIES = { '&': '&amp;', '<': '&lt;' }

function escape (text) {
  return text.replace(/[&<]/g, (character) => ENTITIES[character])
}

describe('functions with other comments and white space', () => {
  const plain = (a) => a + 1
  // eslint-disable-next-line
  const commented = (a) => /* adds */ a  +   1 // one

  test('have the same code and digest', () => {
    expect(codeOf(plain)).toBe(codeOf(commented))
    expect(digestOf([plain])).toBe(digestOf([commented]))
  })

  test('have the code of their source, whatever their toString() returns', () => {
    const disguised = Object.assign((a) => a + 2, { toString: () => String(plain) })
    expect(codeOf(plain)).not.toBe(codeOf(disguised))
  })

  test('have another digest than the same functions without one of them', () => {
    expect(digestOf([plain, undefined])).not.toBe(digestOf([plain]))
  })
})

describe('the check for the own escape function', () => {
  const check = createEscapeCheck(escape, () => true)

  test('accepts a function that returns the same text', () => {
    expect(check((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))).toBe(true)
  })

  test.each([
    ['keeps entities', (text) => text.replace(/&(?!\w+;)|</g, (character) => ENTITIES[character])],
    ['escapes the first character only', (text) => text.replace('&', '&amp;').replace('<', '&lt;')],
    ['changes lone surrogates', (text) => escape(text).toWellFormed()],
    ['encodes surrogate pairs', (text) => escape(text).replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`)],
    ['escapes another character', (text) => escape(text).replaceAll('\u2028', '&#x2028;')]
  ])('rejects a function that %s', (_, fn) => {
    expect(check(fn)).toBe(false)
  })

  test('calls no function with other code', () => {
    const fn = jest.fn()
    expect(createEscapeCheck(escape, () => false)(fn)).toBe(false)
    expect(createEscapeCheck(escape, () => true)('text')).toBe(false)
    expect(fn).not.toHaveBeenCalled()
  })
})

test('a capped map keeps its first entries, which can still change', () => {
  const map = new CappedMap(2).set('a', 1).set('b', 2).set('c', 3).set('a', 4)
  expect([...map]).toEqual([['a', 4], ['b', 2]])
})
