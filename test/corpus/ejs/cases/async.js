'use strict'

const { includeNotFound } = require('../pages')

const asyncPositions = `<h1><%= await title %></h1>
<%- await html() %> <% const user = await load('Ann') %><%= user.name %> <%= (await load('Bob')).name %> <%= await load('x').then((u) => u.name) %>
<% if (await truthy()) { %>yes<% } else { %>no<% } %> <% for (const id of await ids()) { %><%= (await load(id)).name %>;<% } %>
<%= [await 1, await 2] %> <%= \`\${await title}\` %> <%= await title, 'ignored' %> <% await null; %><%= await null %>|<%= await 0 %>
<% let n = 0; while (await less(n)) { %><%= n++ %><% await null } %> <% switch (await title) { default: %>default<% } %>
<% const { name = await title } = {} %><%= name %> <%= await (async () => 1)() %> <%= typeof await title %>
`
const asyncSyncTemplate = '<p><%= title %></p>\n'
const asyncRejectsInInclude = "<div>\n\n<%- await include('async-rejects') %>\n"
const asyncName = '<% var await = 1 %>\n'

const options = { async: true }

const user = (id) => ({ name: `<user ${id}>` })

function services () {
  return {
    title: 'A <title>',
    html: async () => '<b>raw</b>',
    load: async (id) => user(id),
    ids: async () => [1, 2],
    truthy: async () => true,
    less: async (n) => n < 3,
    fail: async () => { throw new RangeError('rejected') },
    whole: async function () { return this.title },
    change: async () => 'changed',
    stream: async function * () { yield 1; yield 2 }
  }
}

const promised = () => ({ ...services(), title: Promise.resolve('later'), truthy: async () => false })
const rejecting = () => ({ ...services(), load: async (id) => { throw new Error(`no user ${id}`) } })

module.exports = [
  ['await everywhere', asyncPositions, [services, promised], { options }],
  ['async includes', `<main><%- await include('partials/async-item', { id: 1 }) %></main>
<% for (const id of [2, 3]) { %><%- await include('partials/async-item', { id }) %><% } %>
<%- (await Promise.all([4, 5].map((id) => include('partials/async-item', { id })))).join('|') %>
<% const text = await include('partials/item', { item: 6 }) %><%= text.trim() %>
<%= include('partials/item', { item: 8 }) instanceof Promise %>
<%- await include('layouts/main', { title: 'Async', body: await include('partials/async-item', { id: 9 }) }) %>
`, [services], { options }],
  ['for await over values that are not iterable', `<% const o = { n: title, f: () => 5, h: () => ({ g: 5, f: () => 6 }) } %>
<% try { for await (const x of title.length) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o.f()) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o['f']) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o.f) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of await o.f()) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o?.f()) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of -1) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of none) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of (5, o)) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o.f(await o).g) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o.h('x').g) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of o.h('x').f(1)) { } } catch (e) { %><%= e.message %>
<% } try { for await (const x of this) { } } catch (e) { %><%= e.message %><% } %>
`, [() => ({ title: 'a', none: undefined }), () => ({ title: 'a', none: null })], { options }],
  ['async functions that hold text', `<% async function card (id) { %><article><%= (await load(id)).name %></article><% return id } %>
<% await card(1) %>[<%- await card(2) %>]
<% const arrow = async (id) => { %><b><% await null %><%= id %></b><% } %><% await arrow(3) %>
<% await Promise.all([1, 2].map(async (id) => { %>(start <%= id %>)<% await load(id) %>(end <%= id %>)<% })) %>
<% for await (const n of stream()) { %><%= n %>,<% } %> <% async function * rows () { for (const id of [1, 2]) { %><i><% yield (await load(id)).name %></i><% } } for await (const row of rows()) { %><%= row %><% } %>
<% const late = (async () => { await null; %>never awaited, but in time<% })() %><% await late %>
`, [services], { options }],
  ['async helpers and this', '<%= await whole() %> <% async function own () { return await whole() } %><%= await own() %> <%= arguments.length %> <% title = await change() %><%= title %> <%= locals.title %>\n', [services], { options }],
  ['a template without await as async', asyncSyncTemplate, [services], { options }],
  ['an async template without context', asyncPositions, [services], { options: { async: true, compileDebug: false } }],
  ['async with destructured locals', asyncSyncTemplate, [services], { options: { async: true, strict: true, destructuredLocals: ['title'] } }],
  ['an error after await', '<p>\n<%= await title %>\n\n<%= (await load(null)).name.first.letter %>\n', [services, rejecting], { options, throws: true }],
  ['a rejection', '<p>\n<%= await fail() %>\n', [services], { options, throws: true }],
  ['a rejection in an include', asyncRejectsInInclude, [services], { options, throws: true }],
  ['a rejection in an include without context', asyncRejectsInInclude, [services], { options: { async: true, compileDebug: false }, throws: true }],
  ['rejections caught', `<% try { await fail() } catch (e) { %>caught <%= e.message %><% } finally { await null %> finally<% } %>
<%= await fail().catch((e) => e.message) %> <%= (await Promise.allSettled([fail()]))[0].status %>
<% try { %><%- await include('async-rejects') %><% } catch (e) { %><%= e.message %><% } %>
`, [services], { options }],
  ['an async template that returns early', '<% if (!(await truthy())) { %>nothing<% return __output } %>something\n', [services, promised], { options }],
  ['await in a callback that is not async', '<% [1].forEach((id) => { %><%= await id %><% }) %>\n', [services], { options, throws: true }],
  ['a missing include of an async template', includeNotFound, [services], { options, throws: true }],
  ['a variable named await', asyncName, [{}]],
  ['a variable named await in an async template', asyncName, [{}], { options, throws: true }]
]
