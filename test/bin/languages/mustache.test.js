'use strict'

const mustache = require('mustache')
const { explained } = require('../../support/explained')
const { outcome } = require('../../support/outcome')
const { replace } = require('../../support/replaced')
const { LONG, languageSuite } = require('./suite')

const explain = (source) => explained('mustache', source, { engine: mustache, options: { views: [] } })

languageSuite('mustache', () => ({
  contextOf: (options) => ({ engine: mustache, options: { views: [], ...options } }),
  broken: ['a {{#x}} b', '{{x', '{{/x}}', '{{#a}}{{#b}}{{/a}}{{/b}}'],
  compile: (mustache, source) => mustache.parse(source),
  runs: { source: `a{{! b }}${LONG}{{#c}}${LONG}{{d}}e{{/c}}{{^c}}f{{/c}}{{> part}}g`, texts: [`a${LONG}`, LONG, 'e', 'f', 'g'], fragments: 2 },
  compare: (explanation) => expect(explanation.static.join('')).toBe(explanation.texts.join(''))
}))

test('delimiters of the engine', () => {
  replace(mustache, 'tags', () => ['[', ']'])
  expect(explain('a[b]{{c}}')).toMatchObject({ static: ['a', '{{c}}'], dynamic: ['[b]'] })
})

describe('an unknown engine', () => {
  beforeEach(() => replace(mustache.Writer.prototype, 'escapedValue', (escapedValue) => function (...args) { return escapedValue.apply(this, args) }))

  test('renders the page itself', () => {
    const { spans, texts, engineFallback } = explain(`a{{b}}${LONG}`)
    expect([spans, texts]).toEqual([undefined, []])
    expect(engineFallback).toBe('is rendered by functions of mustache whose code is unknown, such as Writer.escapedValue()')
  })

  test('throws its own errors', async () => {
    expect(await outcome(() => explain('{{#a}}'))).toEqual(await outcome(() => mustache.parse('{{#a}}')))
  })
})
