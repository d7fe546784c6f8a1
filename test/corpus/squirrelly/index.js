'use strict'

const LONG = '<p class="static">Text & more</p>\n'.repeat(10)
const FUNCTIONS = { fails () { throw new RangeError('fails') }, get getter () { throw new TypeError('getter') } }

/** Values that are text in some way of their own. */
const VALUES = [undefined, null, 0, -0, 1n, true, NaN, '', '<&>"\'', ['a', ['b']], {}, new Date(0), { toString: () => '<s>', valueOf: () => '<v>' }, () => 1]

const text = [
  { name: 'text alone', page: 'Hello\n', spliced: false },
  { name: 'long text alone', page: LONG, spliced: 1 },
  { name: 'nothing', page: '' },
  { name: 'an arrow, which is no code', page: '{{it.list.map((x) => x)}}', throws: true },
  { name: 'quotes, backslashes and line ends', page: `'"\\ \\n \r\n\r \`\${x}\`${LONG}` },
  { name: 'half characters on both sides of a tag', page: 'a\ud83d{{it.low}}\ude00b', locals: [{ low: '\ude00' }] },
  { name: 'a byte order mark', page: `\ufeff${LONG}`, spliced: 1 },
  { name: 'line separators', page: `\u2028\u2029${LONG}{{it.x}}`, locals: [{ x: '\u2028' }] },
  { name: 'white space control', page: '<p>\n {{-it.x-}} \n</p>\n{{_ it.x _}}\n\n{{- it.x _}} end', locals: [{ x: 1 }] },
  { name: 'names of the code that is made', page: `br$out br$fragments ${LONG}`, spliced: 1 },
  { name: 'the name of the output as text', page: `tR cb arguments eval ${LONG}`, spliced: 1 }
]

const values = [
  { name: 'values, escaped', page: '<{{it.x}}>', locals: VALUES.map((x) => ({ x })) },
  { name: 'values, raw', page: '<{{*it.x}}>', locals: VALUES.map((x) => ({ x })) },
  { name: 'values, safe', page: `${LONG}{{it.x | safe}}{{*(it.x)}}{{*it['x']}}`, locals: VALUES.map((x) => ({ x })), spliced: 1 },
  { name: 'a symbol', page: '{{*it.x}}', locals: [{ x: Symbol('x') }], throws: true },
  { name: 'an escaped symbol', page: '{{it.x}}', locals: [{ x: Symbol('x') }] },
  { name: 'expressions', page: '{{it.a ? "<a>" : `<` + it.b}}{{it.b?.c}}{{*it.a?.b}}{{1, 2}}', locals: [{ a: 1, b: 2 }, { b: { c: '}' } }] },
  { name: 'assignments in values', page: '{{it.x = 1}}{{*it.x += 1}}{{it.x++}}{{it.x}}' },
  { name: 'a missing object', page: `${LONG}{{it.a.b}}`, throws: true },
  { name: 'a function that throws', page: 'a{{it.fails()}}', locals: [() => FUNCTIONS], throws: true },
  { name: 'a getter that throws', page: 'a{{*it.getter}}', locals: [() => FUNCTIONS], throws: true },
  { name: 'no locals', page: '{{typeof it}}', locals: [undefined] },
  { name: 'a comment', page: `${LONG}{{! /* nothing */ }}${LONG}{{it.x /* nothing */}}`, locals: [{ x: 1 }], spliced: 1 }
]

const filters = [
  { name: 'filters', page: `${LONG}{{it.x | upper}}{{it.x | upper | wrap('<', '>')}}{{*it.x | wrap(it.x, 1)}}{{it.x | wrap('a', 'b') | safe}}`, locals: [{ x: '<x>' }], spliced: 1 },
  { name: 'a filter that is not there', page: '{{it.x | none}}', throws: true },
  { name: 'a default filter', page: '{{it.x}}{{*it.x}}', config: { defaultFilter: 'upper' }, locals: [{ x: '<x>' }] },
  { name: 'an escape filter of the app', page: `${LONG}{{it.x}}{{*it.x}}{{it.n}}`, filters: { e: (value) => `[${typeof value} ${value}]` }, locals: [{ x: '<x>', n: 1 }], spliced: 1 },
  { name: 'an escape filter that gives an object', page: '{{it.x}}', filters: { e: (value) => ({ valueOf: () => `v${value}`, toString: () => 'no' }) }, locals: [{ x: 1 }] },
  { name: 'no escaping', page: `${LONG}{{it.x}}`, config: { autoEscape: false }, locals: [{ x: '<x>' }], spliced: 1 },
  { name: 'a filter that throws', page: 'a{{it.x | fails}}', filters: { fails: FUNCTIONS.fails }, throws: true }
]

