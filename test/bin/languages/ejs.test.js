'use strict'

const fc = require('fast-check')
const { readGenerated } = require('../../../lib/dialects/ejs/generated')
const { createFunctions } = require('../../../lib/dialects/ejs/functions')
const { rewrite } = require('../../../lib/dialects/ejs/rewrite')
const { template } = require('../../dialects/languages/ejs-arbitrary')
const engines = require('../../support/ejs-engines')
const { explained, sorted, stringIn } = require('../../support/explained')
const { propertyRuns } = require('../../support/level')
const { LONG, fallbacksOf, languageSuite, testNewerJavaScript } = require('./suite')

languageSuite('ejs', ({ engine }) => ({
  contextOf: (options) => ({ engine, options }),
  broken: ['<% if (a) { %>', '<%= a', '<% ) %>'],
  compile: ({ compile }, source) => compile(source, { filename: '/views/page.ejs' }),
  runs: { source: `a<%# b %>${LONG}<% for (const c of d) { %>${LONG}<%= c %>e<% } %>f`, texts: ['e', 'f', LONG, `a${LONG}`], fragments: 2 },
  compare (explanation, source, { options }) {
    // Some templates call EJS's own output function, which no tag does.
    if (source.includes('__append(')) return false
    expect(sorted(explanation.texts)).toBe(sorted(compiled(explanation, options)))
  }
}))

describe.each(engines)('EJS $version', ({ engine }) => {
  test('`with` is kept as reported', () => {
    fc.assert(fc.property(template(), ({ source, locals, options }) => {
      const data = locals()
      let explanation
      try {
        explanation = explained('ejs', source, { engine, options, locals: data })
      } catch (error) {
        return fc.pre(!(error instanceof SyntaxError))
      }
      if (explanation.engineFallback !== undefined) return
      expect(explanation.with && explanation.with.kept !== undefined).toBe(keepsWith(engine, source, options, data))
    }), propertyRuns(300))
  })
})

/** Whether the function that renders these locals has `with`; undefined if there is none in any case. */
function keepsWith (engine, source, options, locals) {
  const compiled = compiledBy(engine, source, options)
  const { opts } = compiled
  const generated = readGenerated(compiled.source, opts)
  if (!generated.hasWith) return
  const { run } = createFunctions(generated, rewrite(generated, true).edits, {}, opts)(locals)
  return String(run).includes(`with (${opts.localsName} || {}) {`)
}

describe('engine fallback', () => {
  const [{ engine }] = engines.slice(-1)
  const engineFallback = (source, options, locals) => explained('ejs', source, { engine, options, locals }).engineFallback

  test.each([
    ...fallbacksOf('ejs'),
    ['<%= 1 %>', 'is compiled with the option client', { client: true }],
    ['<%= 1 %>', 'is compiled with the option includer', { includer: () => ({}) }],
    ['<%= 1 %>', 'is compiled with the option outputFunctionName', { outputFunctionName: 'echo' }],
    ['<%= 1 %>', 'is compiled with the option destructuredLocals', { destructuredLocals: ['a'] }],
    ['<%= 1 %>', 'is compiled with the option unsafePrototypeLocals', { unsafePrototypeLocals: true }],
    ['<%- include("a") %>', 'gets a local named include, a name that EJS itself uses', {}, { include: () => '' }],
    ['<%- include("a") %>', undefined, {}, { a: 1 }]
  ])('%s', (source, reason, options = {}, locals = undefined) => {
    expect(engineFallback(source, options, locals)).toBe(reason)
  })

  testNewerJavaScript('ejs', engine, '<% later %>')
})

describe('with', () => {
  const [{ engine }] = engines.slice(-1)
  const withState = (source, locals, options) => explained('ejs', source, { engine, options, locals }).with

  test.each([
    ['<%= a %>', { keptIf: [] }],
    ['<%- include("a") %>', { keptIf: [] }],
    ['<%= String(a) + encodeURIComponent(b) %>', { keptIf: [] }],
    ['<%= a() %>', { keptIf: [] }],
    ['<% var a = c %>', { keptIf: [] }],
    ['<% var a = b(c) %>', { keptIf: ['the template assigns to a, which is among the locals'] }],
    ['<% var a = c %><%= locals.d %>', { keptIf: ['the template assigns to a, which is among the locals'] }],
    ['<% a = 1 %><%- include("b") %>', { keptIf: ['the template assigns to a, which is among the locals'] }],
    ['<%= toString %>', { kept: 'toString may refer to a property of Object.prototype', keptIf: [] }],
    ['<% delete a %>', { kept: 'a is deleted', keptIf: [] }],
    ['<%= b(locals) %>', { kept: 'locals is used as a value', keptIf: [] }]
  ])('%s', (source, expected) => {
    expect(withState(source)).toEqual(expected)
  })

  test.each([
    ['<% var a = b(c) %>', {}, undefined],
    ['<% var a = b(c) %>', { a: 1 }, undefined],
    ['<% var a = b(c) %><%= locals.a %>', { a: 1 }, 'the template assigns to a, which is among the locals'],
    ['<%= b(c) %>', { b () { return this }, c: 1 }, undefined],
    ['<%= b(c) %>\n<%= c %>\n', { b () { return this }, c: 1 }, undefined],
    ['<%- b(class { c = c }) %>', { b: String, c: 1 }, 'the template calls b, which may change other names'],
    ['<% class D { c = c } %><%- b(D) %>', { b: String, c: 1 }, 'the template calls b, which may change other names'],
    ['<%= b(c) %>', { b: () => 1 }, 'the template calls b, which may change other names'],
    ['<% var a = b(Math.PI, locals.c) %>', { b: () => 1 }, 'the template calls b, which may change other names'],
    ['<% let a = b(Math.PI, locals.c) %>', { b: () => 1 }, undefined],
    ['<% try { b() } catch { } %>', { b: () => 1 }, 'the template calls b, which may change other names'],
    ['<%= a %>', { [Symbol.unscopables]: { a: true } }, 'the locals have Symbol.unscopables'],
    ['<%= b(locals) %>', {}, 'locals is used as a value']
  ])('%s with locals', (source, locals, kept) => {
    expect(withState(source, locals)).toEqual({ kept, keptIf: [] })
  })

  test('is not reported for templates without it', () => {
    expect(withState('<%= a %>', undefined, { _with: false })).toBeUndefined()
    expect(withState('<%= a %>', undefined, { strict: true })).toBeUndefined()
    expect(withState('<% return %>')).toBeUndefined()
  })
})

/**
 * Computes the expected static text of a template: `rmWhitespace` replaces all line ends by one
 * and changes code as well, and EJS treats a tag that only writes a string as text.
 */
function compiled ({ static: spans, dynamic: segments }, { rmWhitespace }) {
  const asOption = (text) => rmWhitespace ? text.replace(/[\r\n]+/g, '\n').replace(/^\s+|\s+$/gm, '') : text
  const texts = rmWhitespace ? spans.map((text) => text.replace(/\r\n?/g, '\n')) : spans
  const strings = segments.map((segment) => stringIn(/^..-(.*?)[-_]?..$/s.exec(asOption(segment))?.[1]))
  return [...texts, ...strings.filter(Boolean)]
}

function compiledBy (engine, source, options) {
  const template = new engine.Template(source, { ...options, filename: '/views/page.ejs' })
  template.compile()
  return template
}
