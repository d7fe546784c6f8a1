'use strict'

const fc = require('fast-check')
const { codeName } = require('../../../support/code-names')
const { text } = require('./text')

// Delimiters are spelt as escapes, so that they cannot end the tag around the string.
const quote = (string) => JSON.stringify(string).replaceAll('%', '\\u0025').replaceAll('?', '\\u003f')

const always = (code) => fc.constant(() => code)
const choose = fc.nat({ max: 1000 })
const missing = fc.constantFrom('missing', 'absent', 'undeclared')

const literal = fc.oneof(
  text.map((content) => () => quote(content.slice(0, 20))),
  fc.integer({ min: -5, max: 50 }).map((number) => () => `(${number})`),
  fc.constantFrom('null', 'undefined', 'true', 'false', '1.5', '[1, [2]]', '({ a: 1 })').map((code) => () => code)
)

const name = choose.map((choice) => (scope) => scope.name(choice))
const unknown = missing.map((code) => () => code)
const property = fc.constantFrom('title', 'n', 'given', 'never').map((key) => (scope) => `${scope.style.locals}.${key}`)
const typeOf = fc.oneof(name, unknown, always('Math'), always('include')).map((of) => (scope) => `(typeof ${of(scope)})`)
const user = fc.constantFrom('.name', '?.email', '?.never?.deeper', '["email"]').map((path) => (scope) => scope.local('user') + path)
const method = fc.constantFrom('self', 'touch', 'bound').map((helper) => (scope) => `${scope.local(helper)}()`)
const optional = fc.constantFrom('self', 'never').map((helper) => (scope) => `${scope.style.locals}.${helper}?.()`)
const failing = always('null.property')
const generated = codeName('ejs').map((name) => (scope) => `(typeof ${name} === 'function' ? 1 : typeof ${name} === 'undefined' ? 2 : ${scope.style.locals}.${name})`)
const internal = fc.constantFrom('__line', 'typeof this', 'this?.label', 'arguments.length', 'escapeFn("<")').map((code) => () => `(${code})`)

const simple = fc.oneof(
  { weight: 30, arbitrary: name },
  { weight: 12, arbitrary: literal },
  { weight: 6, arbitrary: property },
  { weight: 6, arbitrary: typeOf },
  { weight: 6, arbitrary: user },
  { weight: 6, arbitrary: method },
  { weight: 2, arbitrary: optional },
  { weight: 1, arbitrary: internal },
  { weight: 1, arbitrary: generated }
)

const faulty = fc.oneof(unknown, failing, always('missing()'), always('(null)()')).map((code) => (scope) => `(${code(scope)})`)

const explosion = fc.constant((scope) => `${scope.local('explode')}()`)

/**
 * Expressions over the names of a scope, as functions that print them.
 *
 * @param {number} depth how deep they nest
 * @returns {fc.Arbitrary<(scope: import('./scope').Scope) => string>}
 */
const expression = fc.memo((depth) => {
  if (depth <= 1) return simple
  return fc.oneof(
    { weight: 8, arbitrary: simple },
    { weight: 4, arbitrary: compound(depth - 1) },
    { weight: 3, arbitrary: call(depth - 1) }
  )
})

function compound (depth) {
  const part = expression(depth)
  const print = (format) => fc.tuple(part, part, part).map((parts) => (scope) => format(...parts.map((each) => each(scope))))
  return fc.oneof(
    print((a, b) => `('' + ${a} + ${b})`),
    print((a, b, c) => `(${a} ? ${b} : ${c})`),
    print((a, b) => `(${a} || ${b})`),
    print((a, b) => `(${a} ?? ${b})`),
    print((a, b) => `(${a} === ${b})`),
    print((a, b) => `(${a}, ${b})`),
    print((a, b) => `[${a}, ${b}].length`),
    print((a) => '`<${' + a + '}>`'),
    print((a) => `!${a}`)
  )
}

function call (depth) {
  const part = expression(depth)
  const print = (format) => part.map((each) => (scope) => format(each(scope), scope))
  const printFunction = (format) => part.map((each) => (scope) => format(each(scope.inSync()), scope))
  return fc.oneof(
    print((a, scope) => `${scope.local('upper')}(${a})`),
    print((a, scope) => `${scope.local('tag')}\`a$` + `{${a}}b\``),
    print((a, scope) => scope.awaits ? `(await ${scope.local('later')}(${a}))` : `(${a})`),
    printFunction((a, scope) => `${scope.local('items')}.map((item) => '' + item + ${a}).join(' ')`),
    print((a) => `String(${a}).length`),
    print((a) => `encodeURIComponent(typeof ${a})`),
    print((a) => `Math.max(1, String(${a}).length)`),
    printFunction((a) => `(() => ${a})()`),
    printFunction((a) => `(function (title) { return '' + title + ${a} })(1)`),
    printFunction((a) => `[...(function * () { yield ${a} })()].length`),
    print((a) => `escapeFn(${a})`)
  )
}

module.exports = { expression, faulty, explosion, choose, missing }
