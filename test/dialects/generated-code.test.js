'use strict'

const acorn = require('acorn')
const fc = require('fast-check')
const { parse } = require('../../lib/dialects/shared/parse')
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
