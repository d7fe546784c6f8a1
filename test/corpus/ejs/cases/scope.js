'use strict'

/* eslint no-template-curly-in-string: off -- these are template literals of the views */

const { scopeWith } = require('../pages')

const scopeAppendRedeclared = '<% var __append = (function (append) { return (text) => append(`<${text}>`) })(__append) %>text<%= title %>\n'
const scopeLocalAppend = 'text <%= title %> <%- title %>\n'
const scopeHasOwnProperty = "<%= hasOwnProperty('title') %> <%= hasOwnProperty('missing') %> <%= toString() %> <%= locals.hasOwnProperty('title') %>\n"
const scopeGetterThrows = '<p>not used</p>\n<%= title %>\n'
const scopeProxy = '<%= title %> <%= typeof missing %> <%= anything %>\n'
const scopeHelperAddsLocal = "<%= typeof fresh %> <% provide('fresh') %><%= fresh %> <% locals.fresh2 = 2 %><%= fresh2 %> <% title = title.concat('!') %><%= read('title') %>\n"

const title = 'A <title>'
const items = [1, 2, 3]

const fresh = () => ({ title, items: [...items], count: 1, empty: '', nothing: null })

const globals = () => ({
  Math: 'local Math',
  Date: 'local Date',
  name: 'local name',
  JSON: 'local JSON',
  Object: 'local Object',
  String: 'local String',
  Array: { isArray: 'local Array' },
  undefined: 'local undefined',
  NaN: 'local NaN',
  Infinity: 'local Infinity',
  escape: 'local escape',
  globalThis: 'local globalThis',
  eval: (code) => `not evaluated: ${code}`,
  settings: 'local settings',
  parseInt: (text) => `not parsed: ${text}`,
  Symbol: 'local Symbol',
  Promise: 'local Promise',
  encodeURIComponent: (text) => `not encoded: ${text}`,
  process: 'local process',
  require: (name) => `not required: ${name}`,
  isNaN: 'local isNaN',
  async: 'local async',
  of: 'local of',
  get: 'local get',
  let1: 'local let1',
  $: 'local $',
  _: 'local _',
  变量: 'local 变量',
  ünï: 'local ünï',
  x: { y: 'local x.y' }
})

const ownNames = [
  'out', 'write', 'text', 'html', 's', 'fragment', 'fragments', 'splicer', 'load', 'template', 'render', 'scope',
  'data', 'raw', 'append', 'output', 'local', 'buffer', 'Buffer', '$0', '_0', '__out', '__text', '__fragment',
  '__splicer', '__locals', '__escape', '__include'
]

function counting () {
  let count = 0
  return { get count () { return ++count } }
}

function withSetters () {
  let value = 0
  return {
    get value () { return `value ${value}` },
    set value (next) { value = next },
    get readOnly () { return 'read only' }
  }
}

// Helpers that keep the object they came from, as Express apps do with res.locals.
function closedOver () {
  const locals = { title, provide: (name) => { locals[name] = 'provided' }, read: (name) => locals[name] }
  return locals
}

function provider () {
  return { title, provide (name) { this[name] = 'provided' }, read (name) { return this[name] } }
}

const unscopable = () => ({ title, hidden: 1, [Symbol.unscopables]: { hidden: true } })
const throwing = () => ({ title, get unused () { throw new Error('an accessor failed') } })
const frozen = () => Object.freeze({ title })
const inheriting = () => Object.assign(Object.create({ inherited: 'inherited' }), { title })

const proxied = () => new Proxy({ title }, {
  has: (target, name) => name in target || name === 'anything',
  get: (target, name) => name === 'anything' ? 'trapped' : target[name]
})

