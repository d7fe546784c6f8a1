'use strict'

const fc = require('fast-check')

const long = fc.constantFrom('<p class="x">', 'Text & more \\ \'quoted\' ', 'ä€漢😀 ', 'line\n').map((text) => text.repeat(Math.ceil(300 / text.length)))
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', '<b>', ' ', '\n', ' \r\n ', '\'', '"', '\\', '`', '${x}', '\ud83d', '\ude00', '\u2028', '/*', '//', '}', '{') }, // eslint-disable-line no-template-curly-in-string
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }).filter((value) => !value.includes('{{')) },
  { weight: 2, arbitrary: long }
)

const VALUES = ['it.text', 'it.html', 'it.low', 'it.n', 'it.missing', 'it.list', 'it.object', 'it.n > 1 ? it.text : it.html', '`${it.n}<`', '"}}"', 'it.list.map(function (x) { return x + 1 }).join()', 'write(it.n)', 'write(1) + write(2)', '(it.n, it.text)', '(it.x = 1)', 'it.fails()', 'tR.length'] // eslint-disable-line no-template-curly-in-string
const value = fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...VALUES.slice(0, -2)) }, { weight: 1, arbitrary: fc.constantFrom(...VALUES.slice(-2)) })
const filter = fc.constantFrom('', '', '', '', ' | safe', ' | upper', ' | upper | safe', ' | wrap("<", it.n)')

const open = fc.constantFrom('{{', '{{', '{{', '{{-', '{{_')
const close = fc.constantFrom('}}', '}}', '}}', '-}}', '_}}')
const tag = (prefix, code) => fc.tuple(open, close, code).map(([open, close, code]) => `${open}${prefix} ${code} ${close}`)

const FILES = ['includeFile("./first", it)', 'includeFile("./second", { n: it.n })', 'includeFile("./second.sqrl", it)', 'include("named", it)', 'loud(it.text, it.n)', 'includeFile("./none", it)']
const STATEMENTS = ['/* comment */', 'it.n++', 'const { n } = it', 'tR += it.text', 'var s = tR; tR = s']
const BLOCKS = [
  ['{{@if(it.n > 1)}}', '{{/if}}'], ['{{@if(it.missing)}}', '{{#else}}else{{/if}}'], ['{{@each(it.list) => x}}', '{{x}}{{/each}}'],
  ['{{@foreach(it.map) => k, v}}', '{{k}}{{*v}}{{/foreach}}'], ['{{@try}}', '{{it.n > 1 ? it.fails() : 1}}{{#catch => e}}{{e.message}}{{/try}}'],
  ['{{@block("text")}}', '{{/block}}'], ['{{@block("none")}}', '{{/block}}'], ['{{@twice(it.n)}}', '{{#b}}b{{/twice}}'], ['{{@extendsFile("./base", { n: it.n })}}', '{{#side}}side{{/extendsFile}}'],
  ['{{! for (const x of it.list) { }}', '{{x}}{{! } }}'], ['{{! if (it.n > 1) { }}', '{{! } else { }}else{{! } }}'], ['{{! it.list.forEach(function (x) { }}', '{{! }) }}']
]

const { body: source } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom('', '', '*'), value, filter).chain(([prefix, code, filter]) => tag(prefix, fc.constant(code + filter))) },
    { weight: 2, arbitrary: fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...FILES.slice(0, -1)) }, { weight: 1, arbitrary: fc.constant(FILES.at(-1)) }).map((call) => `{{@${call}/}}`) },
    { weight: 1, arbitrary: tag('!', fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...STATEMENTS.slice(0, -1)) }, { weight: 1, arbitrary: fc.constant(STATEMENTS.at(-1)) })) }
  ),
  block: fc.tuple(fc.constantFrom(...BLOCKS), tie('body')).map(([[before, after], inner]) => before + inner + after),
  body: fc.array(fc.oneof({ maxDepth: 2, depthSize: 'small' }, { weight: 5, arbitrary: tie('leaf') }, { weight: 2, arbitrary: tie('block') }), { maxLength: 7 }).map((parts) => parts.join(''))
}))

/** Some pages have a function that writes, which is called in the middle of values. */
const page = fc.tuple(fc.constantFrom('{{! const write = function (n) { return n } }}', '{{! const write = function (n) { return n } }}', '{{! const write = function (n) { }}({{n}}){{! return n } }}'), source).map((parts) => parts.join(''))

const config = fc.record({
  autoEscape: fc.boolean(),
  useWith: fc.constantFrom(false, false, false, true),
  rmWhitespace: fc.boolean(),
  autoTrim: fc.constantFrom(false, 'nl', 'slurp', ['nl', 'slurp']),
  defaultFilter: fc.constantFrom(false, 'upper')
}, { requiredKeys: [] })

const locals = fc.record({
  text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<&>"\'', '\ude00', 'x'.repeat(400))),
  html: fc.constantFrom('<b>bold</b>', '<i>'.repeat(150)),
  low: fc.constant('\ude00'),
  n: fc.nat(3),
  list: fc.array(fc.nat(9), { maxLength: 3 })
})

/** @type {fc.Arbitrary<import('../dialects/suite').Example>} */
const template = fc.record({ page, layout: fc.boolean(), partial: fc.array(text).map((parts) => parts.join('')), base: fc.array(text).map((parts) => parts.join('')), config, locals })
  .map(({ page, layout, partial, base, config, locals }) => ({
    files: {
      'page.sqrl': layout ? `{{@extendsFile('./base', it)}}${page}{{#side}}${partial}{{it.text}}{{/extendsFile}}` : page,
      'first.sqrl': `${partial}{{it.n}}`,
      'second.sqrl': `{{*it.n}}${partial}`,
      'base.sqrl': `${base}[{{it.content | safe}}]{{*it.side}}{{it.content.length}}`
    },
    templates: { named: 'named {{it.n}}' },
    config,
    locals: [() => ({ ...locals, list: [...locals.list], map: { a: '<', b: locals.n }, object: { valueOf: () => 1 }, fails () { throw new RangeError('fails') } })]
  }))

module.exports = { template }
