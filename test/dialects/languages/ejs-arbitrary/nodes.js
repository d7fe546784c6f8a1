'use strict'

const fc = require('fast-check')
const { choose, expression, explosion, faulty, missing } = require('./expressions')
const { codeName } = require('../../../support/code-names')
const { text } = require('./text')

const value = expression(3)
const trim = fc.constantFrom('', '', '', '-', '_')

/** What leaves the scope of the nodes that follow as it is. */
const plain = (print) => ({ print, after: (scope) => scope })

/** What changes the scope of the nodes that follow: `declare` gives the code and the new scope. */
const declaration = (declare) => ({
  print: (scope) => scope.style.statement(declare(scope).code),
  after: (scope) => declare(scope).scope
})

const statement = (code) => plain((scope) => scope.style.statement(code(scope)))

const textNode = text.map((content) => plain((scope) => scope.style.text(content)))

const output = fc.tuple(fc.constantFrom('=', '=', '=', '-'), value, trim, fc.constantFrom('', '', '', ';', ' // note\n'))
  .map(([kind, print, end, tail]) => plain((scope) => scope.style.tag(kind, print(scope) + tail, end)))

const comment = fc.tuple(fc.constantFrom('#', '#', ''), fc.constantFrom('a note', 'two\nlines {', '"'), trim)
  .map(([kind, note, end]) => plain((scope) => scope.style.tag(kind, kind === '' ? `/* ${note} */ // }` : note, end)))

const slurp = trim.map((end) => plain((scope) => `  ${scope.style.tag('_', '', end)}  \n`))

const literalTag = fc.constantFrom('=', ' x', '')
  .map((content) => plain(({ style }) => `${style.open}${style.open.at(-1)}${content} ${style.close}`))

// Names of var and of let are kept apart: one of each in nested blocks is a syntax error.
const variable = fc.tuple(fc.constantFrom('v1', 'v2', 'title', 'count'), value)
  .map(([name, print]) => declaration((scope) => ({ code: `var ${name} = ${print(scope)}`, scope: scope.declare(name) })))

const generatedName = fc.tuple(fc.constantFrom('var', 'var', 'let', 'function'), codeName('ejs'), value)
  .map(([keyword, name, print]) => declaration((scope) => ({
    code: keyword === 'function' ? `function ${name} () { return ${print(scope.inSync())} }` : `${keyword} ${name} = ${print(scope)}`,
    scope: scope.declare(name)
  })))

const binding = fc.tuple(fc.constantFrom('let', 'const'), value)
  .map(([keyword, print]) => numbered('local', (scope, name) => ({
    code: `${keyword} ${name} = ${print(scope)}`,
    scope: scope.declare(name, { constant: keyword === 'const' })
  })))

const destructuring = fc.constant(numbered('part', (scope, name) => ({
  code: `const { length: ${name}, ...${name}Rest } = [1, 2]`,
  scope: scope.declare(name, { constant: true })
})))

const assignment = fc.tuple(choose, fc.constantFrom('=', '??=', '||=', '&&='), value)
  .map(([choice, operator, print]) => statement((scope) => `${scope.target(choice)} ${operator} ${print(scope)}`))

const increment = fc.tuple(choose, fc.constantFrom("+= ''", '++', '--'))
  .map(([choice, operator]) => statement((scope) => `${scope.target(choice)} ${operator}`))

const localsWrite = fc.tuple(fc.constantFrom('title', 'added', 'n'), value)
  .map(([name, print]) => statement((scope) => `${scope.style.locals}.${name} = ${print(scope)}`))

const helperStatement = fc.oneof(
  value.map((print) => statement((scope) => `${scope.local('rename')}(${print(scope)})`)),
  fc.constant(statement((scope) => `${scope.local('touch')}()`)),
  value.map((print) => statement((scope) => `${scope.style.echo}(${print(scope)})`))
)

const inclusion = fc.tuple(choose, fc.option(value), fc.constantFrom('-', '-', '-', '=', 'value'))
  .map(([choice, given, kind]) => plain((scope) => {
    if (scope.partials.length === 0) return ''
    const data = given ? `, { given: ${given(scope)}, title: ${given(scope)} }` : ''
    if (scope.style.async && !scope.awaits) return ''
    const included = `include('${scope.partials[choice % scope.partials.length]}'${data})`
    const code = scope.awaits ? `(await ${included})` : included
    return kind === 'value' ? scope.style.tag('=', `${code}.trim().length`) : scope.style.tag(kind, code)
  }))

