'use strict'

const fc = require('fast-check')
const { anyCharacter } = require('../../support/any-character')

const long = fc.constantFrom('<p class="x">', 'Text & more ', 'ä€漢😀 ', 'line\n').map((text) => text.repeat(Math.ceil(300 / text.length)))
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', '<b>', ' ', '\n', ' \r\n ', '\'', '"', '\\', '\ud83d', '\ude00', '\u2028', '%', '}', '-') },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }).filter((value) => !value.includes('{')) },
  { weight: 2, arbitrary: long }
)

const value = fc.constantFrom('text', 'html', 'low', 'n', 'list', 'missing', 'missing.a', 'object.a', 'object["b"].c', 'object[key]', 'list[0]', 'list.size', 'fn', 'later', 'object.later', 'forloop.index', 'i', 'x', 'c', '"s"', '3', 'nil', 'empty', 'true', '(1..n)', 'block.super', 'shown')
const filter = fc.constantFrom('upcase', 'append: text', 'append: later', 'size', 'default: n', 'default: "d", allow_false: true', 'escape', 'raw', 'join: ","', 'first', 'json', 'plus: n', 'times: 2', 'truncate: 5', 'later', 'later: a: later, n', 'generated: n', 'nothing', 'replace: "a", object.a', 'sort', 'fails')
const filtered = fc.tuple(value, fc.array(filter, { maxLength: 2 })).map(([value, filters]) => [value, ...filters].join(' | '))
const condition = fc.oneof(filtered, fc.tuple(value, fc.constantFrom('==', '!=', '>', '<', '>=', 'contains', 'and', 'or'), value).map((parts) => parts.join(' ')), value.map((value) => `not ${value}`))

const opening = fc.constantFrom('{%', '{%', '{%', '{%-')
const closing = fc.constantFrom('%}', '%}', '%}', '-%}')
const tagged = (code) => fc.tuple(opening, code, closing).map(([before, code, after]) => `${before} ${code} ${after}`)
const output = fc.tuple(fc.constantFrom('{{', '{{', '{{-'), filtered, fc.constantFrom('}}', '}}', '-}}')).map((parts) => parts.join(' '))

const simple = tagged(fc.oneof(
  filtered.map((value) => `assign x = ${value}`),
  filtered.map((value) => `echo ${value}`),
  fc.constantFrom('increment k', 'decrement k', 'cycle "a", text, n', 'cycle g: 1, 2', 'break', 'continue', '# comment', 'render "part"', 'render "part", x: later', 'render "part" for list as i', 'render "part" with text as x', 'render name', 'include "part"', 'include "part", x: n', 'include "part" with text', 'include "{{ name }}"', 'own', 'owned')
))
const head = fc.oneof(
  condition.map((condition) => [`if ${condition}`, 'endif']),
  condition.map((condition) => [`unless ${condition}`, 'endunless']),
  fc.constantFrom(
    ['for i in list', 'endfor'], ['for i in (1..n)', 'endfor'], ['for i in list limit: 2 offset: 1', 'endfor'], ['for i in list reversed', 'endfor'], ['for i in later', 'endfor'], ['for p in object', 'endfor'],
    ['tablerow i in list cols: 2', 'endtablerow'], ['capture c', 'endcapture'], ['raw', 'endraw'], ['comment', 'endcomment'], ['block a', 'endblock'], ['block b', 'endblock'], ['block', 'endblock'], ['wrap', 'endwrap'], ['case n', 'endcase']
  )
)

const { body } = fc.letrec((tie) => ({
  block: fc.tuple(head, opening, closing, tie('body'), tie('body'), fc.boolean()).map(([[start, end], before, after, inner, other, hasElse]) => {
    const middle = { endif: 'else', endunless: 'else', endfor: 'else', endcase: 'when 1' }[end]
    return `${end === 'endraw' || start === 'raw' ? '{%' : before} ${start} ${after}${inner}${middle && hasElse ? `{% ${middle} %}${other}` : ''}{% ${end} ${after}`
  }),
  body: fc.array(fc.oneof({ maxDepth: 3, depthSize: 'small' },
    { weight: 5, arbitrary: text }, { weight: 4, arbitrary: output }, { weight: 2, arbitrary: simple }, { weight: 3, arbitrary: tie('block') }
  ), { maxLength: 6 }).map((parts) => parts.join(''))
}))

