'use strict'

/* eslint no-template-curly-in-string: off -- these are template literals of the views */

const long = (text) => text.repeat(Math.ceil(600 / text.length))
const head = long('<meta name="viewport">')
const page = ' \n<h1> <%= it.a %> </h1>\n\n<%~ it.a %>\n<% if (it.a) { %>\n  yes\n<% } %>\n' + head + '\n<%= it.b %>\n'
const locals = [{ a: '<a>', b: [1] }, { a: 0, b: null }]
const upper = { processTemplate: (text) => text.replace('yes', 'YES <%= it.b %>') }
const reversed = { processAST: (buffer) => buffer.slice().reverse() }
const marked = { processFnString: (text) => text.replace('return __eta.res', '__eta.res += "!"; return __eta.res') }
const wrapped = { processFnString: (text) => `return (() => { ${text} })() + "!"` }
const changed = { processFnString: (text) => text.replace('return __eta.res', '__eta.res = __eta.res.toUpperCase(); return __eta.res') }

module.exports = [
  ...['nl', 'slurp', false, ['nl', 'slurp'], ['slurp', false], [false, 'nl']].map((autoTrim) => (
    { name: `autoTrim ${JSON.stringify(autoTrim)}`, page, locals, config: { autoTrim } }
  )),
  ...[
    { autoEscape: false }, { rmWhitespace: true }, { autoFilter: true }, { debug: true }, { debug: true, useWith: false, autoFilter: true },
    { autoFilter: true, autoEscape: false }, { cache: true },
    { autoFilter: true, filterFunction: (value) => value ?? 'none' },
    { autoFilter: true, autoEscape: false, filterFunction: (value) => value ?? 'none' },
    { escapeFunction: (value) => `{${value}}` }, { escapeFunction: (value) => value },
    { escapeFunction: String }, { functionHeader: 'const header = "<h>"; it.b = header' },
    { functionHeader: '"use strict"' }, { functionHeader: 'const helper = (x) => x' },
    { plugins: [upper] }, { plugins: [reversed] }, { plugins: [upper, marked] }, { plugins: [wrapped] }, { plugins: [changed] }, { plugins: [{}] }, { plugins: null }
  ].map((config) => ({
    name: `settings ${JSON.stringify(config, (_, value) => typeof value === 'function' ? String(value) : value)}`, page, locals: locals.map((each) => () => ({ ...each })), config
  })),
  { name: 'an escape function that is none', page: 'a<%= it.a %>', config: { escapeFunction: undefined }, throws: true },
  { name: 'an escape function that sees its this', page: '<%= it.a %>', config: { escapeFunction () { return Object.keys(this).join() } }, engines: ['3'] },
  { name: 'an escape function that is changed', page: '<%= it.a %><% __eta.e = (x) => `[${x}]` %><%= it.a %>', locals: [{ a: '<' }] },
  { name: 'settings that are changed in a template', page: '<%= it.a %><% this.configure({ autoEscape: false }) %><%~ include("./part", it) %>', files: { 'part.eta': '<%= it.a %>' }, locals: [{ a: '<' }] },
  { name: 'another name of the locals', page: '<%= data.a %><%~ include("./part", data) %>', files: { 'part.eta': '<%= data.a %>' }, config: { varName: 'data' }, locals: [{ a: '<' }] },
  { name: 'destructured locals', page: '<%= a %><%= b %>', config: { varName: '{ a, b }' }, locals: [{ a: '<', b: 1 }] },
  { name: 'two names of the locals', page: '<%= it.a %><%= typeof x %>', config: { varName: 'it, x' }, locals: [{ a: '<' }], engines: ['3'] },
  { name: 'a name that is no name', page: 'x', config: { varName: 'a b' }, throws: true },
  { name: 'useWith', page: '<%= a %><% let b = a; a = "changed" %><%~ b %><%= it.a %><%~ include("./part", { a: 5 }) %>' + head, files: { 'part.eta': '<%= a %>' }, config: { useWith: true }, locals: [() => ({ a: '<' }), () => ({ a: { toString: () => 'x' } })] },
  { name: 'useWith and a missing name', page: '<%= missing %>', config: { useWith: true }, throws: true },
  { name: 'useWith, debug and a layout', page: '<% layout("./base") %>\n<%= a %>', files: { 'base.eta': head + '<%~ body %>' }, config: { useWith: true, debug: true }, locals: [{ a: '<' }] },
  { name: 'useWith and locals with the names of Eta', page: 'a' + head + '<%= a %>', config: { useWith: true }, locals: [{ a: 1, include: 2, layout: 3, capture: 4, block: 5, output: 6 }, { a: 1, __eta: { res: 'x', e: String } }, { a: 1, __br: 'x' }, { a: 1, __brRaw: 'x', __br0: 1, __brEscaped: 1, __brPage: 1 }] },
  { name: 'useWith and no locals', page: 'a' + head, config: { useWith: true }, locals: [() => undefined, () => null, () => 5] },
  { name: 'other tags', page: '{{= it.a }}{{~ it.a }}{{ if (it.a) { }}yes{{ } }}<%= it.a %>', config: { tags: ['{{', '}}'] }, locals },
  { name: 'other prefixes', page: '<%! if (it.a) { %>yes<%! } %><%* it.a %><%: it.a %>', config: { parse: { exec: '!', interpolate: '*', raw: ':' } }, locals },
  { name: 'no prefix for values', page: '<% it.a %><%~ it.a %><%! let b = 1 %><% b %>', config: { parse: { exec: '!', interpolate: '', raw: '~' } }, locals },
  { name: 'custom tags', page: '<%* it.a %>|<%? name %>' + head + '<%= it.a %>', config: { customTags: { '*': (content, data) => `[${content}:${data.a}]`, '?': (content) => content.length } }, locals },
  { name: 'another output function', page: 'a<% print("<x>"); [1, 2].forEach((n) => { print(n) }) %>b', config: { outputFunctionName: 'print' }, engines: ['4'] },
  { name: 'the output function', page: head + 'a<% output("<x>"); output(1); output() %>b<%= output("lost") %>c<%~ output("lost") %>' + head, engines: ['4'] },
  { name: 'a debugged page', page: 'a\n"quoted" \\ \r\n<%= it.a %>\n<% if (true) { %>\n<%~ it.a %>\n<% } %>' + head, config: { debug: true }, locals },
  { name: 'debug and blocks', page: '<% layout("./base") %>\n<% block("a", () => { %>\nA' + head + '<% }) %>', files: { 'base.eta': '<%~ block("a") %><%~ it.body %>' }, config: { debug: true }, engines: ['4'] }
]
