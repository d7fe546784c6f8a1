'use strict'

const { tagsEvery, tagsSingle } = require('../pages')

const items = ['one', 'two & three', '', '<four>']

module.exports = [
  ['every kind of tag', tagsEvery, [{ title: 'Ships & <crews>', html: '<b>"bold"</b>' }, { title: '', html: null }]],
  ['literal tags', `<%% a %%> <%%= b %> <%%- c -%>
joined <%%> and %%> alone, <%%_ d _%> \x20
joined again <%= x %> %%>
<%%# e %> <%%%> <%%%%>
`, [{ x: '<x>' }]],
  ['closing tags without an opening tag', '100 %> 50, a -%>\nb, c _%>  \nd<%= x %> %> e\n', [{ x: 1 }]],
  ['comments', `a<%# one %>b
<%#
  several lines
  if (x) {
%>
c<%# trimmed -%>
d  <%# "slurped' _%> \x20
e<%#= x %>f<%#- x %>
`, [{ x: 1 }]],
  ['trimmed line ends', `<ul>
<% items.forEach((item) => { -%>
<li><%= item -%>
</li>
<% }) -%>


</ul> <% -%> same line
<% -%><%= items.length -%>

<%- 'raw' -%>
<%# comment -%>
end <% -%>`, [{ items }, { items: [] }]],
  ['a trim that meets a literal tag', `<% -%><%%
first line break after the literal is gone
<%= x -%><%%= x -%>
joined <% -%>%%>
joined too
`, [{ x: 1 }]],
  ['slurped white space', `<ul>
\t  <%_ for (const item of items) { _%>  \t
    <li>  <%_ if (item) { _%> \x20
      <%= item %>
\t<%_ } else { -%>
      none
    <%_ } %>
    </li>
  <%_ } _%>\t
</ul>   <%_ _%>   end
  <%_ /* only here */ -%>
text   <%= 1 _%>  \x20
text
`, [{ items }, { items: [] }]],
  ['empty tags', '<%= %>|<%- %>|<% %>|<%# %>|<%_ _%>|<% ; %>|<%=\n%>|<% ;;; %>\n', [{}]],
  ['adjacent tags', '<%= a %><%= b %><%- c %><% let d = a %><%= d %><%# %><%- b -%><%_ d = b _%><%= d %>', [{ a: '<a>', b: '<b>', c: null }, { a: 1, b: 2, c: 3 }]],
  ['a single escaped tag', tagsSingle, [{ x: '<x>' }, { x: '' }, { x: null }]],
  ['a single raw tag', '<%- x %>', [{ x: '<x>' }, { x: '' }, { x: undefined }]],
  ['semicolons at the end of a tag', "<%= a; %> <%- b ;  %> <%= a;\n%> <% a; b; %> <%= 'x;' %> <%- `;` %>\n", [{ a: 1, b: '<2>' }]],
  ['commas are argument separators', '<%= a, b %> <%- a, b %> <%= (a, b) %> <%- (a, b) %>\n', [{ a: 'first', b: 'second' }]],
  ['line comments', `<% // a note %>
<%= a // a note %>
<%- b // a note
%>
<%= 'http://example.com/?a=' + a %>
<% const link = '//cdn.example.com' // the end %>
<%= link %>
<% // if (a) { %>
always
<% // } %>
`, [{ a: '<a>', b: '<b>' }]],
  ['block comments around text', `before
<% /* %>
hidden <%= missing.value %>
<% */ %>
<%= /* inside */ a /* and after */ %>
<%- a /*
lines */ %>
after
`, [{ a: '<a>' }]],
  ['a template literal across tags', `<% const text = \`%>not output, <%= x %><%\` %>
<pre><%= text %></pre>
<%- \`\${x}\` %> <%= \`a
b\` %> <%- \`\\u0041\\n\${\`nested \${x}\`}\` %>
`, [{ x: '<x>' }]],
  ['HTML-like comments in code', `<% <!-- hidden by an HTML-like comment %>
<% let n = 3
--> also hidden
%>
<%= n-- > 0 %> <%= n %>
<!-- an ordinary comment of the page with <%= n %> in it -->
`, [{}]],
  ['object literals', `<%= { a: 1 }.a %> <%- JSON.stringify({ a: [1, { b: 2 }], 'c-d': null }) %>
<%= [1, 2, 3].map((n) => ({ n })).map(({ n }) => n).join() %>
<%- Object.keys({ x, ['computed' + x]: x, get y () { return x }, z () {} }) %>
`, [{ x: 'X' }]],
  ['arrow functions in expressions', `<%= ((v) => v * 2)(x) %> <%- (() => '<b>')() %> <%= (async () => x)() instanceof Promise %>
<%- [1, 2].map((n) => \`<i>\${n * x}</i>\`).join('') %>
`, [{ x: 21 }]],
  ['regular expressions with quotes and delimiters', `<% if (/["'%]/.test(q)) { %>quoted<% } %>
<%= q.replace(/"/g, "'").replace(/[/\\]]/g, '|').replace(/%/g, '%' + '>') %>
<%= q.length / 2 / 2 %> <%= /\\//.test(q) ? 'slash' : 'no slash' %>
<%= q.split(/\\s*,\\s*/u).length %> <%= /(?<word>\\w+)/.exec(q).groups.word %>
`, [{ q: 'say "hi", 100% [a/b]' }, { q: 'plain' }]],
  ['else after text is a syntax error', '<% if (x) %>printed in any case<% else { %>a dangling else does not compile<% } %>\n', [{ x: 1 }], { throws: true }],
  ['statements without braces do not guard text', `<% if (x) %>printed in any case
<% for (let i = 0; i < 3; i++) %>printed once
<% while (false) %>printed too
`, [{ x: 1 }, { x: 0 }]],
  ['white space inside tags', '<%=\n  x\n%>|<%-\n\n\tx\n\t+\n\t1\n\n%>|<%\nconst y =\n  x *\n  2\n%><%=y%>|<%=y+1-%>\n|<%-y-1_%>   |\n', [{ x: 20 }]],
  ['tags in scripts, styles, attributes and comments', `<script>
  window.state = <%- JSON.stringify(state) %>;
  var s = "<%= text %>", r = /<%= text %>/;
  // <%= text %>
  var t = \`\${<%= text.length %>}\`;
</script>
<style>.a { width: <%= state.width %>px } /* <%= text %> */</style>
<a href='<%= state.url %>' title="<%= text %>" <%= state.open ? 'open' : '' %>>x</a>
<!-- <%= text %> --><![CDATA[<%- text %>]]>
`, [{ state: { width: 3, url: '/?a=1&b="2"', open: true }, text: '</script>\'"\\' }]]
]
