'use strict'

/* eslint no-template-curly-in-string: off -- these are template literals of the views */

const { includeNotFound } = require('../pages')

const items = ['one', '<two>', 'drei']
const title = 'Title <of> the page'

const tree = [
  { name: 'root & more', children: [{ name: 'a' }, { name: 'b', children: [{ name: 'c', children: [] }] }] },
  { name: '<leaf>' }
]

// A helper that changes the object it came from, as Express apps do with res.locals.
function changeable () {
  const locals = { title, set: (name, value) => { locals[name] = value } }
  return locals
}

module.exports = [
  ['includes with and without data', `<%- include('partials/header') %><%- include('partials/header', { title: 'Own <title>' }) %>
<%- include('partials/header.ejs', {}) %><%- include('./partials/header', null) %>
<%- include('partials/../partials/header', undefined) %><%- include("partials/note.txt") %>
`, [{ title }]],
  ['an include that is escaped', "<%= include('partials/header') %>\n", [{ title }]],
  ['includes in loops', `<ul><% items.forEach((item, index) => { -%>
<%- include('partials/row', { item, index }) -%>
<% }) -%>
</ul><% for (const item of items) { %><%- include('partials/row', { item, index: 'x' }) %><% } %>
<%- items.map((item, index) => include('partials/row', { item, index })).join('<hr>') %>
`, [{ items }, { items: [] }]],
  ['a template that includes itself', "<ul><% tree.forEach((node) => { %><li><%= node.name %><% if (node.children) { %><%- include('page', { tree: node.children }) %><% } %></li><% }) %></ul>\n", [{ tree }, { tree: [] }]],
  ['includes of includes', "<main><%- include('partials/outer', { depth: 1 }) %></main>\n", [{ title }]],
  ['includes used as strings', `<% const header = include('partials/header') %>
<%= header.length %> <%= header.trim().slice(0, 4) %> <%- header.toUpperCase() %>
<%= typeof header %> <%- include('partials/header').trim() %>!
<%- [include('partials/header', { title: 1 }), include('partials/header', { title: 2 })].join('') %>
<%- wrap(include('partials/header', { title: 3 })) %> <%= header === include('partials/header') %>
<%- \`\${include('partials/header', { title: 4 })}\`.replace('h1', 'h2') %> <%- include('partials/header') + header %>
<% if (include('text-empty')) { %>not empty<% } else { %>empty<% } %> <%= JSON.stringify({ header }) %>
<%= /<h1>/.test(header) %> <%- header && 'truthy' %> <%- header || 'falsy' %> <% switch (header) { case include('partials/header'): %>equal<% } %>
<%= Array.from(header).length %> <%= header[1] %> <%- title ? header : '' %> <%= header instanceof String %> <% wrap(header) %>
`, [{ title, wrap: (html) => `<div>${html.trim()}</div>` }]],
  ['a layout that is given a body', "<%- include('layouts/main', { title: 'Home', body: include('partials/header', { title: 'In the body' }) }) %>\n", [{ title }]],
  ['a layout that is given a body captured from __output', `<%- include('layouts/main', { body: capture() }) %>
<% function capture () { const saved = __output; __output = ''; %><p>Captured <%= title %> and <%- include('partials/item', { item: 1 }) %></p><% const text = __output; __output = saved; return text } %>
`, [() => ({ title })]],
  ['an include that does not exist', includeNotFound, [{}], { throws: true }],
  ['an include that does not exist, caught', "<% try { %>before <%- include('nowhere') %> after<% } catch (e) { %>caught: <%= e.message %><% } %>\n", [{}]],
  ['an include without a name', '<%- include(undefined) %>\n', [{}], { throws: true }],
  ['variables are not shared with includes', `<% var mine = 1; const alsoMine = 2 %><%- include('partials/sees', { given: 3 }) %>
<%= typeof given %> <%= typeof theirs %> <%= title %>
`, [() => ({ title })]],
  ['locals changed before an include', `<% title = 'assigned'; locals.added = 'added'; var extra = 'var' %>
<%= title %> <%= added %> <%- include('partials/mutated') %>
<% set('title', 'from the helper') %><%= title %> <%= locals.title %> <%- include('partials/mutated') %>
`, [changeable]],
  ['odd data for includes', `<%- include('partials/data', ['a', 'b']) %> <%- include('partials/data', 'xyz') %> <%- include('partials/data', 0) %>
<%- include('partials/data', Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } })) %>
<%- include('partials/data', locals) %> <%- include('partials/data', { include: 'shadowed', escapeFn: (s) => \`[\${s}]\` }) %>
`, [{ b: 1, a: 2 }]],
  ['data that fail, for a file that is missing', "<%- include('missing', { get title () { throw new RangeError('no title') } }) %>\n", [{}], { throws: true }],
  ['include called in other ways', `<%- include('partials/header', { title: 1 }, 'ignored') %><%- include.call(null, 'partials/header') %><%- include?.('partials/header') %>
<% const load = include %><%- load('partials/header') %> <%- ['header'].map((n) => include(\`partials/\${n}\`)) %> <%= include.length %>
<%- ['partials/header', 'partials/header'].map(include) %>
`, [{ title }]],
  ...['<%- include %>', '<%- String(include) %>', '<%= include.name %>', '<% const load = include %><%- `${load}` %>', "<%= new include('partials/header') instanceof include %>"].map((code) => (
    [`the function include shown by ${code}`, `${code}\n`, [{ title }]])),
  ['data of includes with a constructor and symbols', "<%- include('partials/header', data) %><%= reads %>\n", [() => {
    const reads = []
    const read = (name) => ({ enumerable: true, get: () => { reads.push(name); return name } })
    return { reads, data: Object.defineProperties({}, { constructor: read('constructor'), [Symbol.iterator]: read('symbol'), title: read('title') }) }
  }]],
  ['a local named include', "<%- include('partials/header') %>\n", [{ title, include: (name) => `<u>${name}</u>` }, { title, include: function () { return this.title } }]],
  ['a variable named include', `<% { const include = (name) => \`<u>\${name}</u>\` %><%- include('partials/header') %><% } %><%- include('partials/header') %>
<% [1].forEach((include) => { %><%= include %><% }) %>
`, [{ title }]],
  ['includes that return values', `<% const format = include('partials/returns-object') %>
<%= format.euro(12.5) %> <%= format.name %> <%= include('partials/returns-object').name.length %>
[<%- include('partials/returns-nothing') %>] <%= typeof include('partials/returns-nothing') %> <%- include('partials/returns-number') + 1 %>
`, [{ title }]],
  ['a template that returns its output early', '<% if (!user) { %>Sign in first<% return __output } %>Hello <%= user.name %>\n', [{ user: null }, { user: { name: '<Ann>' } }]],
  ['a template that returns nothing', 'text that is lost<% if (user) return %> and <%= typeof user %>\n', [{ user: 1 }, { user: 0 }]],
  ['a template that returns a string', "<% return '<b>' + user.name + '</b>' %>\n", [{ user: { name: 'Ann' } }]]
]
