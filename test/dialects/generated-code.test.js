'use strict'

const acorn = require('acorn')
const { analyze } = require('eslint-scope')
const fc = require('fast-check')
const { parse } = require('../../lib/dialects/shared/parse')
const { SyntaxTree } = require('../../lib/dialects/shared/tree')
const { propertyRuns } = require('../support/level')

/** Pieces of strings: escapes that JSON has and has not, the ends of strings and of lines. */
const PIECES = [
  '\\', '\\\\', '"', "'", '\\"', "\\'", 'a', '\n', '\r', '\\n', '\\b', '\\v', '\\0', '\\/', '\\u0041', '\\x41', '\\u{41}', '\\u00',
  '\\\n', '\t', '\u2028', '\\u2029', '😀', '\ud800', '`', '//', '/*', '<'
]

/** @returns {string | undefined} the tree of acorn alone; `undefined` for a syntax error */
function byAcorn (source) {
  try {
    return JSON.stringify(acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'script' }))
  } catch {
    return undefined
  }
}

test.each([
  '"a"', "'a'", '"\\""', "'\\''", "'\"'", "'\\\"'", '"\\\\"', "'\\\\'", "'\\\\\\''", '"\\u003C\\n"', '"\\x41"', '"a\\\nb"', '"a', "'a", '"\u2028"',
  "'use strict'; '\\01'", '("a", \'b\')', 'x = { "__proto__": 1, \'a\': 2 }'
])('the string %j is that of acorn', (source) => {
  expect(JSON.stringify(parse(source))).toBe(byAcorn(source))
})

test('all strings are those of acorn', () => {
  const string = fc.tuple(fc.constantFrom('"', "'"), fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }))
    .map(([quote, pieces]) => `${quote}${pieces.join('')}${quote}`)
  fc.assert(fc.property(fc.array(string, { minLength: 1, maxLength: 3 }), (strings) => {
    const source = `put(${strings.join(', ')})`
    expect(JSON.stringify(parse(source))).toBe(byAcorn(source))
  }), propertyRuns(5000))
})

describe('free names', () => {
  const options = { ecmaVersion: 2022, sourceType: 'script', fallback: 'iteration' }
  const code = (body) => `(function (a, b, c, d) {\n${body}\n})`
  const tricky = [
    'x; var x = a, { y, ...z } = b, [t = u, , v] = c; let w; w++', '{ let x = 1; x; y } x; { function f () {} } f()',
    'for (let i = 0; i < n; i++) i; for (const k in o) k; for (var q of r) q; for (s of t); i; k', 'try { e } catch ({ e, f: [g = h] }) { e; f; g }',
    'function f (p, { q = p, r: s }, ...t) { var u; return [p, q, r, s, t, u, v, f] } const g = function h () { h; g }; h',
    'l: for (;;) { break l; continue l } o.p; o[p]; ({ p, [q]: r, s () { t }, get u () {} }); new.target',
    'switch (x) { case y: let x; x; default: z } { class A extends B { [c] = d; static { var e; e; f } #g = h; m () { A } } A } A',
    '({ a, b: [c.d, e] = f } = g); (p, q = p) => p + q + r; `${x}${y}`; x?.y?.[z]; async () => { for await (const j of k) j }', // eslint-disable-line no-template-curly-in-string
    'function f (p = x) { var x; x } function g () { arguments; return () => arguments } arguments'
  ].map(code)

  /** Where a name is used, and whether it is assigned, as in `12 a true`. */
  const use = ({ start, name }, isWrite) => `${start} ${name} ${isWrite}`

  function byEslint (ast) {
    const { scopes } = analyze(ast, options)
    return scopes.filter(({ type }) => type === 'function').filter(({ block }) => block.body.body?.length > 0).map((scope) => {
      const inner = (child) => [child, ...child.childScopes.flatMap(inner)]
      const own = new Set(inner(scope).slice(1))
      const { body } = scope.block.body
      const free = inner(scope).flatMap(({ references }) => references).filter(({ identifier, resolved }) => identifier.start >= body[0].start && !own.has(resolved?.scope))
      return { body, names: new Set(free.map((reference) => use(reference.identifier, reference.isWrite()))) }
    })
  }

  test.each(tricky)('%s', (source) => {
    const ast = acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'script', ranges: true })
    for (const { body, names } of byEslint(ast)) {
      const tree = new SyntaxTree(source, { type: 'Program', start: body[0].start, end: body.at(-1).end, body })
      expect(new Set(tree.freeReferences.map(({ identifier, isWrite }) => use(identifier, isWrite)))).toEqual(names)
    }
  })
})
