'use strict'

const fc = require('fast-check')

const NAMES = ['a', 'b', 'n', 'f', 'o', 'list', 'rows', 'o.x', 'o.list', 'o.f', 'a.length', '.', 'missing', 'no.thing', 'wrap']
const TAGS = [['{{', '}}'], ['<%', '%>'], ['|', '|'], ['[[', ']]']]
const LONG = `<p class="long">${'汉字 and text '.repeat(30)}</p>\n`

const texts = fc.constantFrom('x', '<b>', ' ', '  ', '\n', '\n', '\n  ', '\t', '\r\n', ' & é ', '🎉', '} }', LONG, `${LONG}  `)
const names = fc.constantFrom(...NAMES)

/** Functions that create values, so that each render has its own. */
const simple = fc.constantFrom('', 'text', '<i> & "q" \'s\' /=`', 0, 1.5, NaN, true, false, null, undefined, 7n)
  .map((value) => () => value)
const functions = fc.constantFrom(
  () => () => '<f>',
  () => () => undefined,
  () => function () { return typeof this === 'object' ? Object.keys(this ?? {}).join() : this },
  () => () => [1, { a: 'given' }],
  () => { let n = 0; return () => ++n }
)
const lambdas = fc.constantFrom(
  () => () => (text, render) => `<b>${render(text)}</b>`,
  () => () => (text) => text.toUpperCase(),
  () => () => (text, render) => render(`${text}{{a}}{{#list}}{{.}}{{/list}}`) + render(text),
  () => () => function (text, render) { return render(' {{>third}}') + typeof this },
  () => () => () => null
)
const leaf = fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: functions }, { weight: 1, arbitrary: lambdas })

/** Objects, some with getters that count their calls. */
const objectOf = (value) => fc.record(
  { a: value, b: value, x: value, f: fc.oneof(functions, lambdas), list: fc.array(value, { maxLength: 2 }).map(all), counts: fc.boolean() },
  { requiredKeys: [] }
).map(({ counts, ...makers }) => () => {
  const object = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]))
  let n = 0
  return counts ? Object.defineProperty(object, 'n', { get: () => ++n, enumerable: true }) : object
})

/**
 * @param {(() => unknown)[]} makers
 * @returns {() => unknown[]}
 */
function all (makers) {
  return () => makers.map((make) => make())
}

const item = fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 3, arbitrary: objectOf(leaf) }, { weight: 1, arbitrary: fc.array(leaf, { maxLength: 2 }).map(all) })
const lists = fc.array(item, { maxLength: 3 }).map(all)
const any = fc.oneof(leaf, item, lists, objectOf(item))

const locals = fc.record(
  { a: any, b: any, f: fc.oneof(functions, lambdas), wrap: lambdas, o: objectOf(item), list: lists, rows: fc.array(objectOf(leaf), { maxLength: 3 }).map(all), counts: fc.constant(true) },
  { requiredKeys: [] }
).map(({ counts, ...makers }) => () => {
  let n = 0
  const made = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]))
  return counts ? Object.defineProperty(made, 'n', { get: () => ++n, enumerable: true, configurable: true }) : made
})

const value = fc.record({ kind: fc.constantFrom('escaped', 'escaped', 'braces', 'ampersand'), name: names })
const comment = fc.constant({ kind: 'comment' })
const delimiters = fc.record({ kind: fc.constant('delimiters'), tags: fc.constantFrom(...TAGS) })
const text = texts.map((text) => ({ kind: 'text', text }))
const fault = fc.constantFrom('{{#a}}', '{{/a}}', '{{', '{{{a}}', '{{^b', '{{=x=}}').map((text) => ({ kind: 'text', text }))

/**
 * @param {number} depth
 * @param {string[]} partials names of partials
 * @returns {fc.Arbitrary<object[]>}
 */
function nodes (depth, partials) {
  const partial = fc.record({ kind: fc.constant('partial'), name: fc.constantFrom(...partials) })
  const all = [
    { weight: 6, arbitrary: text },
    { weight: 6, arbitrary: value },
    { weight: 2, arbitrary: partial },
    { weight: 1, arbitrary: comment },
    { weight: 1, arbitrary: delimiters }
  ]
  if (depth > 0) {
    const section = fc.record({ kind: fc.constantFrom('section', 'section', 'inverted'), name: names, alone: fc.boolean(), nodes: nodes(depth - 1, partials) })
    all.push({ weight: 6, arbitrary: section })
  }
  return fc.array(fc.oneof(...all), { maxLength: 6 })
}

/**
 * @param {object[]} list of nodes
 * @param {{ tags: string[] }} state delimiters at the start of the list
 * @returns {string}
 */
function print (list, state) {
  return list.map((node) => printers[node.kind](node, state)).join('')
}

const tag = (state, inner) => state.tags[0] + inner + state.tags[1]

const printers = {
  text: ({ text }) => text,
  escaped: ({ name }, state) => tag(state, name),
  braces: ({ name }, state) => tag(state, `{${name}}`),
  ampersand: ({ name }, state) => tag(state, `& ${name}`),
  comment: (node, state) => tag(state, '! a comment '),
  partial: ({ name }, state) => tag(state, `> ${name}`),
  delimiters ({ tags }, state) {
    const change = tag(state, `=${tags.join(' ')}=`)
    state.tags = tags
    return change
  },
  section: (node, state) => printSection('#', node, state),
  inverted: (node, state) => printSection('^', node, state)
}

function printSection (symbol, { name, alone, nodes }, state) {
  const line = alone ? '\n' : ''
  return line + tag(state, symbol + name) + line + print(nodes, state) + line + tag(state, `/${name}`) + line
}

const source = (depth, ...partials) => nodes(depth, partials).map((list) => print(list, { tags: TAGS[0] }))
const faulty = fc.tuple(nodes(1, ['first']), fault, nodes(1, ['first'])).map((parts) => print(parts.flat(), { tags: TAGS[0] }))

/**
 * Mustache templates with locals. `sources` maps names to sources; the template is `page`. `locals` creates the locals
 * of one render.
 *
 * @returns {fc.Arbitrary<{ sources: Record<string, string>, locals: () => object }>}
 */
function template () {
  return fc.record({
    sources: fc.record({
      page: fc.oneof({ weight: 15, arbitrary: source(3, 'first', 'second', 'none') }, { weight: 1, arbitrary: faulty }),
      first: source(2, 'second', 'third'),
      second: source(1, 'third'),
      third: fc.constant('{{a}}|\n{{n}}')
    }),
    locals
  })
}

module.exports = { template }
