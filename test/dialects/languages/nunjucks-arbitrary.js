'use strict'

const fc = require('fast-check')
const nunjucks = require('nunjucks')
const { nunjucks: long } = require('../../corpus/long')
const { anyCodePoints, codeName } = require('../../support/code-names')

/** The files that generated templates include, import and extend. */
const FILES = {
  'part.njk': `<i>{{ title }}{{ item }}{{ loop.index }}</i>${long('part')}`,
  'short.njk': '({{ n }})',
  'deep.njk': '{% for item in list %}{% include "part.njk" %}{% endfor %}{% set n = 9 %}',
  'macros.njk': `{% macro show(a, b=2) %}<u>{{ a }}{{ b }}{{ caller(a) if caller }}</u>${long('macro')}{% endmacro %}{% set version = "<1>" %}`,
  'base.njk': `<html>${long('base')}{% block head %}{{ title }}{% endblock %}{% block body %}${long('body')}{{ n }}{% endblock %}{% include "short.njk" %}</html>`,
  'middle.njk': `{% extends "base.njk" %}{% block body %}{{ super() }}${long('middle')}{% block inner %}inner{% endblock %}{% endblock %}`
}

const simple = fc.constantFrom('title', 'n', 'n + 1', 'list', 'list | join("<")', 'raw | safe', 'raw', 'title | upper', 'o.a', 'o.b.c', 'missing', '"<lit>"', 'n if title else raw', 'list | length', 'item', 'item.x', 'loop.index', 'loop.last', 'k ~ v', 'say(n)', 'title | e', 'captured', 'captured | safe', 'ns.version', 'low', 'high', 'nil', 'range(3) | join', 'ns.show(title)', 'ns.show(1, b=raw)', 'm(title)', 'm(1) | upper')
/** Names that the tags of Nunjucks read as they are. */
const name = codeName('nunjucks').filter((name) => /^[\w$]+$/.test(name))
const sync = fc.oneof(
  { weight: 40, arbitrary: simple },
  { weight: 4, arbitrary: fc.tuple(simple, simple, fc.constantFrom('~', '+', '==', 'and', 'or', 'in', '//', '<')).map(([one, two, operator]) => `(${one}) ${operator} (${two})`) },
  { weight: 2, arbitrary: fc.tuple(simple, simple, simple).map((values) => `[${values}] | join({ x: ${values[0]} }.x)`) },
  { weight: 2, arbitrary: fc.tuple(simple, fc.constantFrom('default("<")', 'replace("<", title)', 'safe | upper', 'forceescape', 'striptags', 'dump', 'string', 'batch(2) | first', 'urlencode', 'nl2br', 'indent(2)')).map(([value, filter]) => `(${value}) | ${filter}`) },
  { weight: 2, arbitrary: name },
  { weight: 1, arbitrary: name.map((name) => `o.${name}`) },
  { weight: 1, arbitrary: anyCodePoints.map((text) => JSON.stringify(text).replace(/[%}#]/g, ' ')) },
  { weight: 1, arbitrary: fc.constantFrom('fails()', 'nil.x()', 'title | strange', 'title | failing', 'super()') }
)
const async = fc.oneof({ weight: 9, arbitrary: fc.constantFrom('title | now', 'title | later', 'n | later | later', 'list | now | join') }, { weight: 1, arbitrary: fc.constantFrom('n | rejecting', 'm(title | now)') })
const condition = fc.constantFrom('n', 'nil', 'title == "x"', 'list | length > 2', 'loop.first', 'item', 'n is odd', 'not n')
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('text', ' \n ', '<b>', '"q" \\', 'é', '😀', '\u2028', '\uD83D', '\n') },
  { weight: 1, arbitrary: fc.constantFrom('1', '2').map(long) },
  { weight: 1, arbitrary: anyCodePoints.map((text) => text.replaceAll('{', '(')) }
)
const comment = fc.tuple(fc.constantFrom('{#', '{#-', '{% raw %}', '{% verbatim %}'), fc.constantFrom('{{ n }}', '{% if %}', '"\n', 'c'), fc.constantFrom('#}', '-#}'))
  .map(([open, inner, close]) => open.startsWith('{#') ? `${open} ${inner} ${close}` : `${open}${inner}${open.replace('% ', '% end')}`)
const file = fc.constantFrom('"part.njk"', '"short.njk"', '"deep.njk"', '"./part.njk"', '"none.njk" ignore missing', 'which')
const dash = fc.constantFrom('', '', '-')

/** Nunjucks does not wait for `inner` parts, so they are synchronous and contain no blocks. */
const { body, inner } = fc.letrec((tie) => {
  const print = (value) => fc.tuple(value, dash).map(([value, dash]) => `{{${dash} ${value} ${dash}}}`)
  const choose = (body) => fc.tuple(condition, body, body, dash).map(([test, one, two, dash]) => `{%${dash} if ${test} %}${one}{% elif nil %}nil{% else ${dash}%}${two}{% endif %}`)
  const loop = (body, otherwise = body) => fc.tuple(fc.constantFrom('item in list', 'k, v in o', 'item in nil', 'loop in [o, o]', 'k, v in pairs'), body, otherwise).map(([head, one, two]) => `{% for ${head} %}${one}{% else %}${two}{% endfor %}`)
  const within = (start, end) => tie('inner').map((inner) => `{% ${start} %}${inner}{% ${end} %}`)
  return {
    tag: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 10, arbitrary: text },
      { weight: 10, arbitrary: print(sync) },
      { weight: 1, arbitrary: comment },
      { weight: 3, arbitrary: choose(tie('inner')) },
      { weight: 4, arbitrary: loop(tie('inner')) },
      { weight: 2, arbitrary: within('set captured', 'endset') },
      { weight: 2, arbitrary: sync.map((value) => `{% set item = ${value} %}`) },
      { weight: 1, arbitrary: fc.tuple(name, sync).map(([name, value]) => `{% set ${name} = ${value} %}{{ ${name} }}`) },
      { weight: 1, arbitrary: fc.tuple(name, tie('inner')).map(([name, inner]) => `{% set ${name} %}${inner}{% endset %}{{ ${name} }}`) },
      { weight: 1, arbitrary: fc.tuple(name, tie('inner')).map(([name, inner]) => `{% for ${name} in list %}${inner}{{ ${name} }}{% endfor %}`) },
      { weight: 1, arbitrary: fc.tuple(name, name, tie('inner')).map(([name, parameter, inner]) => `{% macro ${name}(${parameter}, b=n) %}${inner}{{ ${parameter} }}{{ b }}{% endmacro %}{{ ${name}(raw) }}`) },
      { weight: 1, arbitrary: fc.constantFrom('{% from "macros.njk" import show as shown, version %}{{ shown(n) }}{{ version }}', '{% import "macros.njk" as ns with context %}{{ ns.show(title) }}', '{% set a, b = n %}{{ a }}{{ b }}') },
      { weight: 1, arbitrary: within('filter upper', 'endfilter') },
      { weight: 1, arbitrary: within('filter replace("l", "<")', 'endfilter') },
      { weight: 1, arbitrary: tie('inner').map((inner) => `{% macro own(a, item=1) %}${inner}{{ a }}{% endmacro %}{{ own(n) }}`) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('ns.show(n)', 'm(2)', 'ns.show(b=1)'), tie('inner')).map(([call, inner]) => `{% call(item) ${call} %}${inner}{% endcall %}`) },
      { weight: 1, arbitrary: fc.tuple(tie('inner'), tie('inner')).map(([one, two]) => `{% switch n %}{% case 1 %}${one}{% default %}${two}{% endswitch %}`) },
      { weight: 1, arbitrary: within('wrap n', 'endwrap') }
    ),
    paged: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 14, arbitrary: tie('tag') },
      { weight: 2, arbitrary: print(async) },
      { weight: 2, arbitrary: choose(tie('body')) },
      // A wait in `else` does not compile.
      { weight: 2, arbitrary: loop(tie('body'), tie('inner')) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('asyncEach', 'asyncAll'), tie('body')).map(([tag, body]) => `{% ${tag} item in list %}${body}{% end${tag.slice(5).toLowerCase()} %}`) },
      { weight: 3, arbitrary: file.map((name) => `{% include ${name} %}`) },
      { weight: 2, arbitrary: tie('body').map((body) => `{% block NAME %}${body}{% endblock %}`) }
    ),
    inner: fc.array(tie('tag'), { maxLength: 4 }).map((tags) => tags.join('')),
    body: fc.array(tie('paged'), { maxLength: 5 }).map((tags) => tags.join(''))
  }
})

