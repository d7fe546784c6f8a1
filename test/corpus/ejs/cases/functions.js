'use strict'

/* eslint no-template-curly-in-string: off -- these are template literals of the views */

const functionsProvided = "<% function include (name) { return `<i>${name}</i>` } %><% function escapeFn (text) { return `(${text})` } %>a<%- include('part') %>b<%= include('part') %>c<%= locals.title %>\n"
const functionsProvidedInBlock = "<% var seen = '' %><% if (locals.title) { function __append (text) { seen += text } %>in<%= locals.title %><% } %>out<%= seen %>\n"

const title = 'A <title>'
const items = ['b', '<c>', 'a']
const tree = [{ name: 'root', children: [{ name: '<a>' }, { name: 'b', children: [] }] }]

/** Code by which a template shows functions that hold text, or those that call its own. */
const shown = [
  'const f = () => { %>text<% } %><%- [1].reduce((a) => a, f)',
  'const f = () => { %>text<% } %><%- [1].map(function () { return this }, f)',
  'const f = () => { %>text<% } %><%- [1].flatMap(function () { return this }, f)',
  'const _ = [1], f = () => { %>text<% } %><%- _.map(function () { return this }, f)',
  '_ = [1]; const f = () => { %>text<% } %><%- _.map(function () { return this }, f)',
  'function F () { %>text<% } %><%- new F().constructor',
  'function F () { %>text<% } %><%- new (F.bind(null))().constructor',
  'function F () { %>text<% this.own = this.constructor } %><%- new F().own',
  'let own; function F () { %>text<% own = new.target } new F() %><%- own',
  'function f () { return f["caller"] } %><%- f()',
  'function f () { return f[`caller`] } %><%- f()',
  'function f () { return arguments["callee"]["caller"] } %><%- f()',
  'function f () { const g = f; return g.caller } %><%- f()',
  'function f () { const { caller } = f; return caller } %><%- f()',
  'function f () { const { caller: by } = f; return by } %><%- f()',
  'function g () { return g["caller"] } function f () { %>text<% return g() } %><%- f()'
]

