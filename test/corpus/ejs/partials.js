'use strict'

/** What the templates include, by file name. */
module.exports = {
  'async-rejects.ejs': '<p>\n<%= await fail() %>\n',
  'errors-thrown.ejs': '<p>\n<% fail() %>\n',
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
