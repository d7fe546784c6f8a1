'use strict'

const pageBlog = `<%- include('partials/page-head', { title: \`\${post.title} · \${site.name}\` }) -%>
<article class="post">
  <h1><%= post.title %></h1>
  <p class="meta">
    By <a href="/authors/<%= encodeURIComponent(post.author.name) %>"><%= post.author.name %></a>
    on <time datetime="<%= post.date.toISOString() %>"><%= formatDate(post.date) %></time>
    <% if (post.tags.length) { -%>
    in
    <% post.tags.forEach((tag, i) => { -%>
    <a class="tag" href="/tags/<%= tag %>"><%= tag %></a><%= i < post.tags.length - 1 ? ',' : '' %>
    <% }) -%>
    <% } -%>
  </p>
  <%- post.html %>
</article>
<section id="comments">
  <h2><%= post.comments.length %> <%= post.comments.length === 1 ? 'comment' : 'comments' %></h2>
  <%_ if (post.comments.length === 0) { _%>
  <p>Be the first to comment.</p>
  <%_ } _%>
  <%_ for (const comment of post.comments) { _%>
  <%- include('partials/page-comment', { comment }) _%>
  <%_ } _%>
</section>
<%- include('partials/page-foot') %>
`
const pageDashboard = `<%- include('layouts/dashboard', {
  title: t('dashboard'),
  sidebar: include('partials/dashboard-sidebar', { active: 'home' }),
  body: include('partials/dashboard-body')
}) %>
`

const date = new Date('2024-02-29T12:30:00Z')

const site = {
  name: 'Ships & Harbours',
  version: '1.2.3',
  year: 2024,
  links: [{ href: '/', text: 'Home' }, { href: '/about?a=1&b=2', text: 'About “us”' }]
}

const comments = [
  { id: 1, author: '<Ann>', text: 'First!\nAnd <second>', replies: [{ id: 2, text: 'A "reply"', replies: [{ id: 3, author: '王', text: '你好 🎉' }] }] },
  { id: 4, author: '', text: 'Anonymous' }
]

const post = {
  title: 'On <ships> & "harbours"',
  author: { name: 'Ann O\'Hara' },
  date,
  tags: ['sea', 'ships'],
  html: '<p>' + 'The sea is <em>wide</em>. '.repeat(100) + '</p>',
  comments
}

const products = [
  { id: 1, name: 'Rope', price: 9.5, stock: 12 },
  { id: 2, name: 'Anchor "heavy"', price: 199, discount: 0.1, stock: 3, image: '/img/2.png' },
  { id: 3, name: 'Sail <large>', price: 1250, stock: 0 },
  { id: 4, name: '指南针', price: 35, stock: 4 }
]

const money = (value) => `$${value.toFixed(2)}`
const plural = (count, word) => count === 1 ? word : `${word}s`
const blog = { site, formatDate: (day) => day.toISOString().slice(0, 10) }
const shop = { site, products, money, query: { q: '<rope>', sort: 'price' } }

const form = { action: '/users?next=/a&b', csrfToken: () => 'dG9rZW4+/w==', plural }

const mail = {
  user: { firstName: 'Zoë' },
  order: { number: 'A-17', date, lines: [{ name: 'Rope & hook', price: 9.5, quantity: 2 }, { name: 'Sail', price: 1250, quantity: 1 }], note: ' ring "twice" ' },
  site: 'https://example.com',
  token: 'a+b/c=',
  signature: 'Ships & Harbours\nexample.com\n'
}

const feed = {
  title: 'News & <views>',
  url: 'https://example.com',
  description: 'All "about" ships',
  items: [
    { id: 'a1', title: 'One', date, html: '<p>x ]]> y</p>', categories: ['sea', 'a&b'] },
    { id: 'a2', title: 'Two', permalink: 'https://example.com/2?a&b', date, html: '' }
  ]
}

