'use strict'

const fs = require('node:fs')
const fc = require('fast-check')
const pug = require('pug')
const { SyntaxTree } = require('../../../lib/dialects/shared/tree')
const { explained, isInOrder, sorted } = require('../../support/explained')
const { everything, propertyRuns } = require('../../support/level')
const { FILES, template } = require('../../dialects/languages/pug-arbitrary')
const { viewFolder } = require('../../support/view-folder')
const { LONG, fallbacksOf, languageSuite, spansOf, testNewerJavaScript } = require('./suite')

/** Further spans than those of the corpus: name, source, static spans, dynamic spans, options. */
const SPANS = [
  ['filters', ':up(a="b")\n  c #{d}\n  e\np #[:up f] g', ['c #{d}', 'e', 'p', 'f', ' g'], [], { filters: { up: (text) => text.toUpperCase() } }],
  ['Unicode', 'p \ud83d\ude00é #{"\u2029" + "é"}\ud83d #{"ü"}', ['p', '\ud83d\ude00é #{"\u2029" + "é"}\ud83d '], ['#{"ü"}']]
]

const explain = (source, options) => explained('pug', source, { engine: pug, options })

languageSuite('pug', () => ({
  contextOf: (options) => ({ engine: pug, options }),
  spans: SPANS,
  broken: ['p\n    i\n  b', 'p(a', 'p= )', 'include none'],
  compile: ({ compile }, source) => compile(source, { filename: '/views/page.pug' }),
  runs: {
    source: `p ${LONG}\neach a in b\n  | ${LONG}\n  = a\n  i e\nelse\n  u\np ${LONG}\n  = c\n  | ${LONG}\n  = d`,
    texts: [`<p>${LONG}</p>`, LONG, '<i>e</i>', '<u></u>', `<p>${LONG}`, LONG, '</p>'],
    fragments: 4
  },
  compare ({ texts }, source, { filename, options }) {
    const expected = compiledOrThrown(source, { ...options, filename })
    // Without Pug's lines between them, `if (a)` and `let b = 1` are no JavaScript.
    if (expected instanceof Error) return false
    expect(sorted(texts)).toBe(sorted(expected.texts))
  }
}))

test.each([...spansOf('pug'), ...SPANS].filter(([, , texts]) => texts.length > 0))('the static text of %s is that of Pug, also if it is too short for a fragment', (_, source, texts, segments, options = {}) => {
  expect(sorted(explain(source, options).texts)).toBe(sorted(compiled(source, options).texts))
})

test('the page contains its layout and includes', () => {
  const folder = viewFolder({
    'page.pug': 'extends layout\nblock a\n  include part\n  include raw.txt\n  i= b',
    'layout.pug': 'p #{c}\n  block a\n    | default',
    'part.pug': 'b part #{d}',
    'raw.txt': 'raw #{e}'
  })
  const filename = folder.file('page.pug')
  const { texts, ...explanation } = explained('pug', fs.readFileSync(filename, 'utf8'), { engine: pug, filename })
  expect([explanation.static, explanation.dynamic]).toEqual([['i'], ['= b']])
  expect(sorted(texts)).toBe(sorted(['<p>', '<b>part ', '</b>', 'raw #{e}', '<i>', '</i></p>']))
})

test('text that is not spliced is reported as text', () => {
  const source = `- [1].forEach(function (x) {\n  p ${LONG}\n  each y in x\n    i ${LONG}\n- })\np ${LONG}`
  const { texts, fragments } = explain(source)
  expect(texts.sort()).toEqual([`<p>${LONG}</p>`, `<p>${LONG}</p>`, `<i>${LONG}</i>`].sort())
  expect(fragments).toBe(1)
})