const statements = [
  { name: 'conditions', page: `{{@if(it.a)}}${LONG}{{#elif(it.b)}}b{{#else}}c{{/if}}`, locals: [{ a: 1 }, { b: 1 }, {}], spliced: 1 },
  { name: 'a condition that throws', page: '{{@if(it.a.b)}}{{/if}}', throws: true },
  { name: 'try and catch', page: `{{@try}}${LONG}{{it.fails()}}never{{#catch => error}}{{error.message}}{{/try}}`, locals: [() => FUNCTIONS], spliced: 1 },
  { name: 'an include that fails in a try', page: '{{@try}}a{{@includeFile("./broken", it)/}}{{#catch => error}}{{error.message}}{{/try}}', files: { 'broken.sqrl': `${LONG}{{it.fails()}}` }, locals: [() => FUNCTIONS] },
  { name: 'each', page: `${LONG}<ul>{{@each(it.list) => x, i}}<li>{{i}} {{x}} {{*x}}</li>{{/each}}</ul>`, locals: [{ list: ['a', '<b>'] }, { list: [] }], spliced: 1 },
  { name: 'each of nothing', page: '{{@each(it.list) => x}}{{/each}}', throws: true },
  { name: 'each in each', page: `{{@each(it.list) => x}}{{@each(x) => y}}${LONG}{{y}}{{/each}}{{/each}}`, locals: [{ list: [[1, 2], [3]] }], spliced: false },
  { name: 'foreach', page: '{{@foreach(it) => key, value}}{{key}}={{value}};{{/foreach}}', locals: [{ a: '<', b: 2 }] },
  { name: 'useScope', page: '{{@useScope({ x: it.x }) => s}}{{s.x}}{{/useScope}}', locals: [{ x: '<' }] },
  { name: 'a block', page: `{{@block('a')}}${LONG}default {{it.x}}{{/block}}`, locals: [{ x: 1 }, { a: '<given>' }] },
  { name: 'helpers of the app', page: `${LONG}{{@loud(it.x, 2)/}}{{@twice(1)}}a{{it.x}}{{#one}}b{{#two('<')}}c{{/twice}}{{@loud(it.x) | wrap('<', '>')/}}`, locals: [{ x: '<x>' }] },
  { name: 'helpers of the app that see the configuration', page: `${LONG}{{@config()/}}`, spliced: 1 },
  { name: 'a helper of the app that changes the configuration', page: `${LONG}{{@count()/}}{{@count()/}}`, helpers: { count: (content, blocks, config) => { config.count = (config.count ?? 0) + 1; return config.count } }, spliced: 1 },
  { name: 'a helper that is not there', page: '{{@none()/}}', throws: true },
  { name: 'a filtered helper', page: '{{@twice(1) | upper}}a{{/twice}}' }
]

const code = [
  { name: 'statements', page: `{{! const x = it.x }}{{! if (x) { }}${LONG}{{x}}{{! } else { }}none{{! } }}`, locals: [{ x: '<' }, {}], spliced: 1 },
  { name: 'a loop', page: `{{! for (const x of it.list) { }}${LONG}{{x}}{{! if (x > 1) break }}{{! } }}`, locals: [{ list: [1, 2, 3] }], spliced: 2 },
  { name: 'a function that writes', page: `{{! const f = function (n) { }}${LONG}{{n}}{{! return n } }}{{f(1)}}{{! f(2) }}{{f(3) + f(4)}}`, spliced: false },
  { name: 'a callback that writes', page: `${LONG}{{! it.list.forEach(function (x) { }}<li>{{x}}</li>{{! }) }}`, locals: [{ list: [1, 2] }], spliced: false },
  { name: 'output that is read', page: `${LONG}{{tR.length}}`, spliced: false },
  { name: 'output that is replaced', page: `${LONG}{{! tR = "new" }}{{it.x}}`, locals: [{ x: 1 }], spliced: false },
  { name: 'output that is written by hand', page: `${LONG}{{! tR += it.x; }}{{! tR+='a' }}{{! tR +=(it.x) }}`, locals: [{ x: '<x>' }], spliced: 1 },
  { name: 'output of its own', page: `${LONG}{{! { const tR = 1; it.x = tR } }}{{it.x}}`, spliced: false },
  { name: 'an early return', page: `${LONG}{{! if (it.x) return it.x }}end`, locals: [{ x: 'x' }, {}], spliced: false },
  { name: 'eval', page: `${LONG}{{eval("tR.length")}}`, spliced: false },
  { name: 'arguments', page: `${LONG}{{arguments.length}}`, spliced: false },
  { name: 'with', page: `${LONG}{{! with (it) { }}{{x}}{{! } }}`, locals: [{ x: 1, tR: 'local' }], spliced: false },
  { name: 'the callback', page: `${LONG}{{typeof cb}}`, spliced: false },
  { name: 'this', page: `${LONG}{{this === globalThis}}{{typeof new.target}}`, spliced: 1 },
  { name: 'an include by hand', page: `${LONG}{{! tR+=c.l('H','includeFile') ({ params: ['./part', it] }, [], c); }}{{! tR+=c.l('H','includeFile')({ params: ['./part', it] }).length; }}`, files: { 'part.sqrl': LONG } },
  { name: 'an include by hand, with too little', page: `${LONG}{{! tR+=c.l('H','includeFile')({ params: ['./part', it] }, []); }}`, files: { 'part.sqrl': LONG }, throws: true },
  { name: 'an include by another configuration', page: '{{! { const d = c; { const c = Object.assign({}, d, { filename: d.filename.replace(\'page\', \'deep/page\') }) }}{{@includeFile(\'./part\', it)/}}{{! } } }}', files: { 'part.sqrl': 'wrong', 'deep/part.sqrl': 'right' } },
  { name: 'a configuration of its own', page: `${LONG}{{! { const c = { l () { return String } } }}{{it.x}}{{! } }}`, locals: [{ x: 1 }], spliced: 1 }
]