const rows = () => [
  { id: 3, name: 'Cid', email: 'c@x.y', role: 'admin', active: true },
  { id: 1, name: '<Ann>', email: 'a"b@x.y', role: 'user', active: false },
  { id: 2, name: 'Bob', email: 'b@x.y', role: 'user', active: true }
]

const dashboard = {
  t (key, ...values) { return [this.words?.[key] ?? key, ...values].join(' ') },
  words: { dashboard: 'Übersicht', hello: 'Hallo', number: 'Besuche & mehr' },
  user: { name: '<Ann>', admin: true },
  menu: [{ id: 'home' }, { id: 'users', admin: true, children: [{ id: 'groups' }] }],
  widgets: [{ type: 'number', value: 1234567 }, { type: 'bars', values: [3, 1, 2] }, { type: '</script>' }],
  theme: { accent: 'teal' }
}

const failure = Object.assign(new Error('Not <found>'), { stack: 'Error: Not <found>\n    at somewhere', status: 404 })

module.exports = [
  ['a blog article', pageBlog, [{ ...blog, post }, { ...blog, lang: 'de', path: '/', description: 'x "y"', post: { ...post, tags: [], comments: [] } }]],
  ['a product listing with pages', `<% var pageTitle = 'Products'; var perPage = locals.perPage || 3; %>
<%
  const pages = Math.max(1, Math.ceil(products.length / perPage))
  const current = Math.min(Math.max(1, page), pages)
  const visible = products.slice((current - 1) * perPage, current * perPage)
  const link = (n) => '?' + new URLSearchParams({ ...query, page: n })
%>
<%- include('partials/page-head', { title: pageTitle, bodyClass: 'products' }) %>
<h1><%= pageTitle %> <small>(<%= products.length %>)</small></h1>
<% if (!visible.length) { %>
  <p class="empty">Nothing matches <q><%= query.q %></q>.</p>
<% } else { %>
<ul class="grid">
<% visible.forEach(function (product, index) { %>
  <li class="<%= index % 2 ? 'odd' : 'even' %><%= product.stock ? '' : ' sold-out' %>" data-id="<%= product.id %>">
    <a href="/products/<%= product.id %>"><img src="<%= product.image || '/img/none.png' %>" alt="<%= product.name %>"></a>
    <h2><%= product.name %></h2>
    <p class="price"><% if (product.discount) { %><del><%= money(product.price) %></del> <% } %><%= money(product.price * (1 - (product.discount || 0))) %></p>
    <% if (product.stock > 0 && product.stock < 5) { %><p>Only <%= product.stock %> left!</p><% } else if (!product.stock) { %><p>Sold out</p><% } %>
  </li>
<% }) %>
</ul>
<% } %>
<nav class="pagination" aria-label="Pages">
  <% if (current > 1) { %><a rel="prev" href="<%= link(current - 1) %>">&laquo;</a><% } %>
  <% for (var i = 1; i <= pages; i++) { %>
    <% if (i === current) { %><span aria-current="page"><%= i %></span><% } else { %><a href="<%= link(i) %>"><%= i %></a><% } %>
  <% } %>
  <% if (current < pages) { %><a rel="next" href="<%= link(current + 1) %>">&raquo;</a><% } %>
</nav>
<%- include('partials/page-foot') %>
`, [() => ({ ...shop, page: 1 }), () => ({ ...shop, page: 99, perPage: 1 }), () => ({ ...shop, products: [], page: 1, pageTitle: 'Offers' })]],
  ['a form with errors and a CSRF token', `<%
  function field (name, label, type = 'text', options = {}) {
    const error = errors[name]
-%>
<div class="field<%= error ? ' has-error' : '' %>">
  <label for="<%= name %>"><%= label %><% if (options.required) { %> <abbr title="required">*</abbr><% } %></label>
  <% if (type === 'textarea') { -%>
  <textarea id="<%= name %>" name="<%= name %>"><%= values[name] || '' %></textarea>
  <% } else if (type === 'select') { -%>
  <select id="<%= name %>" name="<%= name %>"><% Object.entries(options.choices).forEach(([value, text]) => { %>
    <option value="<%= value %>"<%= value === String(values[name]) ? ' selected' : '' %>><%= text %></option><% }) %>
  </select>
  <% } else { -%>
  <input type="<%= type %>" id="<%= name %>" name="<%= name %>" value="<%= type === 'password' ? '' : values[name] %>"<%- attributes(options) %>>
  <% } -%>
  <% if (error) { -%>
  <p class="error" role="alert"><%= error %></p>
  <% } -%>
</div>
<%
  }

  function attributes ({ required, max }) {
    return (required ? ' required' : '') + (max ? \` maxlength="\${max}"\` : '')
  }
-%>
<form method="post" action="<%= action %>" novalidate>
  <input type="hidden" name="_csrf" value="<%= csrfToken() %>">
  <% if (Object.keys(errors).length) { %><div class="alert">Please correct <%= Object.keys(errors).length %> <%= plural(Object.keys(errors).length, 'field') %>.</div><% } %>
<% field('email', 'E-mail', 'email', { required: true, max: 80 }) -%>
<% field('password', 'Password', 'password', { required: true }) -%>
<% field('country', 'Country', 'select', { choices: { de: 'Deutschland', fr: 'France', '': '— none —' } }) -%>
<% field('about', 'About you', 'textarea') -%>
  <label><input type="checkbox" name="terms" <%= values.terms ? 'checked' : '' %>> I accept the <a href="/terms">terms</a></label>
  <button type="submit" <%= locals.disabled ? 'disabled' : '' %>>Send</button>
</form>
`, [
    { ...form, values: {}, errors: {} },
    { ...form, values: { email: '"a" <a@b>', country: 'fr', about: '</textarea>', terms: 1 }, errors: { email: 'is not <valid>' }, disabled: true }
  ]],
  ['an e-mail', `Hello <%= user.firstName || 'there' %>,

thank you for your order <%= order.number %> of <%= order.date.toISOString().slice(0, 10) %>:

<% order.lines.forEach((line) => { -%>
  <%= String(line.quantity).padStart(3) %> x <%- line.name.padEnd(24) %> <%= (line.price * line.quantity).toFixed(2).padStart(9) %>
<% }) -%>
                                 ---------
  Total                          <%= order.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0).toFixed(2).padStart(9) %>

<%_ if (order.note) { _%>
Your note: "<%- order.note.trim() %>"
<%_ } _%>
Track it: <%- \`\${site}/orders/\${order.number}?t=\${encodeURIComponent(token)}\` %>

--\x20
<%- signature _%>
`, [mail, { ...mail, user: {}, order: { ...mail.order, lines: [], note: '' } }]],
  ['a feed', `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title><%= feed.title %></title>
    <link><%= feed.url %></link>
    <atom:link href="<%= feed.url %>/rss.xml" rel="self" type="application/rss+xml"/>
    <description><%= feed.description %></description>
    <%_ if (feed.items.length) { _%>
    <lastBuildDate><%= feed.items[0].date.toUTCString() %></lastBuildDate>
    <%_ } _%>
    <%_ feed.items.forEach(item => { _%>
    <item>
      <title><%= item.title %></title>
      <guid isPermaLink="<%= !!item.permalink %>"><%= item.permalink || item.id %></guid>
      <pubDate><%= item.date.toUTCString() %></pubDate>
      <description><![CDATA[<%- item.html.replace(/]]>/g, ']]]]><![CDATA[>') %>]]></description>
      <%_ for (const category of item.categories ?? []) { _%>
      <category><%= category %></category>
      <%_ } _%>
    </item>
    <%_ }) _%>
  </channel>
</rss>
`, [{ feed }, { feed: { ...feed, items: [] } }]],
  ['an admin table', `<% const columns = [['id', 'ID'], ['name', 'Name'], ['email', 'E-mail'], ['role', 'Role'], ['active', 'Active']] %>
<table class="admin">
  <thead><tr>
    <% columns.forEach(([key, label]) => { %><th scope="col"<% if (sort.key === key) { %> aria-sort="<%= sort.down ? 'descending' : 'ascending' %>"<% } %>><a href="?sort=<%= key %>&amp;dir=<%= sort.key === key && !sort.down ? 'down' : 'up' %>"><%= label %></a></th>
    <% }) %></tr></thead>
  <tbody>
    <% rows.sort((a, b) => (a[sort.key] > b[sort.key] ? 1 : -1) * (sort.down ? -1 : 1)).forEach((row) => { %>
    <tr id="row-<%= row.id %>" class="<%= [row.active ? 'on' : 'off', row.role].join(' ') %>">
      <% columns.forEach(([key]) => { switch (key) { case 'active': %><td><input type="checkbox" disabled<%= row.active ? ' checked' : '' %>></td>
      <% break; case 'email': %><td><a href="mailto:<%= row.email %>"><%= row.email %></a></td>
      <% break; default: %><td><%= row[key] %></td>
      <% } }) %>
    </tr>
    <% }) %>
  </tbody>
  <tfoot><tr><td colspan="<%= columns.length %>"><%= rows.filter((row) => row.active).length %> of <%= rows.length %> active</td></tr></tfoot>
</table>
`, [() => ({ rows: rows(), sort: { key: 'name' } }), () => ({ rows: rows(), sort: { key: 'id', down: true } }), () => ({ rows: [], sort: {} })]],
  ['a dashboard', pageDashboard, [dashboard, { ...dashboard, user: { name: 'Bob' }, theme: undefined, widgets: [] }]],
  ['an error page', `<% var status = locals.status || (error && error.status) || 500 %>
<h1><%= message %></h1>
<h2><%= status %></h2>
<% if (settings.env === 'development' && error) { %><pre><%= error.stack %></pre><% } %>
`, [
    () => ({ message: failure.message, error: failure, settings: { env: 'development' } }),
    () => ({ message: 'Oops', error: null, status: 418, settings: { env: 'production' } })
  ]],
  ['flash messages and a sign-in link', `<% if (messages.error) { %><div class="alert alert-danger"><%= messages.error %></div><% } %>
<% ['info', 'success'].forEach(function(type) { if (messages[type]) { %>
  <div class="alert alert-<%= type %>"><%- Array.isArray(messages[type]) ? messages[type].map(function (m) { return '<p>' + m + '</p>' }).join('') : messages[type] %></div>
<% } }); %>
<% if (typeof user != 'undefined' && user) { %>
  <p>Signed in as <b><%=user.name%></b> <%if(user.admin){%>(admin)<%}%></p>
<% } else { %>
  <p><a href="/login?next=<%= encodeURIComponent(originalUrl) %>">Sign in</a></p>
<% } %>
`, [
    { messages: { error: '<no>', info: ['a', 'b'], success: '<i>saved</i>' }, user: { name: '<Ann>', admin: true } },
    { messages: {}, originalUrl: '/a?b=c&d' }
  ]],
  ['a drawing', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 <%= width %> <%= height %>">
<% const step = width / (points.length - 1 || 1), y = (v) => height - v * height / Math.max(1, ...points) -%>
  <polyline fill="none" stroke="<%= color %>" points="<%= points.map((v, i) => \`\${(i * step).toFixed(1)},\${y(v).toFixed(1)}\`).join(' ') %>"/>
<% points.forEach((v, i) => { -%>
  <circle cx="<%= (i * step).toFixed(1) %>" cy="<%= y(v).toFixed(1) %>" r="2"><title><%= v %></title></circle>
<% }) -%>
</svg>
`, [{ width: 300, height: 100, color: '#f"0', points: [1, 5, 2.5] }, { width: 10, height: 10, color: 'red', points: [] }]],
  ['a blog article with rmWhitespace', pageBlog, [{ ...blog, post }], { options: { rmWhitespace: true } }],
  ['a dashboard with compileDebug: false', pageDashboard, [dashboard], { options: { compileDebug: false } }]
]
