'use strict'

const fc = require('fast-check')
const corpus = require('../../corpus/eta')
const language = require('../../../bin/languages/eta')
const { template } = require('../../dialects/languages/eta-arbitrary')
const engines = require('../../support/eta-engines')
const { explained, isInOrder, sorted, stringIn } = require('../../support/explained')
const { propertyRuns } = require('../../support/level')
const { outcome } = require('../../support/outcome')
const { viewFolder } = require('../../support/view-folder')

const LONG = 'static '.repeat(50)

/** Name, source, static spans, dynamic spans, settings. */
const CASES = [
  ['escaped and raw output', 'a<%= it.b %>c<%~ it.d %>e', ['a', 'c', 'e'], ['<%= it.b %>', '<%~ it.d %>']],
  ['an include', '<p><%~ include("./x", { y: "%>" }) %></p>', ['<p>', '</p>'], ['<%~ include("./x", { y: "%>" }) %>']],
  ['a comment around tags', 'a<% /* %>b<%= it.c %><% */ %>d', ['a', 'd'], []],
  ['a comment in output', '<%= it.a /* %> */ %>b', ['b'], ['<%= it.a /* %> */ %>']],
  ['the line end behind a tag', 'a<% it %>\nb<%= it.c %>\n\nd', ['a', 'b', '\nd'], ['<%= it.c %>']],
  ['trimmed line ends', 'a\n<%- it -%>\r\nb\r<%-= it.c -%>\nd', ['a', 'b', 'd'], ['<%-= it.c -%>']],
  ['white space slurped', 'a \n <%_ it _%> \n b <%_= it.c _%> \n', ['a', 'b'], ['<%_= it.c _%>']],
  ['other delimiters and prefixes', 'a{{!b}}<%= c %>{{: d}}{{e}}', ['a', '<%= c %>'], ['{{!b}}', '{{: d}}'], { tags: ['{{', '}}'], parse: { exec: '', interpolate: '!', raw: ':' } }],
  ['a prefix for code', '<%$ if (it.a) { %>b<%$ } %><% it.c %>d', ['b', 'd'], ['<% it.c %>'], { parse: { exec: '$', interpolate: '', raw: '~' } }],
  ['a tag without any of the prefixes', 'a<% it.b %>c<%! it.d %>', ['a', 'c'], ['<%! it.d %>'], { parse: { exec: '$', interpolate: '=', raw: '!' } }],
  ['rmWhitespace', '  <p>\n\n    <b>x  y</b>  \n<%= it.z %> \n </p>\n', ['<p>\n', '<b>x  y</b>', '\n', '</p>'], ['<%= it.z %>'], { rmWhitespace: true }],
  ['a plugin that adds nothing', 'a<%= b %>c', ['a', 'c'], ['<%= b %>'], { plugins: [{ processTemplate: (source) => source, processAST: (parts) => parts }] }]
]

/** The same for Eta 4 only. */
const CASES_OF_4 = [
  ['a block', '<%~ block("a", () => { %>b<%= it.c %><% }) %>', ['b'], ['<%~ block("a", () => { %>', '<%= it.c %>']],
  ['custom tags', 'a<%* b %>c', ['a', 'c'], ['<%* b %>'], { customTags: { '*': (content) => content } }]
]

