'use strict'

const fc = require('fast-check')

/** The shortest text that becomes a static fragment. */
const L = `<p>${'long 静态 '.repeat(28)}\n</p>\n`

const path = fc.constantFrom('a', 'n', 'm', 'o.x', 'this', '../a', '@index', '@root.n', '@key', 'none', 'list.[0]', 'f', 'safe', 'item', '../../n', 'o')
const list = fc.constantFrom('list', 'o', 'none', 'nested', 'this', 'empty', 'f')
const text = fc.constantFrom(L, L, L, L, L, L, L, L, L, 't', ' ', '\n', '  \n', '<b>', '汉字 🎉', '"q"\n  ', '\\ ', "'")
const tilde = fc.constantFrom('', '', '', '', '~')
const partialName = fc.constantFrom('p', 'q', 'fn', 'z', 'compiled', '(lookup . "name")')
const hash = fc.constantFrom('', '', ' a=1', ' n=m list=nested')

const leaf = fc.oneof(
  { weight: 7, arbitrary: text },
  { weight: 3, arbitrary: fc.tuple(tilde, path, tilde).map(([l, p, r]) => `{{${l}${p}${r}}}`) },
  { weight: 3, arbitrary: path.map((p) => `{{{${p}}}}`) },
  fc.tuple(partialName, hash).map(([p, h]) => `{{> ${p}${h}}}`),
  fc.tuple(partialName, hash).map(([p, h]) => `\n  {{> ${p}${h}}}\n`),
  path.map((p) => `{{count ${p}}}`),
  path.map((p) => `{{{count (lookup . "n") ${p}}}}`),
  fc.constant('{{! comment }}'),
  fc.constant('{{fail}}')
)

const { body } = fc.letrec((tie) => ({
  body: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, { weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: tie('block') }), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    fc.tuple(fc.constantFrom('if', 'unless'), path, tie('body'), tie('inverse')).map(([name, p, b, i]) => `{{#${name} ${p}}}${b}${i}{{/${name}}}`),
    fc.tuple(list, fc.constantFrom('', ' as |item i|'), tie('body'), tie('inverse')).map(([l, as, b, i]) => `{{#each ${l}${as}}}${b}${i}{{/each}}`),
    fc.tuple(list, tie('body'), tie('inverse')).map(([l, b, i]) => `{{#with ${l}}}${b}${i}{{/with}}`),
    fc.tuple(list, tie('body'), tie('inverse')).map(([l, b, i]) => `{{#${l}}}${b}${i}{{/${l}}}`),
    fc.tuple(list, tie('body')).map(([l, b]) => `{{^${l}}}${b}{{/${l}}}`),
    fc.tuple(path, tie('body'), tie('inverse')).map(([p, b, i]) => `{{#wrap ${p}}}${b}${i}{{/wrap}}`),
    fc.tuple(tie('body'), fc.constantFrom('', '\n')).map(([b, end]) => `${end}{{#> layout}}${end}${b}${end}{{/layout}}${end}`),
    tie('body').map((b) => `{{#> missing}}${b}{{/missing}}`),
    tie('body').map((b) => `{{#*inline "z"}}${withoutPartials(b).replaceAll('{{> z', '{{> fn').replaceAll('{{> compiled', '{{> fn')}{{/inline}}{{> z}}`)
  ),
  inverse: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: tie('body').map((b) => `{{else}}${b}`) })
}))

const options = fc.constantFrom(
  {}, {}, {}, {}, {}, {}, {}, { noEscape: true }, { compat: true }, { preventIndent: true }, { ignoreStandalone: true }, { explicitPartialContext: true },
  { data: false }, { assumeObjects: true }, { trackIds: true }, { knownHelpers: { count: true, wrap: true } },
  { runtimeOptions: { helpers: { each: (items, { fn }) => `<${fn(items).length}>` } } }, { runtimeOptions: { allowProtoPropertiesByDefault: true } }
)

const value = fc.constantFrom('<x>', '', 0, 1, 2.5, null, undefined, true, 'two\nlines\n', 7n)