const fault = fc.oneof({ weight: 4, arbitrary: faulty }, { weight: 1, arbitrary: explosion })
  .map((print) => plain((scope) => scope.style.tag('=', print(scope))))

const leaf = fc.oneof(
  { weight: 40, arbitrary: textNode },
  { weight: 40, arbitrary: output },
  { weight: 3, arbitrary: comment },
  { weight: 2, arbitrary: slurp },
  { weight: 2, arbitrary: literalTag },
  { weight: 4, arbitrary: variable },
  { weight: 5, arbitrary: binding },
  { weight: 1, arbitrary: generatedName },
  { weight: 1, arbitrary: destructuring },
  { weight: 4, arbitrary: assignment },
  { weight: 2, arbitrary: increment },
  { weight: 3, arbitrary: localsWrite },
  { weight: 4, arbitrary: helperStatement },
  { weight: 5, arbitrary: inclusion }
)

/** A declaration of a name of its own: printing it and scoping what follows agree on the number. */
function numbered (prefix, declare) {
  const names = new WeakMap()
  return declaration((scope) => {
    if (!names.has(scope)) names.set(scope, scope.fresh(prefix))
    return declare(scope, names.get(scope))
  })
}

function printAll (nodes, scope) {
  let source = ''
  for (const node of nodes) {
    source += node.print(scope)
    scope = node.after(scope)
  }
  return source
}

/** Nodes that stand between two statement tags, such as the braces of a loop. */
const between = (open, inner, close, inside = (scope) => scope) => plain((scope) => {
  const start = scope.style.statement(open(scope))
  return start + printAll(inner, inside(scope)) + scope.style.statement(close(scope))
})

const always = (code) => () => code

function block (depth) {
  const inner = body(depth)
  return fc.oneof(
    { weight: 6, arbitrary: condition(inner) },
    { weight: 6, arbitrary: loop(inner) },
    { weight: 5, arbitrary: templateFunction(inner) },
    { weight: 3, arbitrary: rescue(inner) },
    { weight: 1, arbitrary: choice(inner) },
    { weight: 1, arbitrary: labelled(inner) },
    { weight: 1, arbitrary: capture(inner) },
    { weight: 1, arbitrary: method(inner) },
    { weight: 1, arbitrary: unbraced },
    { weight: 2, arbitrary: shadowing(inner) },
    { weight: 1, arbitrary: guard(inner) }
  )
}

function condition (inner) {
  return fc.tuple(value, inner, inner).map(([test, yes, no]) => plain((scope) =>
    scope.style.statement(`if (${test(scope)}) {`) + printAll(yes, scope) +
    scope.style.statement('} else {') + printAll(no, scope) + scope.style.statement('}')
  ))
}

const items = (scope) => scope.local('items')

const loops = fc.constantFrom(
  { open: (scope) => `for (const item of ${items(scope)}) {`, close: '}', variable: 'item' },
  { open: (scope) => `${items(scope)}.forEach((item) => {`, close: '})', variable: 'item', calls: true },
  { open: (scope) => `${items(scope)}.slice(0, 2).forEach(function (item) {`, close: '});', variable: 'item', calls: true },
  { open: (scope) => `${scope.local('each')}(${items(scope)}, (item) => {`, close: '})', variable: 'item', calls: true },
  { open: (scope) => `for ${scope.awaits ? 'await ' : ''}(const item of ${items(scope)}) {`, close: '}', variable: 'item' },
  { open: always('for (let i = 0; i < 2; i++) {'), close: '}', variable: 'i' },
  { open: always('for (const key in { a: 1, b: 2 }) {'), close: '}', variable: 'key' }
)

function loop (inner) {
  return fc.tuple(loops, inner).map(([{ open, close, variable, calls }, nodes]) => between(
    open,
    nodes,
    always(close),
    (scope) => (calls ? scope.inSync() : scope).declare(variable, { constant: true })
  ))
}