describe.each(engines)('Eta $version', ({ version, engine: eta }) => {
  const explain = (source, { config, locals, async } = {}) =>
    explained('eta', source, { engine: new eta.Eta(config), options: { async }, locals })

  test.each(version === '3' ? CASES : [...CASES, ...CASES_OF_4])('%s', (_, source, texts, segments, config = {}) => {
    const explanation = explain(source, { config })
    expect([explanation.static, explanation.dynamic]).toEqual([texts, segments])
    expect(isInOrder(explanation.spans)).toBe(true)
    expect(sorted(explanation.texts)).toBe(sorted(compiled(explanation, config)))
  })

  test.each([
    ['of another source', { processTemplate: (source) => `b${source}` }],
    ['of other text', { processAST: (parts) => ['b', ...parts] }],
    ['of other tags', { processAST: (parts) => [...parts, { t: 'i', val: 'it.b' }] }]
  ])('a plugin that makes parts %s: no spans', (_, plugin) => {
    expect(explain('a<%= it.c %>', { config: { plugins: [plugin] } }).spans).toBeUndefined()
  })

  test("a compile error is the engine's own", async () => {
    for (const source of ['<% if (it.a) { %>', '<%= it.a', '<%= "a %>', '<% ) %>']) {
      const expected = await outcome(() => new eta.Eta().compile(source))
      expect(expected).toHaveProperty('error.name', 'EtaParseError')
      expect(await outcome(() => explain(source))).toEqual(expected)
    }
  })

  test('each run of static text is reported once, long runs as fragments, also in asynchronous templates', () => {
    for (const async of [false, true]) {
      const { texts, fragments } = explain(`a<%/* b */%>${LONG}<% for (const c of it.d) { %>${LONG}<%= c %>e<% } %>f`, { async })
      expect(texts.sort()).toEqual([`a${LONG}`, 'e', 'f', LONG].sort())
      expect(fragments).toBe(2)
    }
  })

  test('static spans contain the static text', () => {
    const pages = corpus.filter(({ throws, engines }) => !throws && engines.includes(version))
    let known = 0
    for (const { name, files, config, async, setUp = () => {} } of pages) {
      const engine = new eta.Eta(config)
      const source = files['page.eta']
      const explanation = unlessSyntax(() => explained('eta', source, { engine: setUp(engine) ?? engine, options: { async } }))
      // If there are spans, no plugin has changed the text of the source.
      if (explanation?.engineFallback !== undefined || explanation?.spans === undefined || OTHER_WRITES.includes(name) || source.includes('__eta')) continue
      known++
      expect([name, sorted(explanation.texts)]).toEqual([name, sorted(compiled(explanation, config))])
    }
    expect(known).toBeGreaterThan(100)
  })

  test('also in generated templates', () => {
    let spliced = 0
    fc.assert(fc.property(template(version !== '3'), ({ files, config }) => {
      const explanation = unlessSyntax(() => explain(files['page.eta'], { config }))
      if (explanation === undefined || explanation.engineFallback !== undefined) return
      spliced++
      // A plugin may have changed the text of the source.
      if (config.plugins && explanation.spans === undefined) return
      expect(isInOrder(explanation.spans)).toBe(true)
      expect(sorted(explanation.texts)).toBe(sorted(compiled(explanation, config)))
    }), propertyRuns(500))
    expect(spliced).toBeGreaterThan(propertyRuns(500).numRuns * 0.4)
  })

  test('byEngine renders like Eta', async () => {
    for (const { name, files, config, async = false, setUp = () => {}, locals, engines } of corpus) {
      if (!engines.includes(version)) continue
      const folder = viewFolder(files)
      const create = () => {
        const engine = new eta.Eta({ views: folder.file(''), ...config })
        return setUp(engine) ?? engine
      }
      try {
        const [stock, own] = [create(), create()]
        for (const make of locals) {
          const expected = await outcome(() => async ? stock.renderAsync('page', make()) : stock.render('page', make()))
          const actual = await outcome(() => language.byEngine(folder.file('page.eta'), { engine: own, options: { async, cache: true } })(make()))
          expect([name, actual]).toEqual([name, expected])
        }
      } finally {
        folder.remove()
      }
    }
  })
})