/**
 * Handlebars templates with partials, options and locals, as in the corpus. A partial includes only earlier ones.
 *
 * @returns {fc.Arbitrary<object>}
 */
function template () {
  return fc.record({ source: body, p: leaf, q: body, layout: fc.tuple(body, body).map((parts) => parts.join('{{> @partial-block}}')), options, a: value, n: value, m: value })
    .map(({ source, p, q, layout, options, a, n, m }) => ({
      source,
      options,
      setup: (env, log) => setup(env, log, { p: withoutPartials(p), q: withoutPartials(q), layout: withoutPartials(layout, '@partial-block') }),
      locals: () => ({ a, n, m, name: 'p', o: { x: m, n, a: 1 }, list: ['1', 2], nested: [{ a, list: [n] }, { n: m, o: { x: 1 } }], empty: [], f () { return this?.n }, safe: { toHTML: () => '<i>' } })
    }))
}

const added = fc.constantFrom('{{> z}}', '{{> z}}', '{{> four}}', '{{{@root.n}}}', '{{> sum}}', '{{> s}}', 't', L, '{{@root.n}}', '{{{@root.m}}}')

const { sum } = fc.letrec((tie) => ({
  sum: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, { weight: 2, arbitrary: added }, { weight: 3, arbitrary: tie('block') }), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  block: fc.tuple(tie('sum'), fc.constantFrom(
    ['{{#o}}', '{{/o}}'], ['{{#o}}', '{{/o}}'], ['{{#list}}', '{{/list}}'], ['{{^none}}', '{{/none}}'], ['{{#if none}}n{{else}}', '{{/if}}'],
    ['{{#each list}}', '{{/each}}'], ['{{#with o}}', '{{/with}}'], ['{{#> z}}', '{{/z}}'], ['{{#> missing}}', '{{/missing}}'], ['{{#> twice}}', '{{/twice}}'], ['{{#call}}', '{{/call}}']
  )).map(([s, [open, close]]) => open + s + close)
}))

const inline = fc.constantFrom('{{{@root.n}}}', '{{> four}}', '{{#o}}{{{@root.n}}}{{/o}}', '{{> four}}{{#o}}{{{@root.n}}}{{/o}}')

/**
 * Templates with mostly adjacent numbers, which Handlebars adds.
 *
 * @returns {fc.Arbitrary<object>}
 */
function sums () {
  return fc.tuple(inline, sum, value, value).map(([z, s, n, m]) => ({
    source: `{{#o}}{{#*inline "z"}}${z}{{/inline}}${s}{{/o}}`,
    options: {},
    setup (env) {
      env.registerPartial({ four: () => 4, sum: '{{{n}}}{{> four}}{{#o}}{{{@root.n}}}{{/o}}', s: '{{#o}}s{{/o}}', twice: '{{> @partial-block}}{{#o}}{{{@root.n}}}{{> @partial-block}}{{/o}}' })
      env.registerHelper('call', function ({ fn }) { return fn(this) })
    },
    locals () {
      const o = { n: 7 }
      return { n, m, o: Object.assign(o, { o, list: [o, o] }) }
    }
  }))
}

function setup (env, log, partials) {
  env.registerPartial(partials)
  env.registerPartial({ z: `${L}{{n}}`, fn: (context, { hash }) => `fn ${typeof context} ${JSON.stringify(hash)}\n`, compiled: env.compile(`${L}{{a}}{{#if n}}${L}{{/if}}`) })
  env.registerHelper({
    count: (...args) => log.push(args.slice(0, -1).map(String)),
    wrap: function (context, { fn, inverse, data }) { return `[${fn(context)}|${inverse(this).length}|${data?.index}]` },
    fail: () => { if (log.length > 3) throw new RangeError(`failed after ${log.length}`) }
  })
}

function withoutPartials (source, kept) {
  return source.replace(/\{\{(#?)> (?!@)(?:p|q|layout|\(lookup[^}]*)(?=[ }])/g, (_, block) => `{{${block}> ${block ? 'layout2' : kept ?? 'fn'}`).replaceAll('{{/layout}}', '{{/layout2}}')
}

module.exports = { sums, template }