/**
 * @returns {import('fast-check').Arbitrary<{ page: string, files: object, options: object,
 *   setup: Function, locals: () => object }>} cases for `bothSides`
 */
function example () {
  const head = fc.constantFrom('', '{% extends "base.njk" %}', '{% extends "middle.njk" %}', '{% extends which %}')
  const macros = '{% import "macros.njk" as ns %}{% macro m(a) %}[{{ a }}{{ caller(a) if caller }}]{% endmacro %}'
  const options = fc.record({ autoescape: fc.boolean(), tags: fc.constantFrom(undefined, undefined, {}, { commentStart: '{##', commentEnd: '##}' }), throwOnUndefined: fc.constantFrom(false, false, false, false, false, true), trimBlocks: fc.boolean(), lstripBlocks: fc.boolean(), dev: fc.boolean() })
  const parent = fc.constantFrom('', '{{ super() }}', '{{ super() }}{{ super() | upper }}')
  return fc.tuple(head, body, body, inner, options, parent).map(([head, first, second, third, options, parent]) => ({
    page: named(`${head}${macros}${first}{% block body %}${macros}${second}${head === '' ? '' : parent}{% endblock %}{% block head %}${third}{% endblock %}`), files: FILES, options, setup, locals
  }))
}

/** Gives each block a unique name. */
function named (source) {
  let count = 0
  return source.replace(/block NAME/g, () => `block b${count++}`)
}

function locals () {
  return {
    title: '<T>',
    n: 1,
    list: ['<a>', 'b', 'c'],
    o: { a: '<o>', b: { c: 1 } },
    pairs: [['k', '<']],
    raw: '<raw>&',
    nil: null,
    which: 'part.njk',
    low: '\uDE00',
    high: '\uD83D',
    say: (value) => `<${value}>`,
    fails () { throw new Error('failed') }
  }
}

function setup (env, log) {
  env.addFilter('now', (value, callback) => { log.push(String(value)); callback(null, value) }, true)
  env.addFilter('later', (value, callback) => setImmediate(() => {
    // An uncaught error would end the process.
    try { callback(null, value) } catch (error) { log.push(error.message) }
  }), true)
  env.addFilter('rejecting', (value, callback) => callback(new Error(`rejected ${value}`)), true)
  env.addFilter('failing', (value, callback) => callback(new Error(`failed ${value}`)), true)
  env.addExtension('wrap', {
    tags: ['wrap'],
    parse (parser, nodes) {
      const token = parser.nextToken()
      const args = parser.parseSignature(null, true)
      parser.advanceAfterBlockEnd(token.value)
      const inner = parser.parseUntilBlocks('endwrap')
      parser.advanceAfterBlockEnd()
      return new nodes.CallExtension(this, 'run', args, [inner])
    },
    run: (context, n, inner) => new nunjucks.runtime.SafeString(`[${n}${inner()}]`)
  })
}

module.exports = { example }