module.exports = [
  ['declarations', `<% var a = 1; let b = 2; const c = 3, d = a + b %><%= a %><%= b %><%= c %><%= d %>
<% { let b = 'inner'; var e = 'var in a block'; const f = 'f' %><%= b %><%= typeof f %><% } %><%= b %> <%= e %> <%= typeof f %>
<% if (true) { function g () { return 'g' } } %><%= g() %> <%= typeof h %> <% { function h () {} } %><%= typeof h %>
<%= typeof hoisted %> <% var hoisted = 1 %><%= hoisted %> <% for (var i = 0; i < 2; i++) { let i2 = i %><%= i2 %><% } %><%= i %>
<% var a, b2; a += 10 %><%= a %> <%= b2 %>
`, [{}]],
  ['var and a local of the same name', `<% var title = title || 'default' %><%= title %> <%= locals.title %>
<% var count; count = (count || 0) + 1 %><%= count %> <%= locals.count %>
<% if (typeof items === 'undefined') { var items = ['fallback'] } %><%= items %> <%= 'items' in locals %>
<% for (var key in { title: 1, z: 2 }) { %><%= key %> <% } %><%= key %> <%= locals.key %>
<% var { nested, other = 'o' } = { nested: 'n' } %><%= nested %> <%= other %> <%= locals.nested %>
<% (function () { var title = 'own'; %><%= title %><% })() %> <%= title %>
`, [fresh, () => ({})]],
  ['let, const, class and catch that shadow locals', `<% { let title = 'inner'; %><%= title %> <%= locals.title %><% title = 'assigned' %> <%= title %><% } %> <%= title %>
<% const items = [1, 2] %><%= items %> <%= locals.items %>
<% let fn = (title) => { let items = title; return items + 1 } %><%= fn(1) %>
<% try { throw new Error('x') } catch (title) { %><%= title.message %><% } %> <%= title %>
<% try { throw [1, 2] } catch ([title, rest]) { %><%= title + rest %><% } %> <% class count {} %><%= typeof count %> <%= locals.count %>
<% for (const title of [1, 2]) { %><%= title %><% } %> <%= title %> <% function named () { return 'function' } %><%= named() %> <%= locals.named %>
`, [fresh]],
  ['a local shadowed by a later let', "<p><%= title %></p>\n<% let title = 'too late' %>\n", [{ title }, {}], { throws: true }],
  ['assignment to a constant', '<% const fixed = 1 %>\n<% fixed = 2 %>\n', [{}], { throws: true }],
  ['assignment to a constant taken from locals', `<% const { title } = locals, { items: [first] } = locals %><%= title %> <%= first %>
<% title += '!' %>
`, [fresh], { throws: true }],
  ['assignments to locals', `<% title = 'assigned' %><%= title %> <%= locals.title %>
<% count++; ++count; count += 5; count **= 2 %><%= count %> <%= locals.count %> <%= count-- %> <%= --count %>
<% title ||= 'x'; empty ||= 'filled'; nothing ??= 'nullish'; title &&= 'and' %><%= title %> <%= empty %> <%= nothing %>
<% [title, count] = [count, title] %><%= title %> <%= count %>
<% ({ title, a: count = 'c', ...rest } = { title: 't', b: 1 }) %><%= title %> <%= count %> <%= JSON.stringify(rest) %> <%= JSON.stringify(locals.rest) %>
<% for (title of ['loop']) { %><%= title %><% } %> <%= locals.title %> <% for (title in { k: 1 }) ; %><%= title %>
<% function set () { title = 'in a function' } set() %><%= title %> <%= locals.title %> <% (() => { empty = null })() %>[<%= empty %>]
<%= title = 'value of an assignment' %> <%= (count = 5, count) %>
`, [() => ({ ...fresh(), rest: null })]],
  ['assignments to unknown names', `<% corpusUnknown = 1 %><%= corpusUnknown %> <%= typeof locals.corpusUnknown %> <%= globalThis.corpusUnknown %>
<%- include('partials/unknown') %>
<% corpusUnknown++ %><%= corpusUnknown %> <%= delete globalThis.corpusUnknown %> <%= typeof corpusUnknown %>
<% locals.corpusUnknown = 'local now' %><%= corpusUnknown %> <%= typeof globalThis.corpusUnknown %>
`, [() => ({})]],
  ['the locals object', `<%= locals.title %> <%= locals['title'] %> <%= locals.missing %> <%= locals.missing?.deep %> <%= 'title' in locals %>
<% locals.added = 'added' %><%= added %> <% locals.title = 'changed' %><%= title %> <% const alias = locals; alias.title = 'aliased' %><%= title %>
<% Object.assign(locals, { more: 'more', title: 'assigned' }) %><%= more %> <%= title %> <% delete locals.title %><%= typeof title %>
<% const { items, ...others } = locals %><%= items %> <%= Object.keys(others).sort() %> <%= Object.keys(locals).length %>
<% for (const key in locals) { %><%= key %> <% } %> <% const name = 'items' %><%= locals[name].length %> <% items.push(4) %><%= locals.items %>
<% Object.defineProperty(locals, 'late', { get: () => 'from a getter', configurable: true }) %><%= late %> <%= JSON.stringify(locals) %>
<% { const locals = { title: 'shadowed' } %><%= locals.title %><% } %> <% ((locals) => { %><%= locals %><% })('parameter') %>
`, [fresh]],
  ['the locals object replaced', "<%= title %> <% locals = { title: 'other' } %><%= title %> <%= locals.title %> <%- include('partials/header') %>\n", [() => ({ title })]],
  ['delete', `<%= delete title %> <%= typeof title %> <%= 'title' in locals %> <%= delete locals.count %> <%= typeof count %>
<% var own = 1 %><%= delete own %> <%= own %> <%= delete missing %> <%= delete items[0] %> <%= items.length %> <%= delete locals.missing %>
`, [fresh]],
  ['typeof', `<%= typeof missing %> <%= typeof title %> <%= typeof missing === 'undefined' ? 'not given' : missing %> <%= typeof Math %> <%= typeof nothing %>
<%= typeof require %> <%= typeof module %> <%= typeof exports %> <%= typeof __dirname %> <%= typeof process %> <%= typeof console %> <%= typeof window %>
<% if (typeof title !== 'undefined' && title) { %><h1><%= title %></h1><% } %> <%= typeof locals.missing?.x %> <%= typeof (missing2 => missing2)() %>
<%= typeof include %> <%= typeof escapeFn %> <%= typeof rethrow %> <%= typeof __append %> <%= typeof __output %> <%= typeof locals %> <%= typeof arguments %>
`, [{ title, nothing: null }, { title: '', nothing: undefined }]],
  ['a missing local', '<h1>\n  <%= title %>\n</h1>\n<p>\n  <%= missing %>\n</p>\n<footer></footer>\n', [{ title }], { throws: true }],
  ['a missing helper', "<% if (title) { %>\n<%- missing('x') %>\n<% } %>\n", [{ title }], { throws: true }],
  ['a missing local in a function', `<% function broken () { %>
  <b><%= missing %></b>
<% } %>
<p>text</p>
<% broken() %>
`, [{}], { throws: true }],
  ['missing locals that are not reached', `<% if (false) { %><%= missing %><%- missing() %><% } %><% function unused () { return missing } %><%= typeof unused %>
<%= true || missing %> <%= false && missing %> <%= title ?? missing %> <%= title ? 'yes' : missing %>
`, [{ title }]],
  ['names that EJS itself declares', `<%= __line %> <%= __lines.length %> <%= __filename.slice(-19) %>
<% const line = __line %><%= line %> <%= __line + 1 %>
<%= escapeFn('<b>') %> <%- escapeFn('<b>') %> <%- escapeFn() %> <%= typeof rethrow %> <%= rethrow.length %>

<%= __line %> <% [1, 2].forEach(() => {
%><%= __line %> <% }) %><%= __line %> <% __append('appended'); __append(null); __append(0) %> <%= __append('x') %> <%= include.name %>
`, [{}]],
  ['names that EJS itself declares, assigned', `<p><% __line = 42 %>
<% __filename = 'elsewhere'; __lines = 'other\\nlines' %><%= missing %></p>
`, [{}], { throws: true }],
  ['names that EJS itself declares, shadowed', `<% { const __append = (text) => { __output += \`[\${text}]\` } %>text <%= title %><% } %> outside
<% [1].forEach((escapeFn) => { %><%- escapeFn %><% }) %> <% { const escapeFn = (text) => \`{\${text}}\` %><%= title %><% } %> <%= title %>
<% (function (__append) { %>swallowed <%= title %><% })(() => {}) %>end <% { let __output = 'own'; %>to the page<%= __output %><% } %>
`, [{ title }]],
  ['names that EJS itself declares, declared again', `<%= title %> <% var escapeFn = (text) => \`(\${text})\` %><%= title %> <%= arguments[1](title) %> <% var include = (name) => \`<u>\${name}</u>\` %><%- include('partials/header') %>
<% var __line = 'line'; var locals %><%= __line %> <%= locals.title %> <% function rethrow () {} %><%= typeof rethrow %>
<%= __line %> <% { function include () { return 'hoisted' } %><%= include() %><% } %> <%= include() %>
`, [() => ({ title })]],
  ['__append declared again', scopeAppendRedeclared, [{ title }], { options: { compileDebug: false } }],
  ['__append declared again in the try block of compileDebug', scopeAppendRedeclared, [{ title }], { throws: true }],
  ['a local named __append', scopeLocalAppend, [{ title, __append: () => {} }]],
  ['a local named __append that is no function', scopeLocalAppend, [{ title, __append: 1 }], { throws: true }],
  ['a local named __output', "text <%= title %> <%= __output %> <% __output = 'assigned' %><%= __output %>\n", [() => ({ title, __output: 'local' })]],
  ['a local named escapeFn', "text <%= title %> <%- escapeFn(title) %> <% { %><%= 'x' %><% } %>\n", [{ title, escapeFn: (text) => `[${text}]` }]],
  ['a local named __line in a template of one line that fails', '<%= __line %><%= missing %>', [{ __line: 'line' }], { throws: true }],
  ['locals named __line, __filename, __lines, rethrow and __locals', `text
<%= __line %>
<%= __filename %> <%= __lines %> <%= rethrow %> <%= __locals %>
<%= __line %>
`, [() => ({ __line: 'line', __filename: 'file', __lines: 'lines', rethrow: 'rethrow', __locals: 'locals' })]],
  ['an error with a local named __line', 'text\n\n<%= missing %>\n', [() => ({ __line: 'line' })], { throws: true }],
  ['locals named like globals', `<%= Math %> <%= Date %> <%= name %> <%= JSON %> <%= Object %> <%= String %> <%= Array.isArray %> <%= undefined %> <%= NaN %> <%= Infinity %>
<%= escape %> <%= globalThis %> <%= eval('1 + 1') %> <%= settings %> <%= parseInt('12') %> <%= Symbol %> <%= Promise %> <%= encodeURIComponent('&') %> <%= process %> <%= require('x') %>
<%= [1, undefined].length %> <%= [typeof undefined, void 0 === undefined] %> <%= isNaN %> <%= async %> <%= of %> <%= get %> <%= let1 %> <%= $ %> <%= _ %> <%= 变量 %> <%= ünï %>
<%- 'raw still works ' + null %> <%= \`\${name}\` %> <%= x?.y %> <% if (undefined) { %>undefined is truthy<% } %>
`, [globals]],
  ['locals named like methods of Object.prototype', '<%= toString %> <%= valueOf %> <%= hasOwnProperty %> <%= isPrototypeOf %> <%= watch %>\n', [{ toString: 1, valueOf: 2, hasOwnProperty: 3, isPrototypeOf: 4, watch: 5 }]],
  ['locals named constructor and __proto__', "<%= typeof constructor %> <%= locals.constructor === 'given' %> <%= locals.__proto__ === undefined %>\n", [() => JSON.parse('{ "constructor": "given", "__proto__": "given" }')]],
  ['methods of Object.prototype', '<%= typeof toString %> <%= typeof hasOwnProperty %> <%= typeof constructor %> <%= typeof valueOf %> <%= typeof __proto__ %>\n', [{ title }]],
  ['calls of Object.prototype methods before EJS 6', scopeHasOwnProperty, [{ title }], { engines: ['3', '4', '5'] }],
  ['calls of Object.prototype methods', scopeHasOwnProperty, [{ title }], { throws: true, engines: ['6', '7'] }],
  ['locals named like what a compiler may declare', `<%= out %> <%= write %> <%= text %> <%= html %> <%= s %> <%= fragment %> <%= fragments %> <%= splicer %> <%= load %> <%= template %> <%= render %> <%= scope %> <%= data %> <%= raw %> <%= append %> <%= output %> <%= local %> <%= buffer %> <%= Buffer %> <%= $0 %> <%= _0 %> <%= __out %> <%= __text %> <%= __fragment %> <%= __splicer %> <%= __locals %> <%= __escape %> <%= __include %>
<% out = write + text; const splice = 's', Template = 't'; var program = 'p'; function emit (out) { return out + splice } %><%= out %> <%= splice %> <%= Template %> <%= program %> <%= emit(1) %>
`, [() => Object.fromEntries(ownNames.map((name) => [name, `<${name}>`]))]],
  ['arguments', `<%= arguments.length %> <%= arguments[0] === locals %> <%= arguments[0].title %> <%= arguments[1]('<') %> <%= typeof arguments[2] %> <%= typeof arguments[3] %>
<% (() => { %><%= arguments.length %><% })() %> <% (function () { %><%= arguments.length %><% })(1, 2) %>
`, [{ title }]],
  ['a variable named undefined', '<%= 1 %><% let undefined = 2 %>\n', [{ title }], { options: { _with: false }, throws: true }],
  ['arguments alias the parameters', "<% arguments[0] = { title: 'replaced' } %><%= title %> <%= locals.title %> <% arguments[1] = (text) => `(${text})` %><%= title %>\n", [() => ({ title })]],
  ['eval', `<%= eval('title') %> <%= eval('title + items.length') %> <% eval('var evaluated = 1') %><%= evaluated %> <% eval('title = "by eval"') %><%= title %> <%= locals.title %>
<% eval('__append("<b>")') %> <%= (0, eval)('typeof title') %> <%= new Function('return typeof title')() %> <%= new Function('a', 'return a * 2')(21) %>
<% function dynamic (code) { const inner = 'inner'; return eval(code) } %><%= dynamic('inner + title') %> <%= eval?.('1 + 1') %>
`, [fresh]],
  ['with, and a value', '<% with (user) { %><%= name %><%- name %><% } %>', [() => ({ user: { name: 'Ann' } })]],
  ['with', scopeWith, [() => ({ title, user: { name: 'Ann', email: 'a@b.c' } })]],
  ['Symbol.unscopables', '<%= title %> <%= typeof hidden %>\n', [unscopable]],
  ['locals with accessors', '<%= count %> <%= count %> <%= locals.count %> <% { const { count } = locals %><%= count %> <%= count %><% } %> <% if (count) { %><%= count %><% } %>\n', [counting]],
  ['an accessor that throws and is not used', scopeGetterThrows, [throwing], { engines: ['3', '4', '5'] }],
  ['an accessor that throws while locals are copied', scopeGetterThrows, [throwing], { throws: true, engines: ['6', '7'] }],
  ['locals with setters', "<% value = 5 %><%= value %> <% value += 1 %><%= value %> <% readOnly = 'ignored' %><%= readOnly %>\n", [withSetters]],
  ['frozen locals', "<% title = 'assigned' %><%= title %> <% locals.added = 1 %><%= typeof added %> <% delete locals.title %><%= typeof title %> <% try { (function () { 'use strict'; title = 'strict' })() } catch (e) { %><%= e.name %><% } %><%= typeof title %>\n", [frozen]],
  ['locals behind a proxy', scopeProxy, [proxied], { engines: ['3', '4', '5'] }],
  ['locals behind a proxy, copied', scopeProxy, [proxied], { throws: true, engines: ['6', '7'] }],
  ['locals without a prototype', "<%= title %> <%= typeof toString %> <%= Object.getPrototypeOf(locals) === null %> <%= Object.keys(locals) %> <% title = 'x' %><%= locals.title %>\n", [() => Object.assign(Object.create(null), { title })]],
  ['inherited locals and includes', "<%= title %> <%= typeof inherited %> <%= locals.inherited %> <%- include('partials/inherited') %>\n", [inheriting]],
  ['a helper that adds a local through this', scopeHelperAddsLocal, [provider]],
  ['a helper that adds a local to the object it came from', scopeHelperAddsLocal, [closedOver], { engines: ['3', '4', '5'] }],
  ['a helper that adds a local to the object the locals were copied from', scopeHelperAddsLocal, [closedOver], { throws: true, engines: ['6', '7'] }],
  ['locals spread and passed on', `<p><%= title %></p>
<%- include('partials/spread-locals', { ...locals, n: 2 }) %>
<%- include('partials/spread-locals', locals) %>
<%= Object.keys({ ...locals }).length %>
`, [{ title, items }]]
]
