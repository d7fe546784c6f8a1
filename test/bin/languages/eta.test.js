'use strict'

const { Eta } = require('eta')
const engines = require('../../support/eta-engines')
const { explained, sorted, stringIn } = require('../../support/explained')
const { LONG, fallbacksOf, languageSuite, testNewerJavaScript } = require('./suite')

/** Further spans than those of the corpus: name, source, static spans, dynamic spans, options. */
const SPANS = [
  ['a plugin that adds nothing', 'a<%= b %>c', ['a', 'c'], ['<%= b %>'], { plugins: [{ processTemplate: (source) => source, processAST: (parts) => parts }] }]
]

/** Those of Eta 4 only. */
const SPANS_OF_4 = [
  ['a block', '<%~ block("a", () => { %>b<%= it.c %><% }) %>', ['b'], ['<%~ block("a", () => { %>', '<%= it.c %>']],
  ['custom tags', 'a<%* b %>c', ['a', 'c'], ['<%* b %>'], { customTags: { '*': (content) => content } }]
]

languageSuite('eta', ({ version, engine: { Eta } }) => ({
  contextOf: (config) => ({ engine: new Eta(config) }),
  spans: version === '3' ? SPANS : [...SPANS, ...SPANS_OF_4],
  broken: ['<% if (it.a) { %>', '<%= it.a', '<%= "a %>', '<% ) %>'],
  compile: (eta, source) => eta.compile(source),
  runs: { source: `a<%/* b */%>${LONG}<% for (const c of it.d) { %>${LONG}<%= c %>e<% } %>f`, texts: [`a${LONG}`, 'e', 'f', LONG], fragments: 2 },
  compare (explanation, source, { engine: { config } }, { name }) {
    if (OTHER_WRITES.includes(name) || source.includes('__eta')) return false
    // A plugin may have changed the text of the source.
    if (config.plugins?.length > 0 && explanation.spans === undefined) return false
    expect(sorted(explanation.texts)).toBe(sorted(compiled(explanation, config)))
  }
}))

describe.each(engines)('Eta $version', ({ engine: { Eta } }) => {
  test.each([
    ['of another source', { processTemplate: (source) => `b${source}` }],
    ['of other text', { processAST: (parts) => ['b', ...parts] }],
    ['of other tags', { processAST: (parts) => [...parts, { t: 'i', val: 'it.b' }] }]
  ])('a plugin that makes parts %s: no spans', (_, plugin) => {
    expect(explained('eta', 'a<%= it.c %>', { engine: new Eta({ plugins: [plugin] }) }).spans).toBeUndefined()
  })
})

describe('engine fallback', () => {
  const engineFallback = (source, { async, config, locals, setUp = () => {} } = {}) => {
    const engine = new Eta(config)
    setUp(engine)
    return explained('eta', source, { engine, options: { async }, locals }).engineFallback
  }

  test.each([
    ...fallbacksOf('eta'),
    ['<% } if (it.a) { %>', 'compiles to code of an unknown shape', { config: { plugins: [{ processFnString: (code) => `if (options) {${code}}` }] } }],
    ['a', 'is compiled by a function of the app', { setUp (engine) { engine.compile = () => () => 'a' } }],
    ['<%~ await captureAsync(it.a) %>', 'uses captureAsync', { async: true }],
    ['<%= a %>', 'is compiled with the option useWith', { config: { useWith: true } }],
    ['<%= it.a %>', 'is compiled with the option autoFilter', { config: { autoFilter: true } }],
    ['<%= it.a %>', 'is escaped by a function of the app', { config: { escapeFunction () { return this.res } } }],
    ['<%= it.a %>', undefined, { locals: { __eta: 1 } }]
  ])('%s', (source, reason, setting = {}) => {
    expect(engineFallback(source, setting)).toBe(reason)
  })

  testNewerJavaScript('eta', new Eta(), '<%= later %>')
})

/** Cases of the corpus in which the app adds writes, or a write of Eta's is nested in another. */
const OTHER_WRITES = ["a body of one's own", 'empty raw values', 'code that Eta does not end with a semicolon']

/**
 * Computes the expected static text of a template: Eta replaces all line ends by one, and
 * treats a tag that only writes a string as text.
 */
function compiled ({ static: spans, dynamic: segments }, { autoEscape = true, autoFilter } = {}) {
  const raw = autoEscape ? /^..[-_]?\s*~(.*?)[-_]?..$/s : /^..[-_]?\s*[=~](.*?)[-_]?..$/s
  const strings = autoFilter ? [] : segments.map((segment) => stringIn(raw.exec(segment)?.[1])).filter(Boolean)
  return [...spans.map((text) => text.replace(/\r\n?/g, '\n')), ...strings]
}