const parts = { 'part.sqrl': `<b>{{it.x}}</b>${LONG}`, 'deep/inner.sqrl': `${LONG}{{@includeFile('./part', it)/}}`, 'deep/part.sqrl': 'deep {{it.x}}' }
const layouts = {
  'layout.sqrl': `${LONG}<main>{{it.content | safe}}</main>{{*it.side}}{{it.content}}{{@block('foot')}}${LONG}foot {{it.x}}{{/block}}`,
  'outer.sqrl': `${LONG}{{@extendsFile('./layout', it)}}${LONG}outer {{*it.content}}{{#side}}side{{/extendsFile}}`
}

const files = [
  { name: 'an include', page: `${LONG}{{@includeFile('./part', it)/}}{{@includeFile('./part.sqrl', { x: 2 })/}}`, files: parts, locals: [{ x: '<x>' }], spliced: 3 },
  { name: 'an include of an include, found from the page', page: '{{@includeFile("./deep/inner", it)/}}', files: parts, locals: [{ x: 1 }], spliced: 2 },
  { name: 'an include by an absolute path', page: '{{@includeFile("/part", it)/}}', config: { root: '.' }, files: parts, locals: [{ x: 1 }], spliced: 1 },
  { name: 'an include that is filtered', page: '{{@includeFile("./part", it) | upper/}}', files: parts, locals: [{ x: 1 }], spliced: false },
  { name: 'an include in each', page: '{{@each([1, 2]) => x}}{{@includeFile("./part", { x })/}}{{/each}}', files: parts, spliced: false },
  { name: 'an include in a loop', page: '{{! for (const x of [1, 2]) { }}{{@includeFile("./part", { x })/}}{{! } }}', files: parts, spliced: 2 },
  { name: 'an include with a block', page: '{{@includeFile("./part", it)}}a{{#b}}c{{/includeFile}}', files: parts, throws: true },
  { name: 'an include with content', page: '{{@includeFile("./part", it)}}a{{/includeFile}}', files: parts, locals: [{ x: 1 }] },
  { name: 'an include that is not there', page: `${LONG}{{@includeFile('./none', it)/}}`, throws: true },
  { name: 'an include without locals', page: '{{@includeFile("./part")/}}', files: parts, throws: true },
  { name: 'an include that cannot be compiled', page: '{{@includeFile("./wrong", it)/}}', files: { 'wrong.sqrl': '{{@if(it.x)}}' }, throws: true },
  { name: 'an include that is left to Squirrelly', page: `${LONG}{{@includeFile('./whole', it)/}}`, files: { 'whole.sqrl': `${LONG}{{tR.length}}{{! if (it.x) return }}` }, locals: [{}, { x: 1 }], spliced: 1 },
  { name: 'an include of a template by its name', page: `${LONG}{{@include('named', it)/}}{{@extends('named', it)}}a{{/extends}}`, templates: { named: 'named {{it.x}}{{it.content}}' }, locals: [() => ({ x: 1 })], spliced: 1 },
  { name: 'a helper of the app for files', page: `${LONG}{{@includeFile('./part', it)/}}`, helpers: { includeFile: ({ params }, blocks, { cache, storage }) => `${params[0]} ${Boolean(cache)} ${typeof storage.templates.get('none')}` }, files: parts, config: { cache: false }, spliced: 1 },
  { name: 'a layout', page: `{{@extendsFile('./layout', it)}}${LONG}page {{it.x}}{{#side}}${LONG}{{it.x}}{{#foot}}foot{{/extendsFile}}`, files: layouts, locals: [() => ({ x: '<x>' })], spliced: 3 },
  { name: 'a layout without locals', page: `{{@extendsFile('./layout')}}${LONG}{{/extendsFile}}`, files: layouts, spliced: 3 },
  { name: 'a layout in a layout', page: `{{@extendsFile('./outer', it)}}${LONG}page {{it.x}}{{/extendsFile}}`, files: layouts, locals: [() => ({ x: 1 })], spliced: 5 },
  { name: 'layouts with the same content', page: `{{@extendsFile('./layout', {})}}${LONG}{{/extendsFile}}{{@extendsFile('./layout', {})}}${LONG}{{/extendsFile}}`, files: layouts },
  { name: 'a layout that is not there', page: '{{@extendsFile("./none", it)}}a{{/extendsFile}}', throws: true },
  { name: 'a helper of the app for layouts', page: `{{@extendsFile('./layout', it)}}${LONG}{{it.x}}{{#a}}${LONG}{{/extendsFile}}`, helpers: { extendsFile: (content, blocks) => [content, ...blocks].map(({ exec }) => `${typeof exec()} ${exec()}`).join() }, locals: [{ x: 1 }] }
]

