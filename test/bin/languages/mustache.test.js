'use strict'

const fs = require('node:fs')
const fc = require('fast-check')
const mustache = require('mustache')
const corpus = require('../../corpus/mustache')
const language = require('../../../bin/languages/mustache')
const dialect = require('../../../lib/dialects').byName('mustache')
const { explained, isInOrder } = require('../../support/explained')
const { propertyRuns } = require('../../support/level')
const { template } = require('../../dialects/languages/mustache-arbitrary')
const { corpus: corpusFolder } = require('../../dialects/languages/mustache-sides')
const { outcome } = require('../../support/outcome')
const { viewFolder } = require('../../support/view-folder')

const LONG = 'static '.repeat(50)

const explain = (source, options, engine = mustache) => explained('mustache', source, { engine, options: { views: [], ...options } })

/** Name, source, static spans, dynamic spans, options. */
const CASES = [
  ['values', 'a{{b}}c{{{d}}}{{& e }}{{ f.g }}{{.}}', ['a', 'c'], ['{{b}}', '{{{d}}}', '{{& e }}', '{{ f.g }}', '{{.}}']],
  ['a comment alone on its line', 'a\n  {{! b\n }}  \nc', ['a\n', 'c'], []],
  ['sections alone on their lines', 'a\n  {{#b}}\n c\n  {{/b}}  \nd', ['a\n', ' c\n', 'd'], []],
  ['partials', 'a{{> b}}c {{>d}}', ['a', 'c '], ['{{> b}}', '{{>d}}']],
  ['a partial alone on its line', 'a\n  {{> b}}\nc', ['a\n', 'c'], ['{{> b}}']],
  ['delimiters', 'a{{=<% %>=}}b{{c}}<%d%><%={{ }}=%>e{{f}}', ['a', 'b{{c}}', 'e'], ['<%d%>', '{{f}}']],
  ['delimiters as an option', 'a<%b%>{{c}}', ['a', '{{c}}'], ['<%b%>'], { tags: ['<%', '%>'] }],
  ['white space around tags of a line', ' {{#a}} {{b}} {{/a}} \n', [' ', ' ', ' ', ' \n'], ['{{b}}']]
]

test.each(CASES)('%s', (_, source, texts, segments, options = {}) => {
  const explanation = explain(source, options)
  expect([explanation.static, explanation.dynamic]).toEqual([texts, segments])
  expect(isInOrder(explanation.spans)).toBe(true)
  expect(explanation.engineFallback).toBeUndefined()
})

test('delimiters of the engine', () => {
  const { tags } = mustache
  mustache.tags = ['[', ']']
  try {
    expect(explain('a[b]{{c}}')).toMatchObject({ static: ['a', '{{c}}'], dynamic: ['[b]'] })
  } finally {
    mustache.tags = tags
  }
})

test.each(['a {{#x}} b', '{{x', '{{/x}}', '{{#a}}{{#b}}{{/a}}{{/b}}'])("a parse error is the engine's own: %s", async (source) => {
  const expected = await outcome(() => mustache.parse(source))
  expect(expected.error.message).toBeDefined()
  expect(await outcome(() => explain(source))).toEqual(expected)
})

test('each run of static text is reported once, long runs as fragments', () => {
  const { texts, fragments } = explain(`a{{! b }}${LONG}{{#c}}${LONG}{{d}}e{{/c}}{{^c}}f{{/c}}{{> part}}g`)
  expect(texts).toEqual([`a${LONG}`, LONG, 'e', 'f', 'g'])
  expect(fragments).toBe(2)
})

describe('static spans contain the static text', () => {
  const check = async (source, options) => {
    const { output: explanation } = await outcome(() => explain(source, options))
    if (explanation === undefined) return false
    expect(isInOrder(explanation.spans)).toBe(true)
    expect(explanation.static.join('')).toBe(explanation.texts.join(''))
    return true
  }

  test('in the corpus', async () => {
    const checked = await Promise.all(corpus.flatMap(({ sources, options }) => Object.values(sources).map((source) => check(source, options))))
    expect(checked.filter(Boolean).length).toBeGreaterThan(100)
  })

  test('in the specification', async () => {
    const groups = fs.readdirSync(`${corpusFolder}/spec`).filter((name) => name.endsWith('.json'))
    const checked = await Promise.all(groups.flatMap((name) => require(`${corpusFolder}/spec/${name}`).tests.map(({ template }) => check(template))))
    expect(checked.length).toBeGreaterThan(100)
    expect(checked).not.toContain(false)
  })

  test('in generated templates', async () => {
    let checked = 0
    await fc.assert(fc.asyncProperty(template(), async ({ sources: { page } }) => {
      if (await check(page)) checked++
    }), propertyRuns(1000))
    expect(checked).toBeGreaterThan(propertyRuns(1000).numRuns * 0.7)
  })
})

describe('an unknown engine', () => {
  const { escapedValue } = mustache.Writer.prototype
  beforeEach(() => { mustache.Writer.prototype.escapedValue = function (...args) { return escapedValue.apply(this, args) } })
  afterEach(() => { mustache.Writer.prototype.escapedValue = escapedValue })

  test('renders the page itself', () => {
    const { spans, texts, engineFallback } = explain(`a{{b}}${LONG}`)
    expect([spans, texts]).toEqual([undefined, []])
    expect(engineFallback).toBe('uses a Mustache whose code is unknown')
  })

  test('throws its own errors', async () => {
    expect(await outcome(() => explain('{{#a}}'))).toEqual(await outcome(() => mustache.parse('{{#a}}')))
  })
})

describe('byEngine', () => {
  const folders = []
  afterEach(() => {
    folders.splice(0).forEach(({ remove }) => remove())
    mustache.clearCache()
  })

  const rendererOf = (sources, options, load) => {
    const folder = viewFolder(Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${name}.mustache`, source])))
    folders.push(folder)
    const context = { engine: mustache, options: { views: folder.file(''), cache: true, ...options }, load }
    context.load ??= (filename) => ({ program: dialect.compile(dialect.read(filename), { ...context, filename }) })
    return language.byEngine(folder.file('page.mustache'), context)
  }

  test('renders like the engine', async () => {
    // All versions of the engine accept delimiters in this form, but do not check them.
    const cases = corpus.filter(({ options: { tags } }) => tags === undefined || Array.isArray(tags))
    expect(cases.length).toBeGreaterThan(corpus.length - 2)
    for (const { name, sources, options, locals } of cases) {
      const { page, ...partials } = sources
      const partial = (name) => name === 'page' ? page : partials[name]
      for (const make of locals) {
        const expected = await outcome(() => mustache.render(page, make(), partial, options))
        expect([name, await outcome(() => rendererOf(sources, options)(make()))]).toEqual([name, expected])
      }
    }
  })

  test('reads each file once, without its byte order mark', () => {
    const render = rendererOf({ page: '\ufeff{{a}}{{> part}}', part: '({{a}})' }, { cache: false })
    expect(render({ a: 1 })).toBe('1(1)')
    const read = jest.spyOn(fs, 'readFileSync')
    expect(render({ a: '<' })).toBe('&lt;(&lt;)')
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })
})
