'use strict'

const { createEscapeCheck } = require('../../../lib/dialects/guards/probes')

const ENTITIES = { '&': '&amp;', '<': '&lt;' }

function escape (text) {
  return text.replace(/[&<]/g, (character) => ENTITIES[character])
}

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