const settings = [
  { name: 'another name of the locals', page: `${LONG}{{data.x}}`, config: { varName: 'data' }, locals: [{ x: '<' }], spliced: 1 },
  { name: 'a name that is none', page: 'a', config: { varName: 'a-b' }, throws: true },
  { name: 'names of the code as that of the locals', page: `${LONG}{{tR.x}}`, config: { varName: 'tR' } },
  { name: 'other tags', page: `${LONG}<%it.x%>{{it.x}}`, config: { tags: ['<%', '%>'] }, locals: [{ x: '<' }], spliced: 1 },
  { name: 'other white space', page: `${LONG} {{it.x}} \n a`, config: { autoTrim: ['slurp', 'nl'] }, locals: [{ x: '<' }], spliced: 1 },
  { name: 'less white space', page: ` ${LONG}\n\n  a`, config: { rmWhitespace: true }, spliced: 1 },
  { name: 'the locals as names', page: `${LONG}{{x}}`, config: { useWith: true }, locals: [{ x: '<' }, () => ({ x: 1, tR: 'mine' })], spliced: false },
  { name: 'a plugin for the tree', page: `${LONG}{{it.x}}`, config: { plugins: [{ processAST: (tree) => [...tree, 'more'] }] }, locals: [{ x: 1 }], spliced: 1 },
  { name: 'a plugin for the code', page: `${LONG}{{it.x}}`, config: { plugins: [{ processFnString: (code) => `${code};tR+='more'` }] }, locals: [{ x: 1 }], spliced: false },
  { name: 'a lookup of the app', page: `${LONG}{{it.x}}{{@any(1)/}}`, config: { l: (kind, name) => (value) => `${kind} ${name} ${typeof value}` }, locals: [{ x: 1 }], spliced: 1 },
  { name: 'async', page: `${LONG}{{await it.x}}{{@includeFile('./part', it)/}}`, config: { async: true }, files: { 'part.sqrl': 'b' }, locals: [() => ({ x: Promise.resolve('<') })], spliced: false },
  { name: 'an async template that fails', page: '{{await it.fails()}}', config: { async: true }, locals: [() => FUNCTIONS], throws: true }
]

const errors = [
  { name: 'an open tag', page: 'a {{it.x', throws: true },
  { name: 'an open helper', page: '{{@if(it.x)}}', throws: true },
  { name: 'bad syntax', page: 'a {{it.}}', throws: true },
  { name: 'await without async', page: '{{await it.x}}', throws: true },
  { name: 'a statement that closes the function', page: '{{! }; function x () { }}', throws: true }
]

/**
 * Squirrelly templates, each construct of its documentation and what is hard to compile in another way.
 *
 * `page` is the source of the view, `files` are others beside it, `templates` those that have names.
 * `config` has options, `filters` and `helpers` are the app's.
 */
module.exports = [text, values, filters, statements, code, files, settings, errors].flat().map(({ page, files = {}, locals = [{}], ...each }) => ({
  ...each,
  files: { 'page.sqrl': page, ...files },
  locals: locals.map((locals) => typeof locals === 'function' ? locals : () => locals)
}))