describe('engine fallback', () => {
  const { Eta } = require('eta')
  const engineFallback = (source, { async, config, locals, setUp = () => {} } = {}) => {
    const engine = new Eta(config)
    setUp(engine)
    return explained('eta', source, { engine, options: { async }, locals }).engineFallback
  }

  test.each([
    ['<% return %>', 'returns early'],
    ['<% it.a(arguments) %>', 'uses arguments'],
    ['<% eval("a") %>', 'uses eval'],
    ['<% __eta = {} %>', 'uses __eta'],
    ['<% var __br1 %>', undefined],
    ['<% function f () { %>a<% } %><%= f %>', 'may show the source of a function'],
    ['<%= include %>', 'may show the source of a function'],
    ['<% it.a.map(() => { return 1 }) %>', undefined],
    ['<% } if (it.a) { %>', 'compiles to code of an unknown shape', { config: { plugins: [{ processFnString: (code) => `if (options) {${code}}` }] } }],
    ['a', 'is compiled by a function of the app', { setUp (engine) { engine.compile = () => () => 'a' } }],
    ['<% __eta.res += it.a; it.b(__eta.res) %>', 'uses __eta'],
    ['<% const s = __eta.res; __eta.res = s %>', 'uses __eta'],
    ['<% if (it.a) __eta.res += it.a %>', undefined],
    ['<%~ await captureAsync(it.a) %>', 'uses captureAsync', { async: true }],
    ['<%~ capture(it.a) %>', undefined],
    ['<%= a %>', 'is compiled with the option useWith', { config: { useWith: true } }],
    ['<%= it.a %>', 'is compiled with the option autoFilter', { config: { autoFilter: true } }],
    ['<%= it.a %>', 'has an escape function that uses this', { config: { escapeFunction () { return this.res } } }],
    ['<%= it.a %>', undefined, { locals: { __eta: 1 } }]
  ])('%s', (source, reason, setting = {}) => {
    expect(engineFallback(source, setting)).toBe(reason)
  })

  test('JavaScript newer than the parser', () => {
    const acorn = require('acorn')
    const spy = jest.spyOn(acorn.Parser.prototype, 'parse').mockImplementation(() => { throw new SyntaxError('Unexpected token') })
    expect(engineFallback('a')).toBe('uses JavaScript syntax that the parser does not support')
    spy.mockRestore()
  })
})

test('byEngine compiles once, and includes the same files as Eta', () => {
  const { Eta } = require('eta')
  const folder = viewFolder({ 'page.eta': '<%= it.a %><%~ include("./part", { b: 2 }) %>', 'part.eta': '<%= it.b %>' })
  const engine = new Eta({ views: folder.file(''), cache: true })
  const compile = jest.spyOn(engine, 'compile')
  const render = language.byEngine(folder.file('page.eta'), { engine, options: { cache: true } })
  expect([render({ a: 1 }), render({ a: 3 })]).toEqual(['12', '32'])
  expect(compile.mock.calls.map(([source]) => source)).toEqual(['<%= it.a %><%~ include("./part", { b: 2 }) %>', '<%= it.b %>'])
  folder.remove()
})

/** Cases of the corpus in which the app adds writes, or a write of Eta's is nested in another. */
const OTHER_WRITES = ["a body of one's own", 'empty raw values', 'code that Eta does not end with a semicolon']

/** Returns the result of a function, or undefined if it throws a syntax error of a template. */
function unlessSyntax (fn) {
  try {
    return fn()
  } catch (error) {
    if (error.name !== 'EtaParser Error') throw error
  }
}

/**
 * Computes the expected static text of a template: Eta replaces all line ends by one, and
 * treats a tag that only writes a string as text.
 */
function compiled ({ static: spans, dynamic: segments }, { autoEscape = true, autoFilter } = {}) {
  const raw = autoEscape ? /^..[-_]?\s*~(.*?)[-_]?..$/s : /^..[-_]?\s*[=~](.*?)[-_]?..$/s
  const strings = autoFilter ? [] : segments.map((segment) => stringIn(raw.exec(segment)?.[1])).filter(Boolean)
  return [...spans.map((text) => text.replace(/\r\n?/g, '\n')), ...strings]
}