test('each computed value of generated templates has a dynamic span', () => {
  const folder = viewFolder(FILES)
  const filename = folder.file('page.pug')
  const seen = { texts: 0, values: 0 }
  fc.assert(fc.property(template(), ({ source, options }) => {
    const settings = { ...options, filename }
    let explanation
    try {
      explanation = explained('pug', source, { engine: pug, filename, options: settings })
    } catch {
      return expect(() => pug.compile(source, settings)).toThrow()
    }
    const { engineFallback, spans, texts } = explanation
    expect(isInOrder(spans)).toBe(true)
    if (engineFallback !== undefined) return
    const expected = compiledOrThrown(source, settings)
    // Without Pug's lines between them, `if (a)` and `let b = 1` are no JavaScript.
    if (expected instanceof Error) return expect(() => pug.compile(source, { ...settings, compileDebug: false })).toThrow(expected.message)
    seen.texts++
    expect(sorted(texts)).toBe(sorted(expected.texts))

    // Spans of other files are not reported, and Pug writes a computed tag name twice.
    const alone = source.replace(/^include mixins\n/, '')
    if (/^\s*(?:include|extends)|(?:^|: |#\[)\s*#\{/m.test(alone)) return
    seen.values++
    expect(explained('pug', alone, { engine: pug, filename, options: settings }).dynamic).toHaveLength(compiled(alone, settings).values)
  }), propertyRuns(300))
  // Of the few examples of `npm test`, the shares vary.
  const share = everything ? 6 : Infinity
  expect(seen.texts).toBeGreaterThan(propertyRuns(300).numRuns / share)
  expect(seen.values).toBeGreaterThan(propertyRuns(300).numRuns / share)
})

describe('plugins', () => {
  const spans = (plugin) => explain('p a', { plugins: [plugin] }).spans

  test('a plugin that changes the source leaves no spans', () => {
    expect(spans({ preLex: (source) => `i\n${source}` })).toBeUndefined()
    expect(spans({ preLex: (source) => source })).toHaveLength(2)
  })

  test('tokens are read after all other plugins', () => {
    expect(spans({ postLex: (tokens) => tokens.filter(({ type }) => type !== 'text') })).toHaveLength(1)
  })
})

describe('engine fallback', () => {
  test.each([
    ...fallbacksOf('pug'),
    [`- const f = function () { try { a() } catch (error) {} }\np ${LONG}`, undefined],
    ['p a', 'compiles to code of an unknown shape', { plugins: [{ postCodeGen: (code) => `if (1) {} ${code}` }] }],
    [`- [].map(function () { return 1 })\np ${LONG}`, undefined]
  ])('%s', (source, reason, options = {}) => {
    expect(explain(source, options).engineFallback).toBe(reason)
  })

  testNewerJavaScript('pug', pug, 'p= later')
})

/** Returns the same as `compiled`, or the error of Pug. */
function compiledOrThrown (source, options) {
  try {
    return compiled(source, options)
  } catch (error) {
    return error
  }
}

/**
 * Returns the output of the code that Pug itself generates, with each loop body once.
 *
 * @returns {{ texts: string[], values: number }}
 */
function compiled (source, options) {
  const body = pug.compileClient(source, { filename: '/views/page.pug', ...options, compileDebug: false, inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions) })
  const tree = SyntaxTree.of(body)
  const copies = tree.all('IfStatement').filter(({ test }) => tree.source(test) === "'number' == typeof $$obj.length").map(({ alternate }) => alternate)
  const written = tree.all('ExpressionStatement')
    .filter((statement) => tree.source(statement).startsWith('pug_html = pug_html + '))
    .filter(({ start, end }) => !copies.some((copy) => start > copy.start && end < copy.end))
    .flatMap(({ expression }) => operandsOf(expression.right).slice(1))
    .filter((operand) => tree.source(operand) !== 'pug_indent.join("")')
  const texts = written.filter(({ value }) => typeof value === 'string').map(({ value }) => value)
  return { texts, values: written.length - texts.length }
}

function operandsOf (node) {
  return node.type === 'BinaryExpression' && node.operator === '+' ? [...operandsOf(node.left), ...operandsOf(node.right)] : [node]
}