module.exports = [
  ['declared functions that hold text', `<% function field (name, value) { %>
  <label><%= name %> <input name="<%= name %>" value="<%= value %>"></label>
<% } %>
<form><% field('email', user.email) %><% field('name', user.name) %></form>
<% later('hoisted') %><% function later (text) { %><b><%= text %></b><% } %>
`, [{ user: { email: 'a@b.c', name: '"Ann" & <Bob>' } }]],
  ['arrow functions and function expressions that hold text', `<% const badge = (text) => { %><em><%= text %></em><% } %>
<% const line = (text) => __append(\`<hr title="\${text}">\`) %>
<% const named = function self (n) { %>[<%= n %><% if (n > 0) self(n - 1) %>]<% } %>
<% badge('<a>'); line('b'); named(2) %>
<p>[<%= badge('escaped tag') %>] [<%- badge('raw tag') %>] [<%- line('raw') %>]</p>
<% ['x', 'y'].forEach(badge) %><% ['x', 'y'].map((text) => badge(text)) %>
<% (() => { %>immediately<% })() %><% ;(function () { %>, also immediately<% }()) %>
`, [{}]],
  ['functions that append and return', `<% function both (text) { %><b><%= text %></b><% return '<i>returned</i>' } %>
<p><%- both('first') %></p>
<p><%= both('second') %></p>
<p><%- 'before ' + both('third') + ' after' %></p>
<p><%- both('a') + both('b') %></p><p><%- [both('c'), both('d')].join() %></p>
<p><%- both('outer ' + both('inner')) %></p>
<% const kept = both('kept') %><p><%- kept %></p>
<p><%- include('partials/item', { item: both('as data') }) %></p>
<p><%= both('e') ? 'yes' : 'no' %></p><% if (both('f')) { %>then<% } %>
`, [{}]],
  ['nested functions and closures', `<% function table (rows) { %><table><% rows.forEach((row) => { %><tr><% cells(row) %></tr><% })
  function cells (row) { %><% for (const cell of row) { %><td><%= cell %> of <%= rows.length %></td><% } %><% } %></table><% } %>
<% table(rows) %>
<% const make = (tag) => (text) => { %><<%= tag %>><%= text %></<%= tag %>><% } %>
<% const strong = make('strong'); strong('closure'); make('u')('curried') %>
<% const counter = (() => { let n = 0; return () => { n++; %>(<%= n %>)<% } })(); counter(); counter(); counter() %>
`, [{ rows: [[1, 2], ['<3>']] }, { rows: [] }]],
  ['recursive functions', `<% function list (nodes) { %><ul><% nodes.forEach((node) => { %><li><%= node.name %><% if (node.children) list(node.children) %></li><% }) %></ul><% } %>
<% list(tree) %>
`, [{ tree }, { tree: [] }]],
  ['functions passed to helpers and array methods', `<% each(items, (item, index) => { %><li><%= index %>: <%= item %></li><% }) %>
<% each(items, function (item) { %><b><%= this.prefix %><%= item %></b><% }) %>
<p><% wrap(() => { %>text of the callback<% }) %></p>
<% const wrapped = wrap(() => { %>appended, not wrapped: <% return 'returned' }) %><p><%- wrapped %></p>
<% items.filter((item) => { %>?<% return item }).sort((a, b) => a < b ? 1 : -1).forEach((item) => { %><%= item %> <% }) %>
<% const total = items.reduce((sum, item) => { %>+<% return sum + item.length }, 0) %><%= total %>
`, [{
    items,
    prefix: 'local ',
    each: (list, fn) => list.forEach(fn, { prefix: '> ' }),
    wrap: (fn) => `<div>${fn()}</div>`
  }]],
  ['output captured from __output', `<% function capture (block) { const start = __output.length; block(); const text = __output.slice(start); __output = __output.slice(0, start); return text } %>
<% const body = capture(() => { %><p>Captured <%= title %></p><% }) %>
before <%- body.toUpperCase() %> after <%= __output.length %> <%= __output.includes('Captured') %>
`, [{ title }]],
  ['__output assigned and declared again', `lost text <%= title %><% __output = 'start again: ' %>then <%= title %><% __output += '<b>'; __append('</b>') %>
<% var __output = __output.replace('b', 'i') %>end <%= typeof __output %>
`, [{ title }]],
  ['parameters of all kinds', `<% function show (a, { b, c = 'C' } = {}, [d] = ['D'], ...rest) { %><%= a %><%= b %><%= c %><%= d %><%= rest.length %>;<% } %>
<% show(title); show(1, { b: 2, c: 3 }, [4], 5, 6); show(undefined, { c: title }) %>
<% function shadow (title) { %>[<%= title %>]<% } shadow('parameter'); shadow() %>
<% ((title = 'default ' + items.length) => { %>[<%= title %>]<% })() %>
<% items.forEach((items) => { %>[<%= items %>]<% }) %> <%= title %> <%= items.length %>
<% function own () { %><%= arguments.length %> <%= arguments[0] %><% } own('x', 'y') %>
<% function fallback (value = (() => { %>default ran <% return 'D' })()) { %><%= value %><% } fallback(); fallback(1) %>
`, [{ title, items }]],
  ['methods, getters and classes that hold text', `<% const widget = { label: 'w', show () { %><i><%= this.label %></i><% }, get shown () { this.show(); return 'got' }, arrow: () => { %>arrow<% } } %>
<% widget.show() %> <%- widget.shown %> <% widget.arrow() %>
<% class Card { constructor (title) { this.title = title } static of (t) { return new Card(t) } render () { %><article><%= this.title %></article><% return this } #secret = 1; get secret () { return this.#secret } } %>
<% new Card(title).render().render(); Card.of('static').render() %> <%= new Card().secret %>
<% class Wide extends Card { render () { %>wide <% return super.render() } } new Wide('sub').render() %>
`, [{ title }]],
  ['text appended while a value becomes a string', `<% const noisy = { toString () { %>(appended by toString)<% return 'text' }, valueOf () { %>(appended by valueOf)<% return 'value' } } %>
escaped <%= noisy %> raw <%- noisy %> end
<% const late = { get text () { %>(appended by a getter)<% return 'got' } } %><%= late.text %> <%- late.text %>
<%= \`\${noisy}\` %> <%- noisy + '' %> <%- [noisy] %>
`, [{}]],
  ['long text appended while a value becomes a string', `<% const noisy = lazy(() => { %>${'appended '.repeat(40)}<%= title %><% return 'text' }) %>
escaped <%= noisy %> raw <%- noisy %> list <%- [noisy] %> end
`, [{ title, lazy: (toString) => ({ toString }) }]],
  ['the source of functions', `<script>var add = <%- function (a, b) { return a + b } %>; var id = <%- (v) => v %>; <%- String(class A { m () {} }) %></script>
<% function declared (x) { /* kept */ return x + 1 } %><%= declared %> <%= declared.name %> <%= declared.length %>
`, [{}]],
  ['the source of functions that use locals', '<script>var greet = <%- function (who) { return title + who } %>;</script> <%= (() => items.length) %>\n', [{ title, items }]],
  ['the source of functions that hold text', '<% function block () { %>text<%= title %><% } %><%= block.toString() %>\n', [{ title }]],
  ...["''.concat", 'encodeURI', '[1, 2].join', 'escape', 'Symbol'].map((print) => (
    [`the source of functions that hold text, by ${print}`, `<% const text = ${print}(() => { %>text<%= title %><% }) %><%= String(text) %>\n`, [{ title }]])),
  ['the source of classes that hold text', '<% class Block { static { %>text<%= title %><% } } %><%= Block %>\n', [{ title }]],
  ['the source of functions in errors', '<% function block () { %>text<%= title %><% } try { throw new RangeError(block) } catch (error) { %><%= error.message %><% } %>\n', [{ title }]],
  ['the source of a function of another name', '<% function block () { %>text<%= locals.title %><% } %><% const same = block %><%- same.toString() %><%- `${same}` %>\n', [{ title }]],
  ...['Array.of(block)', 'Object(block)', '((fn) => fn)(block)', 'same(block)', 'list.concat(list.push(block), list)', 'new Map().set(1, block).get(1)'].map((value) => (
    [`the source of functions that hold text, given to a function: ${value}`, `<% const list = []; const block = () => { %>text<%= title %><% } %><%= ${value} %>\n`, [{ title, same: (fn) => fn }]])),
  ...['', 'var '].map((kind) => (
    [`the source of functions that hold text, in the locals by ${kind}block =`, `<% ${kind}block = () => { %>text<%= title %><% } %><%= locals.block %><%= Object.values(locals) %>\n`, [{ title }, { title, block: 1 }]])),
  ...shown.map((code) => [`functions that hold text, shown by ${code}`, `<% ${code} %>\n`, [{ title }]]),
  ...['globalThis.f9', 'typeof f9, String(f9)'].map((value) => (
    [`the source of a global function that holds text: ${value}`, `<% f9 = () => { %>text<% } %><%- ${value} %>\n`, [{ title }], { options: { _with: false } }])),
  ['functions that hold text, passed on by Underscore and by what binds them', `<% _.each(items, function (item) { %>(<%= item %>)<% }) %>${'static '.repeat(50)}<% items.forEach(function (item) { %>[<%= item %>]<% }.bind(items)) %>`, [{ items, _: { each: (list, fn) => list.forEach(fn) } }], { spliced: 1 }],
  ...['every', 'filter', 'find', 'findIndex', 'findLast', 'flatMap', 'forEach', 'map', 'some', 'sort'].map((method) => (
    [`functions that hold text, called by ${method}`, `<% items.${method}((item) => { %><li><%= item %></li><% return item }) %>end\n`, [{ items }]])),
  ['functions with names that EJS provides', functionsProvided, [{ title }], { options: { _with: false } }],
  ['functions with names that EJS provides, under with', functionsProvided, [{ title }, { title, escapeFn: String }]],
  ['functions with names that EJS provides, in blocks', functionsProvidedInBlock, [{ title }]],
  ['functions with names that EJS provides, in blocks, without with', functionsProvidedInBlock, [{ title }], { options: { _with: false } }],
  ['functions kept for later', `<% let saved; function define (text) { saved = () => { %>{<%= text %>}<% } } define('late') %>
<% [1, 2].forEach((n) => { saved() %><%= n %><% }) %><% setup(() => { %>called by a helper <%= title %><% }) %>
`, [{ title, setup: (fn) => { fn(); fn() } }]],
  ['functions that throw after some text', `<% function risky (fail) { %>partial <% if (fail) throw new Error('inside'); %>complete <% } %>
<% try { risky(false); risky(true) } catch (e) { %>caught <%= e.message %><% } finally { %> finally<% } %>
<% const value = (() => { try { %>tried <% return 'value' } finally { %>finally <% } })() %><%= value %>
`, [{}]],
  ['generators that hold text', `<% function * rows () { for (const item of items) { %><tr><% yield item %></tr><% } } %>
<% for (const row of rows()) { %><td><%= row %></td><% } %>
<% const [first, ...others] = rows() %><%= first %> <%= others.length %> <%= [...(function * () { yield * [1, 2] })()] %>
<% const iterator = { * [Symbol.iterator] () { %>step <% yield 1 } }; for (const n of iterator) { %><%= n %><% } %>
`, [{ items }]]
]
