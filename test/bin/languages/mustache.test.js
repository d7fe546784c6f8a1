'use strict'

const mustache = require('mustache')
const { explained } = require('../../support/explained')
const { outcome } = require('../../support/outcome')
const { replace } = require('../../support/replaced')
const { LONG, languageSuite } = require('./suite')

const explain = (source) => explained('mustache', source, { engine: mustache, options: { views: [] } })

/** Name, source, static spans, dynamic spans, options. */
const SPANS = [
  ['values', 'a{{b}}c{{{d}}}{{& e }}{{ f.g }}{{.}}', ['a', 'c'], ['{{b}}', '{{{d}}}', '{{& e }}', '{{ f.g }}', '{{.}}']],
  ['a comment alone on its line', 'a\n  {{! b\n }}  \nc', ['a\n', 'c'], []],
  ['sections alone on their lines', 'a\n  {{#b}}\n c\n  {{/b}}  \nd', ['a\n', ' c\n', 'd'], []],
  ['partials', 'a{{> b}}c {{>d}}', ['a', 'c '], ['{{> b}}', '{{>d}}']],
  ['a partial alone on its line', 'a\n  {{> b}}\nc', ['a\n', 'c'], ['{{> b}}']],
  ['delimiters', 'a{{=<% %>=}}b{{c}}<%d%><%={{ }}=%>e{{f}}', ['a', 'b{{c}}', 'e'], ['<%d%>', '{{f}}']],
  ['delimiters as an option', 'a<%b%>{{c}}', ['a', '{{c}}'], ['<%b%>'], { tags: ['<%', '%>'] }],
  ['white space around tags of a line', ' {{#a}} {{b}} {{/a}} \n', [' ', ' ', ' ', ' \n'], ['{{b}}']]
]

languageSuite('mustache', () => ({
  contextOf: (options) => ({ engine: mustache, options: { views: [], ...options } }),
  spans: SPANS,
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