function templateFunction (inner) {
  return fc.tuple(inner, fc.constantFrom('label', 'title', 'parameter'), value, value, fc.constantFrom('', '=', '-'), fc.boolean())
    .map(([nodes, parameter, argument, result, kind, arrow]) => plain((scope) => {
      const name = scope.fresh('block')
      const inside = scope.declare(parameter)
      const [before, call] = scope.style.async ? ['async ', 'await '] : ['', '']
      if (scope.style.async && !scope.awaits) return ''
      const head = arrow ? `const ${name} = ${before}(${parameter}) => {` : `${before}function ${name} (${parameter}) {`
      return scope.style.statement(head) + printAll(nodes, inside) + scope.style.statement(`return ${result(inside)} }`) +
        scope.style.tag(kind, `${call}${name}(${argument(scope)})`)
    }))
}

function rescue (inner) {
  return fc.tuple(inner, fault, fc.boolean(), inner).map(([tried, faulty, fails, caught]) => plain((scope) =>
    scope.style.statement('try {') + printAll(fails ? [...tried, faulty] : tried, scope) +
    scope.style.statement('} catch (error) {') + scope.style.tag('=', 'error.message') + printAll(caught, scope) +
    scope.style.statement('} finally { }')
  ))
}

function choice (inner) {
  return fc.tuple(value, inner, inner).map(([subject, first, second]) => plain((scope) =>
    scope.style.statement(`switch (typeof ${subject(scope)}) { case 'string': {`) + printAll(first, scope) +
    scope.style.statement('break } default: {') + printAll(second, scope) + scope.style.statement('} }')
  ))
}

function labelled (inner) {
  return fc.tuple(fc.constantFrom('break', 'continue'), value, inner, inner).map(([jump, test, before, after]) => plain((scope) => {
    const [label, variable] = [scope.fresh('label'), scope.fresh('turn')]
    const inside = scope.declare(variable, { constant: true })
    return scope.style.statement(`${label}: for (const ${variable} of [1, 2]) { do {`) + printAll(before, inside) +
      scope.style.statement(`if (${test(inside)}) ${jump} ${label}`) + printAll(after, inside) + scope.style.statement('} while (false) }')
  }))
}

/** Takes text back from the engine's own variable, as recipes for blocks do. */
function capture (inner) {
  return fc.tuple(inner, fc.constantFrom('=', '-'), fc.constantFrom('', '.trim()', '.length', '.toUpperCase()')).map(([nodes, kind, suffix]) => plain((scope) => {
    const [before, captured] = [scope.fresh('before'), scope.fresh('captured')]
    return scope.style.statement(`const ${before} = __output; __output = ''`) + printAll(nodes, scope) +
      scope.style.statement(`const ${captured} = __output; __output = ${before}`) + scope.style.tag(kind, captured + suffix)
  }))
}

/** Functions of other kinds than `templateFunction` makes. */
function method (inner) {
  const kinds = fc.constantFrom(
    ['new (class { m (title = 1) {', '} })().m()'], ['({ get m () {', 'return 1 } }).m'], ['[...(function * () {', 'yield 1 })()].length'], ['(function (...rest) {', 'return rest.length })(1, 2)']
  )
  return fc.tuple(kinds, inner, fc.boolean()).map(([[open, close], nodes, prints]) => plain((scope) => {
    const name = scope.fresh('made')
    return scope.style.statement(`const ${name} = ${open}`) + printAll(nodes, scope.inSync()) + scope.style.statement(close) + (prints ? scope.style.tag('=', name) : '')
  }))
}

/** The text belongs to an empty statement, so it is always printed. */
const unbraced = fc.tuple(value, text).map(([test, content]) => plain((scope) => scope.style.statement(`if (${test(scope)})`) + scope.style.text(content)))

function shadowing (inner) {
  return fc.tuple(fc.constantFrom('let', 'const'), fc.constantFrom('label', 'total'), inner)
    .map(([keyword, name, nodes]) => between(
      (scope) => `{ ${keyword} ${name} = ${scope.style.locals}.n`,
      nodes,
      always('}'),
      (scope) => scope.declare(name, { constant: keyword === 'const' })
    ))
}

function guard (inner) {
  return fc.tuple(missing, inner)
    .map(([name, nodes]) => between(always(`if (typeof ${name} === 'undefined') {`), nodes, always('}')))
}

/**
 * The nodes of a template, or of a block of it.
 *
 * @param {number} depth how deep blocks nest
 * @returns {fc.Arbitrary<{ print: Function, after: Function }[]>}
 */
const body = fc.memo((depth) => {
  const node = depth <= 1
    ? leaf
    : fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: block(depth - 1) })
  return fc.array(node, { minLength: 1, maxLength: 3 + 2 * depth })
})

module.exports = { body, fault, printAll }
