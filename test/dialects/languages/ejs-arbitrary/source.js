'use strict'

const fc = require('fast-check')
const { codeName } = require('../../../support/code-names')
const { MARKS, inSync, statement, tag, unmarked } = require('./style')
const { text } = require('./text')

const { async, await: awaits, local } = MARKS

// Delimiters are spelt as escapes, so that they cannot end the tag around the string.
const quote = (string) => JSON.stringify(string).replaceAll('%', '\\u0025').replaceAll('?', '\\u003f')

const plainText = text.map(unmarked)
const number = fc.nat(9999)
const trim = fc.constantFrom('', '', '', '-', '_')
const name = fc.constantFrom('title', 'text', 'label', 'total', 'count', 'n', 'zero', 'flag', 'nothing', 'html', 'name', 'escape', 'status').map((each) => local + each)
const missing = fc.constantFrom('missing', 'absent', 'undeclared')

const simple = fc.oneof(
  { weight: 30, arbitrary: name },
  { weight: 4, arbitrary: plainText.map((content) => quote(content.slice(0, 20))) },
  { weight: 8, arbitrary: fc.constantFrom('(-5)', '(50)', 'null', 'undefined', 'true', 'false', '1.5', '[1, [2]]', '({ a: 1 })') },
  { weight: 6, arbitrary: fc.constantFrom('title', 'n', 'given', 'never').map((key) => `LOCALS.${key}`) },
  { weight: 6, arbitrary: fc.oneof(name, missing, fc.constantFrom('Math', 'include')).map((of) => `(typeof ${of})`) },
  { weight: 3, arbitrary: fc.constantFrom('v1', 'v2').map((each) => `(typeof ${each} === 'undefined' ? 0 : ${each})`) },
  { weight: 6, arbitrary: fc.constantFrom('.name', '?.email', '?.never?.deeper', '["email"]').map((path) => `${local}user${path}`) },
  { weight: 6, arbitrary: fc.constantFrom('self', 'touch', 'bound').map((helper) => `${local}${helper}()`) },
  { weight: 2, arbitrary: fc.constantFrom('self', 'never').map((helper) => `LOCALS.${helper}?.()`) },
  { weight: 1, arbitrary: fc.constantFrom('(__line)', '(typeof this)', '(this?.label)', '(arguments.length)', '(escapeFn("<"))') },
  { weight: 1, arbitrary: codeName('ejs').map((each) => `(typeof ${each} === 'function' ? 1 : typeof ${each} === 'undefined' ? 2 : LOCALS.${each})`) }
)

/** Expressions of two others: those of functions that are not async are given without `await`. */
const compounds = fc.constantFrom(
  (a, b) => `('' + ${a} + ${b})`, (a, b) => `(${a} ? ${b} : 'else')`, (a, b) => `(${a} || ${b})`, (a, b) => `(${a} ?? ${b})`, (a, b) => `(${a} === ${b})`,
  (a, b) => `(${a}, ${b})`, (a, b) => `[${a}, ${b}].length`, (a) => '`<${' + a + '}>`', (a) => `!${a}`,
  (a) => `${local}upper(${a})`, (a) => `${local}tag\`a$` + `{${a}}b\``, (a) => `(${awaits}${local}later(${a}))`, (a) => `String(${a}).length`,
  (a) => `encodeURIComponent(typeof ${a})`, (a) => `Math.max(1, String(${a}).length)`, (a) => `escapeFn(${a})`,
  (a) => `${local}items.map((item) => '' + item + ${inSync(a)}).join(' ')`, (a) => `(() => ${inSync(a)})()`,
  (a) => `(function (title) { return '' + title + ${inSync(a)} })(1)`, (a) => `[...(function * () { yield ${inSync(a)} })()].length`
)
const combined = (part) => fc.tuple(compounds, part, part).map(([format, a, b]) => format(a, b))
const nested = fc.oneof({ weight: 8, arbitrary: simple }, { weight: 7, arbitrary: combined(simple) })
const value = fc.oneof({ weight: 8, arbitrary: simple }, { weight: 7, arbitrary: combined(nested) })

const fault = fc.oneof({ weight: 4, arbitrary: fc.oneof(missing, fc.constantFrom('null.property', 'missing()', '(null)()')) }, { weight: 1, arbitrary: fc.constant(`${local}explode()`) })
  .map((code) => tag('=', `(${code})`))

const inclusion = fc.tuple(fc.nat(2), fc.option(simple), fc.constantFrom('-', '-', '-', '=', 'value')).map(([choice, given, kind]) => {
  const included = `(${awaits}include('#${choice}'${given ? `, { given: ${given}, title: ${given} }` : ''}))`
  return kind === 'value' ? tag('=', `${included}.trim().length`) : tag(kind, included)
})

