'use strict'

const fc = require('fast-check')
const { Rendered } = require('../../../lib/page/rendered')
const { StaticFragment } = require('../../../lib/page/static-fragment')
const { anyCodePoints, codeName } = require('../../support/code-names')

const LONG = ['one', 'two', '三', '😀'].map((mark) => `${mark} lorem ipsum & <i>dolor</i> `.repeat(12))

/** The files that generated templates include and extend. */
const FILES = {
  'part.pug': `p.part= title\np ${LONG[0]}\n`,
  'text.html': `<b>${LONG[1]}</b>\n`,
  'mixins.pug': `mixin shared(x)\n  i= x\n  p ${LONG[2]}\n  block\n`,
  'layout.pug': `doctype html\nhtml\n  head\n    title= title\n    block head\n      script.\n        ${LONG[0]}\n  body(class=flags)\n    p ${LONG[1]}\n    block content\n      p default\n    footer ${LONG[2]}\n`
}

const PRIMITIVES = [
  'title', 'n', 'n + 1', '"<lit>"', 'list.length', 'missing', 'nil', 'no', 'raw', 'up(title)', 'list', 'o', 'flags', 'zero', 'low', 'high', 'typeof n',
  '(n, raw)', 'n ? title : raw', 'rendered', 'Math.max(n, 2)', '[n, raw].join()', 'list.map(function (x) { return x + n })', 'say(n)', 'pad(raw)'
]

const value = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...PRIMITIVES) },
  { weight: 2, arbitrary: fc.constantFrom('block()', 'typeof block', 'n = n + 1', 'count++') },
  { weight: 2, arbitrary: codeName('pug').map((name) => `typeof ${name} === 'string' ? ${name} : typeof ${name}`) },
  { weight: 1, arbitrary: codeName('pug').map((name) => `o.${name}`) },
  { weight: 1, arbitrary: anyCodePoints.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PRIMITIVES), fc.constantFrom(...PRIMITIVES)).map(([one, two]) => `n ? ${one} : [${two}, ${one}].length`) },
  { weight: 1, arbitrary: fc.constantFrom('fails()', 'nil.x', 'list.x.y') }
)
const condition = fc.constantFrom('n', 'no', 'block', '!block', 'block && n', 'list.length > 2', 'missing', 'title === "x"')
const long = fc.constantFrom(...LONG)
const short = fc.constantFrom('text', 'a & b', '"q" \\\\', '<b>', 'é', '😀')

