'use strict'

/* eslint no-template-curly-in-string: off -- these are template literals of the views */

const long = (text) => text.repeat(Math.ceil(600 / text.length))
const items = ['one', 'two & three', '', '<four>']
const values = [undefined, null, 0, -0, '', '<b>', true, false, 1.5, 10n, NaN, [1, [2, '<3>']], { a: 1 }, new Date(0), () => 1]

module.exports = [
  { name: 'an empty template', page: '' },
  { name: 'text alone', page: 'Plain text, no tag.\n' },
  { name: 'long text alone', page: long('Static <text> & "quotes" \'single\' \\ back\n') },
  { name: 'long text in every script', page: long('ä€漢😀\u2028\u2029\0\ufeff') },
  { name: 'line ends', page: 'a\r\nb\rc\nd\u2028e\u2029f<%= 1 %>\r\n\r\ng' },
  { name: 'half a character at a tag', page: '\ud83d<%= it.low %>' + long('x') + '\ud83d<%~ it.low %>\udc00', locals: [{ low: '\ude00' }] },
  { name: 'half a character beside long text', page: long('x') + '\ud83d<%~ it.low %>' + long('y'), locals: [{ low: '\ude00' + 'z'.repeat(300) }] },
  { name: 'every kind of tag', page: '<h1><%= it.title %></h1><%~ it.html %><% const x = 1 %><%= x %><% /* comment */ %>!', locals: [{ title: '<&>"\'', html: '<b>' }, {}] },
  { name: 'values, escaped', page: '<% it.values.forEach((value) => { %>[<%= value %>]<% }) %>', locals: [{ values }] },
  { name: 'values, raw', page: '<% for (const value of it.values) { %>[<%~ value %>]<% } %>', locals: [{ values }] },
  { name: 'a value at the very beginning', page: '<%= it.a %><%~ it.a %>', locals: [{ a: 1 }, { a: undefined }, { a: 2n }] },
  { name: 'objects that become text', page: '<%~ it.a %>|<%= it.a %>', locals: [{ a: { valueOf: () => 'V', toString: () => 'T' } }, { a: { [Symbol.toPrimitive]: (hint) => hint } }] },
  { name: 'symbols', page: 'a<%= it.a %>', locals: [{ a: Symbol('x') }] },
  { name: 'a raw symbol', page: 'a<%~ it.a %>', locals: [{ a: Symbol('x') }], throws: true },
  { name: 'an object that cannot become text', page: 'a<%~ it.a %>', locals: [{ a: Object.create(null) }], throws: true },
  { name: 'an escaped object that cannot become text', page: 'a<%= it.a %>', locals: [{ a: Object.create(null) }], throws: true },
  { name: 'comments', page: 'a<% /* one */ %>b<% // two\n %>c<%= it.a /* three */ %>d<%~ /* "%>" */ it.a %>e<%# it.a %>', locals: [{ a: 1 }], throws: true },
  { name: 'comments that are none of Eta\'s', page: 'a<% /* one %> */ %>b<%= /* %> */ it.a %><!-- <%= it.a %> -->', locals: [{ a: 1 }] },
  { name: 'a line comment in a value', page: '<%= it.a // c\n %>', locals: [{ a: '<' }] },
  { name: 'closing tags in strings', page: '<%= "%>" %><%= \'%>\' %><%= `%>${it.a}%>` %>', locals: [{ a: '<' }] },
  { name: 'trimmed on both sides', page: 'a \n\n <%- = it.a -%> \n\n b \n <%_ = it.a _%> \n c', locals: [{ a: 1 }] },
  { name: 'trimmed beside exec tags', page: '<ul>\n<%_ for (const i of it.items) { -%>\n  <li><%= i _%>\n  </li>\n<%_ } _%>\n</ul>', locals: [{ items }, { items: [] }] },
  { name: 'adjacent tags', page: '<%= it.a %><%= it.b %><%~ it.a %><% %><%~ it.b %>', locals: [{ a: '<a>', b: '"b"' }] },
  { name: 'conditions', page: '<% if (it.a) { %>A' + long('a') + '<% } else if (it.b) { %>B<%= it.b %><% } else { %>C<% } %>', locals: [{ a: 1 }, { b: '<' }, {}] },
  { name: 'conditions without braces', page: '<% if (it.a) %>text<% else %>other<% ; %>!', locals: [{ a: 1 }, {}], throws: false },
  { name: 'a condition without braces and an else', page: '<% if (it.a) %><%~ it.a %><% else %><%~ it.b %>!', locals: [{ a: 1 }, { b: 2 }] },
  { name: 'loops without braces', page: '<% for (const i of it.items) %><%= i %><% let n = 0; do %>x<% while (++n < 3); %>', locals: [{ items }] },
  { name: 'loops', page: '<% for (const i of it.items) { %><li class="' + long('c ') + '"><%= i %></li><% } %>', locals: [{ items }, { items: [] }] },
  { name: 'while, break and continue', page: '<% let i = 0; outer: while (true) { i++; if (i === 2) continue; %><%= i %><% if (i > 4) break outer; %>,<% } %>', locals: [{}] },
  { name: 'switch', page: '<% switch (it.a) { case 1: %>one<% break; case 2: %>two<%= it.a %><% default: %>other<% } %>', locals: [{ a: 1 }, { a: 2 }, { a: 3 }] },
  { name: 'try and catch', page: '<% try { %>a<%= it.f() %>b<% } catch (error) { %>c<%= error.message %><% } finally { %>d<% } %>', locals: [{ f: () => 'x' }, { f () { throw new Error('<bad>') } }] },
  { name: 'labels and blocks', page: 'a<% { %>b<% } x: { %>c<% if (it.a) break x; %>d<% } %>', locals: [{ a: 1 }, { a: 0 }] },
  { name: 'conditional and nested expressions', page: '<%= it.a ? it.b : `<${it.c}>` %><%~ (it.a, it.b) %><%= (it.a, it.c) %>', locals: [{ a: 1, b: '<', c: '>' }, { c: 2 }] },
  { name: 'a comma', page: 'a' + long('x') + '<%= it.a, it.b %><%~ it.a, it.b %>z', locals: [{ a: '<', b: '>' }] },
  { name: 'assignments in values', page: '<%= it.x = 5 %><%~ it.x += 1 %><%= it.x++ %><%= it.x %>', locals: [() => ({})] },
  { name: 'semicolons in values', page: '<%~ it.a; %>b', locals: [{ a: 1 }] },
  { name: 'semicolons in escaped values', page: '<%= it.a; %>b', locals: [{ a: 1 }], throws: true },
  { name: 'empty values', page: 'a<%= %>b', engines: ['3', '4'] },
  { name: 'empty raw values', page: 'a<%~ %>b' },
  { name: 'literal values', page: 'a<%~ "b" %><%~ 1 %><%= "<c>" %>' + long('x') + '<%~ "tail" %>' },
  { name: 'spread values', page: '<%= ...it.a %>', locals: [{ a: ['<', 1] }] },
  { name: 'several arguments', page: '<%= it.a, it.b %>', locals: [{ a: '<', b: '>' }] },
  { name: 'code that Eta does not end with a semicolon', page: 'text<% (it.a) %>more<% [1].forEach(() => {}) %>', locals: [{ a: 1 }] },
  { name: 'code that goes on with the text before', page: '<%~ it.a %><% +it.b %><%~ it.a %><% .length %>', locals: [{ a: 'xy', b: 2 }] },
  { name: 'declarations', page: '<% var a = 1; let b = 2; const { c } = it; function d () { return "<d>" } class E { f () { return 6 } } %><%= a + b + c %><%= d() %><%= new E().f() %>', locals: [{ c: 3 }] },
  { name: 'it without locals', page: '<%= typeof it %><%= Object.keys(it).join() %>', locals: [{ a: 1, b: 2 }] },
  { name: 'this is the instance', page: '<%= this.config.varName %><%~ typeof this.render %>' },
  { name: 'options', page: '<%= Object.keys(options).join() %><%= options.async %>' },
  { name: 'tags in scripts and attributes', page: '<a href="<%= it.a %>" title=\'<%= it.a %>\'><script>const a = "<%~ JSON.stringify(it.a) %>"</script>', locals: [{ a: '</script>"\'`' }] }
]
