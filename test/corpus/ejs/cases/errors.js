'use strict'

const errorsInNestedInclude = "<%- include('partials/wraps-broken') %>\n"
const errorsThrown = '<p>\n<% fail() %>\n'

class HttpError extends Error {
  constructor (status, message) {
    super(message)
    this.name = 'HttpError'
    this.status = status
  }
}

class ReadOnlyError extends Error {
  get message () { return 'only a getter' }
}

const once = new Error('the same error')

const fails = [
  () => new Error('<message> & "quotes"'),
  () => new Error(''),
  () => new Error('several\nlines\n'),
  () => new HttpError(404, 'not found'),
  () => new AggregateError([new Error('a')], 'aggregate'),
  () => Object.assign(new Error('has a path'), { path: '/etc/hosts', code: 'ENOENT' }),
  () => Object.assign(new Error('x'), { message: undefined }),
  () => Object.assign(new Error('x'), { message: ['not', 'a string'] }),
  () => Object.assign(Object.create(Error.prototype), { message: 'inherits from Error' }),
  () => new ReadOnlyError(),
  () => Object.freeze(new Error('frozen')),
  () => 'a string',
  () => '',
  () => 42,
  () => null,
  () => undefined,
  () => false,
  () => 10n,
  () => ({ code: 7 }),
  () => ({ message: 'not an Error' }),
  () => Object.freeze({ code: 7 }),
  () => [1, 2]
]

const throwing = fails.map((make) => () => ({ fail: () => { throw make() } }))
const items = [1, 2, 3]

const explode = (text) => { throw new HttpError(500, `exploded ${text}`) }
const bad = { toString () { throw new TypeError('toString failed') } }

module.exports = [
  ['an error in a loop', `<ul>
<% items.forEach((item) => { %>
  <li><%= item.name.first %></li>
<% }) %>
</ul>
`, [{ items: [{ name: { first: 'a' } }, { name: null }] }], { throws: true }],
  ['an error on the only line', '<%= missing.first %>', [{}, { missing: null }], { throws: true }],
  ['an error on the last line', 'one\ntwo\n\nfour\n<%= missing.last %>\n', [{}, { missing: undefined }], { throws: true }],
  ['an error in a tag of several lines', '<p>\n<%\n  const a = 1\n\n  a.b.c\n%>\n</p>\n', [{}], { throws: true }],
  ['an error after a loop that did or did not run', `<% for (const item of items) { %>
  <i>
    <%= item %>
  </i>
<% } %><%= missing %>
`, [{ items }, { items: [] }], { throws: true }],
  ['an error in an include', "<main>\n  <%- include('partials/broken', { deep: null }) %>\n</main>\n", [{}], { throws: true }],
  ['an error in an include of an include', errorsInNestedInclude, [{}], { throws: true }],
  ['an error in an include without context', errorsInNestedInclude, [{}], { options: { compileDebug: false }, throws: true }],
  ['an error in a helper', "<p>text</p>\n<%= explode('now') %>\n", [{ explode }], { throws: true }],
  ['errors caught in the page', `<% try { %>before <%- include('partials/broken', { deep: null }) %> after<% } catch (e) { %>[<%= e.message %>] <%= e.path.split('/').pop() %> <%= e.name %><% } %>
<% let again; try { explode() } catch (e) { again = e } %><%= again.message %>
`, [{ explode }]],
  ['an error thrown again', `<p>
<% try { explode('first') } catch (e) { throw new Error(\`wrapped: \${e.message}\`, { cause: e }) } %>
`, [{ explode }], { throws: true }],
  ['everything that can be thrown', errorsThrown, throwing, { throws: true }],
  ['everything that can be thrown, without context', errorsThrown, throwing, { options: { compileDebug: false }, throws: true }],
  ['everything that can be thrown, in an include', "<div>\n<%- include('errors-thrown') %>\n", throwing, { throws: true }],
  ['the same error thrown twice', `<% for (const n of [1, 2]) { try { %>
<%- include('errors-thrown') %><% } catch (e) { %>[<%= n %>: <%= e.message %>]<% } } %>
`, [() => ({ fail: () => { once.message = 'reset'; throw once } })]],
  ['an error in a getter', '<%= user.broken %>\n', [{ user: { get broken () { throw new RangeError('getter failed') } } }], { throws: true }],
  ['an error in toString', '<p><%= bad %></p>\n', [{ bad }], { throws: true }],
  ['an error in toString of a raw value', '<p><%- bad %></p>\n', [{ bad }], { throws: true }],
  ['an error in a template with CRLF', '<p>one</p>\r\n<p>two</p>\r\n<%= missing %>\r\n<p>four</p>\r\n', [{}], { throws: true }],
  ['an error in a template outside ASCII', `<p>“Größe” 汉字 🎉</p>
<p>& <%= missing %> "quotes" 'single'</p>
`, [{}], { throws: true }],
  ['an error in a callback', `<% items.forEach((item) => { %>
  <% if (item > 1) { %>

    <%= item.toFixed(200) %>
  <% } %>
<% }) %>
`, [{ items }], { throws: true }],
  ['an error among trimmed tags', `<%_ if (true) { -%>
   <%_ const a = 1 _%>  \x20
text <%# a comment
of two lines -%>
\t<%_ missing.value _%>
<%_ } -%>
`, [{}], { throws: true }]
]