const options = fc.record({
  cache: fc.boolean(),
  outputEscape: fc.constantFrom('escape', 'json', (value) => `{${value}}`),
  strictVariables: fc.boolean(),
  strictFilters: fc.boolean(),
  lenientIf: fc.boolean(),
  jsTruthy: fc.boolean(),
  catchAllErrors: fc.boolean(),
  greedy: fc.boolean(),
  trimTagRight: fc.boolean(),
  trimOutputLeft: fc.boolean(),
  ownPropertyOnly: fc.boolean(),
  globals: fc.constant({ x: 'global', missing: 'found' })
}, { requiredKeys: [] }).map(({ strictVariables, strictFilters, catchAllErrors, ...rest }) =>
  // Errors are rare, so that most templates give pages.
  ({ ...rest, ...(strictVariables && rest.cache && { strictVariables }), ...(strictFilters && rest.greedy && { strictFilters }), ...(catchAllErrors && { catchAllErrors }) }))

const locals = fc.record({
  text: fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('<&>"\'', '\ude00', 'x'.repeat(400))),
  html: fc.constantFrom('<b>bold</b>', '<i>'.repeat(150)),
  n: fc.nat(3),
  list: fc.array(fc.oneof(fc.nat(9), fc.constantFrom('a', null, '<')), { maxLength: 3 }),
  isPromise: fc.boolean()
})

/** How often the filter `fails` throws. */
const fails = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)

/**
 * @param {object} liquid
 * @param {typeof import('liquidjs')} package
 * @param {boolean} fails
 */
function setUp (liquid, { Drop }, fails) {
  liquid.registerFilter('later', async (value, ...args) => `${value}${args}`)
  liquid.registerFilter('generated', function * (value, arg) { return [yield value, yield arg] })
  liquid.registerFilter('fails', (value) => { if (fails) throw new Error(`Failed for ${value}`); return value })
  liquid.registerTag('own', { * render (ctx) { return `own ${yield ctx._get(['text'])}` } })
  liquid.registerTag('owned', { render (ctx, emitter) { emitter.write([`${emitter.buffer.length > 100}`, null]) } })
  liquid.registerTag('wrap', {
    parse (token, tokens) {
      this.templates = []
      const stream = this.liquid.parser.parseStream(tokens).on('template', (template) => this.templates.push(template)).on('tag:endwrap', () => stream.stop())
      stream.start()
    },
    * render (ctx, emitter) { yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter) }
  })
  liquid.shown = Object.assign(new Drop(), { valueOf: () => '<shown>' })
}

/** @type {fc.Arbitrary<{ files: Record<string, string>, options: object, fails: boolean, locals: (liquid: object) => object }>} */
const template = fc.record({
  layout: fc.constantFrom('', '', '{% layout "base" %}', '{% layout "base", x: 7 %}', '{% layout "mid" %}'),
  page: body,
  part: fc.tuple(fc.array(text), body).map(([texts, body]) => texts.join('') + (body.length < 300 ? body.replace(/(include|render) /g, 'echo ') : '')),
  base: body,
  options,
  locals,
  fails
}).map(({ layout, page, part, base, options, locals: { isPromise, ...locals }, fails }) => ({
  files: {
    'page.liquid': layout + page,
    'part.liquid': `${part}{{ x }}{{ i }}`,
    'base.liquid': `${base}[{% block a %}${part.length}{% endblock %}{% block %}{% endblock %}]`,
    'mid.liquid': '{% layout "base" %}{% block a %}mid{% block b %}inner{% endblock %}{{ block.super }}{% endblock %}'
  },
  options,
  fails,
  locals: ({ shown }) => {
    const later = isPromise ? Promise.resolve('<later>') : '<now>'
    return { ...locals, low: '\ude00', key: 'a', name: 'part', later, fn: () => 'called', shown, object: { a: 'A', b: { c: '<C>' }, later } }
  }
}))

module.exports = { setUp, template }
