'use strict'

/** What the templates include, by file name. */
module.exports = {
  'async-rejects.ejs': '<p>\n<%= await fail() %>\n',
  'errors-thrown.ejs': '<p>\n<% fail() %>\n',
  'layouts/dashboard.ejs': `<!doctype html>
<html>
<head><title><%= title %></title>
<style>
  :root { --accent: <%= locals.theme?.accent ?? '#336699' %>; }
  .grid { display: grid; grid-template-columns: 12rem 1fr; gap: 1rem }
  .bar { height: 1em; background: var(--accent) }
  .card { border: 1px solid #ccc; border-radius: .5rem; padding: 1rem; box-shadow: 0 1px 2px rgba(0, 0, 0, .1) }
  .card h2 { margin: 0 0 .5rem; font-size: 1rem; text-transform: uppercase; letter-spacing: .05em; color: #666 }
  .card p { margin: 0; font-size: 2rem; font-variant-numeric: tabular-nums }
  @media (max-width: 40rem) { .grid { grid-template-columns: 1fr } }
</style>
</head>
<body>
<div class="grid"><aside><%- sidebar %></aside><main><%- body %></main></div>
<script>window.__STATE__ = <%- JSON.stringify({ user, widgets }).replace(/</g, '\\\\u003c') %></script>
</body>
</html>
`,
  'layouts/main.ejs': `<!doctype html>
<html lang="en"><head><title><%= title %></title></head>
<body class="<%= body.length > 10 ? 'long' : 'short' %>">
<%- body %>
<footer><%= title %></footer><%- body %>
</body></html>
`,
  'partials/async-item.ejs': '<li><%= (await load(id)).name %></li>\n',
  'partials/bom.ejs': '\ufeff<b>\ufeff<%= x %></b>',
  'partials/broken.ejs': '<section>\n  <p>fine</p>\n  <%= deep.er %>\n</section>\n',
  'partials/cart.ejs': "<i><% cart.add('from the partial') %><%= cart.items.length %></i>\n",
  'partials/context.ejs': '<i><%= this.title %> <%= this.count %></i>\n',
  'partials/dashboard-body.ejs': `<h1><%= t('hello', user.name) %></h1>
<% for (const widget of widgets) { %><section class="card"><h2><%= t(widget.type) %></h2>
<% if (widget.type === 'number') { %><p><%= widget.value.toLocaleString('en-US') %></p>
<% } else if (widget.type === 'bars') { const max = Math.max(...widget.values) %><% widget.values.forEach((value) => { %><div class="bar" style="width: <%= Math.round(value / max * 100) %>%" title="<%= value %>"></div><% }) %>
<% } else { %><p>Unknown: <%= widget.type %></p><% } %></section>
<% } %>
`,
  'partials/dashboard-sidebar.ejs': `<ul><% menu.filter((item) => !item.admin || user.admin).forEach((item) => { %>
  <li<%- item.id === active ? ' class="active"' : '' %>><a href="/<%= item.id %>"><%= t(item.id) %></a><% if (item.children) { %><%- include('dashboard-sidebar', { menu: item.children, active }) %><% } %></li><% }) %>
</ul>
`,
  'partials/data.ejs': '<i><%= Object.keys(locals).sort() %> <%= typeof include %> <%= typeof inherited %> <%= locals[0] %> <%= Object.getPrototypeOf(locals) %></i>\n',
  'partials/destructured.ejs': '<i><%= title %>|<%= missing %></i>\n',
  'partials/escaped.ejs': '<i><%= y %></i>\n',
  'partials/header.ejs': '<h1><%= title %></h1>\n',
  'partials/inherited.ejs': '<i><%= title %> <%= typeof inherited %></i>\n',
  'partials/inner/leaf.ejs': '<i><%= depth %></i>\n',
  'partials/inner/middle.ejs': "<div><%= depth %> <%= title %><%- include('../item', { item: depth }) %><%- include('leaf') %></div>\n",
  'partials/item.ejs': '<li><%= item %></li>\n',
  'partials/locals-name.ejs': '<i><%= it.title %>, <%= it.items.length %></i>\n',
  'partials/mutated.ejs': '<i><%= title %> <%= typeof added %> <%= typeof extra %></i>\n',
  'partials/note.txt': 'A note by <%= title %>, named with an extension.\n',
  'partials/outer.ejs': "<section><%= depth %> <%= title %><%- include('inner/middle', { depth: depth + 1 }) %></section>\n",
  'partials/page-comment.ejs': `<div class="comment" id="comment-<%= comment.id %>">
  <strong><%= comment.author || 'Anonymous' %></strong>
  <p><%- escapeFn(comment.text).replace(/\\n/g, '<br>') %></p>
  <% if (comment.replies && comment.replies.length) { %>
  <div class="replies">
    <% comment.replies.forEach((reply) => { %><%- include('page-comment', { comment: reply }) %><% }) %>
  </div>
  <% } %>
</div>
`,
  'partials/page-foot.ejs': `<footer>
  <p>&copy; <%= site.year %> <%= site.name %>. All rights reserved.</p>
</footer>
<script src="/js/site.js?v=<%= site.version %>" defer></script>
</body>
</html>
`,
  'partials/page-head.ejs': `<!DOCTYPE html>
<html lang="<%= locals.lang || 'en' %>">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title><%= typeof title !== 'undefined' ? title : site.name %></title>
  <link rel="stylesheet" href="/css/site.css?v=<%= site.version %>">
  <% if (typeof description !== 'undefined') { %><meta name="description" content="<%= description %>"><% } %>
  <%# analytics are added by the proxy %>
</head>
<body class="<%= locals.bodyClass ?? '' %>">
<header>
  <a href="/"><%= site.name %></a>
  <nav><% site.links.forEach(function (link) { %>
    <a href="<%= link.href %>"<% if (link.href === (locals.path || '/')) { %> class="active" aria-current="page"<% } %>><%= link.text %></a><% }); %>
  </nav>
</header>
`,
  'partials/returns-nothing.ejs': 'lost<% return %>\n',
  'partials/returns-number.ejs': '<% return 41 %>\n',
  'partials/returns-object.ejs': '<% return { name: title, euro: (n) => `€ ${n.toFixed(2)}` } %>\n', // eslint-disable-line no-template-curly-in-string
  'partials/row.ejs': '<li class="<%= index % 2 ? \'odd\' : \'even\' %>"><%= item %> of <%= items.length %></li>\n',
  'partials/sees.ejs': "<i><%= typeof mine %> <%= typeof alsoMine %> <%= given %> <% var theirs = 1; title = 'changed inside' %><%= title %> <%= locals.title %></i>\n",
  'partials/settings.ejs': '<i><%= settings.views %> <%= cache %> <%= delimiter %> <%= rmWhitespace %></i>   <i></i>\n',
  'partials/spread-locals.ejs': '<i><%= title %> <%= typeof n %></i>\n',
  'partials/unknown.ejs': '<i><%= typeof corpusUnknown %></i>\n',
  'partials/wraps-broken.ejs': "<div>\n\n<%- include('broken', { deep: undefined }) %>\n</div>\n",
  'shared/badge.ejs': '<em><%= text %></em>\n',
  'syntax-unbalanced.ejs': '<% if (x) { %>\n<p>never closed</p>\n',
  'text-empty.ejs': ''
}