const inline = fc.oneof(
  { weight: 3, arbitrary: short },
  { weight: 2, arbitrary: long },
  { weight: 1, arbitrary: anyCodePoints.map((text) => text.replace(/[#!]/g, 'x')) },
  { weight: 3, arbitrary: value.map((source) => `#{${source}}`) },
  { weight: 2, arbitrary: value.map((source) => `!{${source}}`) },
  { weight: 1, arbitrary: value.map((source) => `#[b(a=${source}) in]`) }
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

const attribute = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'title', 'class', 'checked', 'data-x', '@click', ':x', '(z)', 'ä'), fc.constantFrom('=', '!='), value),
  fc.tuple(fc.constantFrom('style'), fc.constant('='), fc.constantFrom('"a:b"', 'flags', 'raw', 'nil')),
  fc.tuple(fc.constantFrom('b', 'c'), fc.constant('='), long.map((text) => `'${text}'`))
).map(([name, operator, source]) => ({ name, text: `${name}${operator}${source}` }))
const attributes = fc.oneof(
  fc.uniqueArray(attribute, { selector: ({ name }) => name, maxLength: 3 })
    .map((list) => list.length > 0 ? `(${list.map(({ text }) => text).join(', ')})` : ''),
  fc.constantFrom('&attributes(at)', '.x&attributes({a: n, class: flags})', '.a.b', '(a=n)&attributes(attributes)')
)

/** A node is an array of lines without the indentation of its parent. */
const indent = (lines) => lines.map((text) => `  ${text}`)
const nest = (head, ...more) => (lines) => [head, ...indent(lines), ...more]

const { nodes } = fc.letrec((tie) => ({
  nodes: fc.array(tie('node'), { minLength: 1, maxLength: 3, depthIdentifier: 'pug' }).map((list) => list.flat()),
  node: fc.oneof({ depthIdentifier: 'pug', maxDepth: 3 },
    { weight: 6, arbitrary: tie('leaf') },
    { weight: 4, arbitrary: tie('element') },
    { weight: 3, arbitrary: tie('flow') },
    { weight: 2, arbitrary: tie('mixin') },
    { weight: 1, arbitrary: tie('code') }
  ),
  leaf: fc.oneof(
    line.map((text) => [`| ${text}`]),
    fc.tuple(fc.constantFrom('p', 'pre', 'b', 'div'), attributes, line).map(([tag, list, text]) => [`${tag}${list} ${text}`]),
    fc.tuple(fc.constantFrom('', 'p', 'i'), fc.constantFrom('=', '!='), value).map(([tag, operator, source]) => [`${tag}${operator} ${source}`]),
    attributes.map((list) => [`input${list}`]),
    fc.tuple(fc.constantFrom('//', '//-'), line).map(([mark, text]) => [`${mark} ${text}`]),
    fc.tuple(fc.constantFrom('//', '//-', 'p.', 'script.', '.'), line, line).map(([head, one, two]) => nest(head)([one, '  ' + two, one])),
    fc.tuple(fc.constantFrom('ul: li: b', 'a: i', '<b>'), line).map(([head, text]) => [`${head} ${text}`]),
    fc.tuple(fc.constantFrom('p', ':shout', ':shout(n=2)'), line).map(([head, text]) => nest(head)([`| ${text}`])),
    fc.tuple(fc.constantFrom('var', 'let', 'const', 'function'), codeName('pug'), value).map(([keyword, name, source]) => [keyword === 'function' ? `- function ${name} () { return ${source} }` : `- ${keyword} ${name} = ${source}`]),
    fc.constantFrom(['include part'], ['include text.html'], ['block'], ['- n = n + 1'], ['- say(block)'], ['+never'], ['br/'])
  ),
  element: fc.tuple(fc.constantFrom('div', 'ul', 'span', 'pre', '#{up("x")}'), attributes, tie('nodes'))
    .map(([tag, list, lines]) => nest(`${tag}${list}`)(lines)),
  flow: fc.oneof(
    fc.tuple(condition, tie('nodes'), tie('nodes')).map(([test, yes, no]) => [`if ${test}`, ...indent(yes), 'else', ...indent(no)]),
    fc.tuple(condition, tie('nodes')).map(([test, lines]) => nest(`unless ${test}`)(lines)),
    fc.tuple(fc.constantFrom('x in list', 'x, n in flags', 'title in [1, 2]', 'x of list', 'block in [1]', 'pug_index0 in list', '$$obj, $$l in flags', '$ in list'), tie('nodes')).map(([head, lines]) => nest(`each ${head}`)(lines)),
    fc.tuple(tie('nodes'), tie('nodes')).map(([lines, none]) => ['each x in nothing', ...indent(lines), 'else', ...indent(none)]),
    fc.tuple(tie('nodes'), tie('nodes')).map(([one, other]) => ['case n', ...indent(['when 0', 'when 1', ...indent([...one, '- break']), 'when 2', ...indent(other)])]),
    tie('nodes').map((lines) => ['- var i = 0', 'while i++ < 2', ...indent(lines)]),
    fc.tuple(tie('nodes'), tie('nodes')).map(([one, other]) => ['case n', ...indent(['when 1', ...indent(one), 'default', ...indent(other)])])
  ),
  mixin: fc.oneof(
    fc.tuple(fc.constantFrom('m', 'k'), fc.constantFrom('', '(x)', '(x, ...rest)', '(n=5)'), tie('nodes')).map(([name, list, lines]) => nest(`mixin ${name}${list}`)(lines)),
    fc.tuple(fc.constantFrom('m', 'k', 'shared'), fc.constantFrom('', '(1)', '(raw, 2, 3)', '(block)'), fc.constantFrom('', '(class="c")', '&attributes(at)'))
      .map(([name, args, list]) => [`+${name}${args || '()'}${list}`]),
    fc.tuple(fc.constantFrom('m', 'k', 'shared'), tie('nodes')).map(([name, lines]) => nest(`+${name}(n)`)(lines))
  ),
  code: fc.oneof(
    tie('nodes').map((lines) => ['- list.forEach(function (x) {', ...lines, '- })']),
    tie('nodes').map((lines) => ['- function print () {', ...lines, '- return "<p>" }', '| #{print()} !{print()}']),
    fc.tuple(condition, tie('nodes')).map(([test, lines]) => nest(`- if (${test})`)(lines)),
    tie('nodes').map((lines) => ['- try {', ...lines, '- } catch (error) {', 'p caught', '- }']),
    tie('nodes').map((lines) => ['- outer: for (const i of [1, 2]) { do {', ...lines, '- if (i > n) continue outer', '- } while (false) }']),
    tie('nodes').map((lines) => ['- const made = [...(function * () {', ...lines, '- yield 1 })()]', 'p= made.length']),
    tie('nodes').map((lines) => ['- const before = pug_html; pug_html = ""', ...lines, '- const text = pug_html; pug_html = before', 'p= text', 'p!= text.trim()']),
    tie('nodes').map((lines) => ['- (async function () {', ...lines, '- })().catch(() => {})', 'p after']),
    tie('nodes').map((lines) => ['- { let title = (x = 1) => {', ...lines, '- return x }', 'p= title()', '- }']),
    fc.tuple(condition, tie('leaf')).map(([test, lines]) => [`- if (${test})`, ...lines])
  )
}))

const options = fc.tuple(
  fc.constantFrom({}, { compileDebug: false }, { compileDebug: false }, { compileDebug: true }),
  fc.constantFrom({}, {}, {}, { pretty: true }, { pretty: '\t' }),
  fc.constantFrom({}, {}, {}, {}, { doctype: 'html' }, { doctype: 'xml' }, { globals: ['title'] }, { inlineRuntimeFunctions: true }, { self: true }, { name: 'pug_html' }, { globals: ['pug_html', '$'] })
).map((parts) => Object.assign({ filters: { shout: (text, { n = 1 }) => `<b>${text.toUpperCase().repeat(n)}</b>` } }, ...parts))

// Most calls find a defined mixin, and few mixins recurse endlessly.
const head = ['include mixins', '- var count = 0', 'mixin never', `  p ${LONG[0]}`]

const page = fc.oneof(
  { weight: 5, arbitrary: nodes.map((lines) => [...head, ...lines]) },
  { weight: 1, arbitrary: fc.tuple(nodes, nodes).map(([first, second]) => ['extends layout', 'include mixins', 'block content', ...indent([...head.slice(1), ...first]), 'append head', ...indent(second)]) }
)

/**
 * Pug templates with compile options. They are rendered in the folder of `FILES`.
 *
 * @returns {fc.Arbitrary<{ source: string, options: object }>}
 */
function template () {
  return fc.record({ source: page.map((lines) => lines.join('\n')), options })
}

/** @returns {object} the locals of one render */
function locals () {
  let depth = 0
  return {
    title: '<Title & "co">',
    n: 1,
    zero: 0,
    no: false,
    nil: null,
    rendered: new Rendered(['<u>before</u>', new StaticFragment(LONG[0]), '<u>after</u>']),
    raw: '<b>raw</b>',
    low: '\uDE00',
    high: '\uD83D',
    list: [1, '<2>', 3],
    nothing: [],
    flags: { on: true, off: false, '<k>': 1 },
    at: { a: '<', class: ['p'], style: { a: 'b' } },
    o: { toString: () => `<o${++depth}>` },
    up: (text) => String(text).toUpperCase(),
    say: (given) => typeof given === 'function' && depth++ < 20 ? given() : String(given),
    pad: (text) => `${text}${LONG[3]}`,
    fails: () => { throw new RangeError('thrown by a helper') }
  }
}

module.exports = { FILES, locals, template }