const leaf = fc.oneof(
  { weight: 40, arbitrary: plainText },
  { weight: 40, arbitrary: fc.tuple(fc.constantFrom('=', '=', '=', '-'), value, trim, fc.constantFrom('', '', '', ';', ' // note\n')).map(([kind, code, end, tail]) => tag(kind, code + tail, end)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('#', '#', ''), fc.constantFrom('a note', 'two\nlines {', '"'), trim).map(([kind, note, end]) => tag(kind, kind === '' ? `/* ${note} */ // }` : note, end)) },
  { weight: 2, arbitrary: trim.map((end) => `  ${tag('_', '', end)}  \n`) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('v1', 'v2', 'title', 'count'), value).map(([each, code]) => statement(`var ${each} = ${code}`)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('let', 'const'), number, value).map(([keyword, n, code]) => statement(`${keyword} own${n} = ${code}`) + tag('=', `own${n}`)) },
  { weight: 1, arbitrary: number.map((n) => statement(`const { length: part${n}, ...rest${n} } = [1, 2]`) + tag('=', `part${n}`)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('var', 'var', 'let'), codeName('ejs'), value).map(([keyword, each, code]) => statement(`${keyword} ${each} = ${code}`)) },
  { weight: 1, arbitrary: fc.tuple(codeName('ejs'), value).map(([each, code]) => statement(`function ${each} () { return ${inSync(code)} }`)) },
  { weight: 4, arbitrary: fc.tuple(name, fc.constantFrom('=', '??=', '||=', '&&='), value).map(([target, operator, code]) => statement(`${target} ${operator} ${code}`)) },
  { weight: 2, arbitrary: fc.tuple(name, fc.constantFrom("+= ''", '++', '--')).map(([target, operator]) => statement(`${target} ${operator}`)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('title', 'added', 'n'), value).map(([key, code]) => statement(`LOCALS.${key} = ${code}`)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('ECHO', `${local}rename`), value).map(([fn, code]) => statement(`${fn}(${code})`)) },
  { weight: 1, arbitrary: fc.constant(statement(`${local}touch()`)) },
  { weight: 5, arbitrary: inclusion }
)

/** Code before and behind other nodes. */
const around = fc.tuple(value, value, number).chain(([a, b, n]) => fc.constantFrom(
  [`if (${a}) {`, '}'], [`if (${a}) {`, '} else {', '}'], [`if (${a})`, ''], ['if (typeof missing === "undefined") {', '}'],
  [`for (const item of ${local}items) {`, '}'], [`for ${awaits}(const item of ${local}items) {`, '}'], ['for (let i = 0; i < 2; i++) {', '}'], ['for (const key in { a: 1, b: 2 }) {', '}'],
  [`switch (typeof ${a}) { case 'string': {`, 'break } default: {', '} }'], [`turn${n}: for (const turn of [1, 2]) { do {`, `if (${a}) continue turn${n}`, '} while (false) }'],
  ['try {', '} catch (error) {', '} finally { }'], [`{ let label = ${a}`, '}'], [`{ const before${n} = __output; __output = ''`, `const captured${n} = __output; __output = before${n}; __append(captured${n}.trim()) }`],
  [`const block${n} = ${async}(label) => {`, `return ${b} }; ${awaits}block${n}(${a})`], [`${async}function block${n} (title) {`, `return ${b} } ECHO(${awaits}block${n}(${a}))`]
))

/** The same for functions that are not async. */
const aroundInSync = number.chain((n) => fc.constantFrom(
  [`${local}items.forEach((item) => {`, '})'], [`${local}items.slice(0, 2).forEach(function (item) {`, '});'], [`${local}each(${local}items, (item) => {`, '})'],
  [`const made${n} = new (class { m (title = 1) {`, '} })().m()'], [`const made${n} = ({ get m () {`, 'return 1 } }).m'],
  [`const made${n} = [...(function * () {`, 'yield 1 })()].length'], [`const made${n} = (function (...rest) {`, 'return rest.length })(1, 2)']
))

/**
 * The source of a template or of a block of it, with marks.
 *
 * @param {number} depth how deep blocks nest
 * @returns {fc.Arbitrary<string>}
 */
const body = fc.memo((depth) => {
  const nodes = (node) => fc.array(node, { minLength: 1, maxLength: 3 + 2 * depth }).map((parts) => parts.join(''))
  if (depth <= 1) return nodes(leaf)
  const wrapped = fc.tuple(around, body(depth - 1), body(depth - 1)).map(([[open, ...others], first, second]) => statement(open) + first + others.map(statement).join(second))
  const called = fc.tuple(aroundInSync, body(depth - 1)).map(([[open, close], inner]) => statement(open) + inSync(inner) + statement(close))
  return nodes(fc.oneof({ weight: 12, arbitrary: leaf }, { weight: 3, arbitrary: wrapped }, { weight: 1, arbitrary: called }))
})

module.exports = { body, fault }
