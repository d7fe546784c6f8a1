'use strict'

/** Templates of several groups. */
module.exports = {
  tagsEvery: `<h1><%= title %></h1>
<div><%- html %></div>
<%# a comment with "quotes", <b>markup</b> and { %>
<% const upper = title.toUpperCase() %>
<p title="<%= upper %>"><%= upper %></p>
<%% not a tag %%>
`,
  tagsSingle: '<%= x %>',
  textCrlf: `<ul>\r
<% items.forEach((item) => { -%>\r
  <li><%= item %></li>\r
<% }) _%>\t \r
\r
</ul>\r
<%# note -%>\r
<%= \r
 items.length \r
%>\r
`,
  textCr: '<ul>\r<% items.forEach((item) => { -%>\r  <li><%= item %></li>\r<% }) -%>\r\r</ul>\r<%= items // note\r.length %>\r',
  includeNotFound: '<p>\n<%- include(\'partials/nowhere & "else"\') %>\n</p>\n',
  scopeWith: `<% with (user) { %><%= name %> <%= email %> <%= title %> <% name = 'changed' %><%= name %><% } %> <%= user.name %>
<% with ({ __append: (text) => { __output += text.toUpperCase() } }) { %>text in upper case<% } %> text as it is
<% with ({ escapeFn: (text) => \`[\${text}]\` }) { %><%= title %><% } %> <% with (Object.freeze({ a: 1 })) { a = 2 %><%= a %><% } %>
`
}
