'use strict'

const { tagsEvery, tagsSingle, textCr, textCrlf } = require('../pages')

const optionsDelimiter = "<?= x ?> <?- x ?> <?# note ?><?? literal ??> <% is text %> <?_ if (x) { _?>   yes <? } -?>\njoined <?= '?' + '>' ?>\n"
const optionsDelimiterQuote = '<"= x "> <"" literal "">\n'
const optionsNoWith = `<% const { title, items = [] } = locals %>
<h1><%= title %></h1>
<% for (const item of items) { %><li><%= item.name %></li><% } %>
<% function row (cell) { %><td><%= cell %></td><% } %>
<% row(locals.title); items.forEach((item) => row(item.name)) %>
<%= typeof items %> <%= typeof name %> <%= locals.missing %>
<% var note = locals.note || 'none'; locals.note = 'set' %><%= note %> <%= locals.note %>
`
const optionsStrictThis = `<%= typeof this %> <%= (function () { return typeof this })() %> <%= arguments.length %>
<% try { undeclaredInStrictMode = 1 } catch (e) { %><%= e.name %><% } %>
<% try { locals.fixed.value = 2 } catch (e) { %><%= e.name %><% } %><%= locals.fixed.value %>
`
const optionsBareLocal = '<p><%= title %></p>\n'
const optionsLocalsName = `<% it.items.forEach((item) => { %><li><%= item %></li><% }) %>
<%= it.title %> <%= typeof locals %> <%= it.missing %> <%- include('partials/locals-name', { title: 'inner' }) %>
`
const optionsDestructured = `<h1><%= title %></h1><% items.forEach((item) => { %><li><%= item %></li><% }) %>
<%= missing %> <%= typeof missing %> <%= typeof other %> <%= locals.other %>
<% title = 'changed' %><%= title %> <%= locals.title %> <%= typeof __locals %>
<%- include('partials/destructured', { title: 'inner' }) %>
`
const optionsOutputFunction = `<p><% echo('<b>'); echo(x); echo(null); echo(undefined); echo(0) %></p>
<% [1, 2].forEach((n) => echo(n)) %> <%= typeof echo %> <%- echo('before ') %>
<% function bold (text) { echo('<b>' + escapeFn(text) + '</b>') } %><% bold('<x>') %>
<% const write = echo %>text<% write('written') %> <% items.forEach(echo) %>
`
const optionsEscape = `<p title="<%= x %>"><%= x %></p> <%- x %> <%= null %>|<%= undefined %>|<%= 0 %>|<%= [x, x] %>
<%- include('partials/escaped', { y: x }) %> <%= escapeFn(x) %> <%- escapeFn(x) %>
`
const optionsRootMissing = "<%- include('/nowhere/at/all') %>\n"
const optionsViews = "<%- include('badge', { text: x }) %> <%- include('badge.ejs', { text: 2 }) %> <%- include('item', { item: 3 }) %>\n"
const optionsContext = `<%= this.title %> <%= typeof this %> <% const self = this %><%= (() => this === self)() %>
<% [1].forEach(function () { %><%= this === self %><% }) %> <% [1].forEach(() => { %><%= this === self %><% }) %>
<% this.count = (this.count || 0) + 1 %><%= this.count %>
<%- include('partials/context') %>
`
const optionsContextNone = '<%= typeof this %> <%= this === globalThis %> <%= (function () { return this === globalThis })() %>\n'
const optionsNoDebug = `<p><%= typeof __line %> <%= typeof __lines %> <%= typeof __filename %></p>
<% if (x) { %>
  <%- include('partials/item', { item: x }) %>
<% } %>
`
const optionsIncluderEmpty = "[<%- include('empty') %>]\n"
const optionsPrototype = '<%= inherited %> <%= own %> <%= method() %>\n'

const items = ['one', '<two>', '']
const x = '<x> & "y"'

const shout = (value) => String(value).toUpperCase()
const bracket = (value) => value == null ? 'nothing' : `[${value}]`

const nonStrings = {
  null: null,
  undefined,
  number: 42,
  object: { toString: () => 'toString', valueOf: () => 'valueOf' },
  array: [1, [2, 3]],
  false: false
}

class Page {
  constructor () { this.own = 'own' }
  get inherited () { return 'inherited' }
  method () { return `method of ${this.own}` }
}

module.exports = [
  ['delimiter', optionsDelimiter, [{ x }], { options: { delimiter: '?' }, engines: ['5', '6', '7'] }],
  ['delimiter: EJS 3 and 4 slurp <%_ only', optionsDelimiter, [{ x }], { options: { delimiter: '?' }, engines: ['3', '4'] }],
  ['delimiter that is special in patterns', `<$= x $> <$- x $> <$# note $><$$ literal $$> $& $1 \${x} <$ if (x) { -$>
yes<$ } $>
`, [{ x }], { options: { delimiter: '$' } }],
  ['open and close delimiters', `{%= x %} {%- x %} {%# note %}{%% literal %%} <%= text %> {%_ if (x) { _%}   yes {% } -%}
joined {%- JSON.stringify({ a: { b: x } }) %}
`, [{ x }], { options: { openDelimiter: '{', closeDelimiter: '}' } }],
  ['all three delimiters', `[|= x |] [|- x |] [|# note |][|| literal ||] <%= text %> [| if (x) { -|]
yes[| } |] [|= [1, 2].length |]
`, [{ x }], { options: { openDelimiter: '[', delimiter: '|', closeDelimiter: ']' } }],
  ['delimiters of several characters', `{{%%= x %%}} {{%%- x %%}} {{%%# note %%}} {{%% if (x) { -%%}}
yes{{%% } %%}}
`, [{ x }], { options: { openDelimiter: '{{', delimiter: '%%', closeDelimiter: '}}' } }],
  ['slurping with custom delimiters', `a   {%_ if (x) { _%}   b
  {%_ } _%}\t
c   <%_ plain text _%>   d
`, [{ x }], { options: { openDelimiter: '{', closeDelimiter: '}' } }],
  ['a quote as delimiter', optionsDelimiterQuote, [{ x }], { options: { delimiter: '"' }, engines: ['7'] }],
  ['a quote as delimiter before EJS 7', optionsDelimiterQuote, [{ x }], { options: { delimiter: '"' }, throws: true, engines: ['3', '4', '5', '6'] }],
  ['rmWhitespace', `
   <ul>  \x20
\t  <% items.forEach((item) => { %> \x20

      <li>  <%= item %>  </li> \x20
   <% }) %>

   </ul>   <% -%>

<pre>  kept
   not kept  </pre>
<%= \`  a
     b\` %>

`, [{ items }, { items: [] }], { options: { rmWhitespace: true } }],
  ['rmWhitespace with CRLF', textCrlf, [{ items }], { options: { rmWhitespace: true } }],
  ['rmWhitespace with CR', textCr, [{ items }], { options: { rmWhitespace: true } }],
  ['rmWhitespace changes the lines of an error', `

  <p>   </p>


  <%= items.missing.value %>

  <p>   </p>
`, [{ items }], { options: { rmWhitespace: true }, throws: true }],
  ['_with: false', optionsNoWith, [() => ({ title: '<t>', items: [{ name: 'a' }, { name: '<b>' }] }), () => ({ note: 'given' })], { options: { _with: false } }],
  ['what locals inherit, with _with: false', '<%= typeof locals.toString %> <%= typeof locals.constructor %>\n', [{}], { options: { _with: false } }],
  ['strict', optionsNoWith, [() => ({ title: '<t>', items: [{ name: 'a' }, { name: '<b>' }] }), () => ({})], { options: { strict: true } }],
  ['strict code', optionsStrictThis, [{ fixed: Object.freeze({ value: 1 }) }], { options: { strict: true } }],
  ['the same code is sloppy without strict', optionsStrictThis, [() => ({ fixed: Object.freeze({ value: 1 }) })], { options: { _with: false } }],
  ['a bare local in strict code', optionsBareLocal, [{ title: 't' }], { options: { strict: true }, throws: true }],
  ['a bare local without with', optionsBareLocal, [{ title: 't' }], { options: { _with: false }, throws: true }],
  ['localsName', optionsLocalsName, [{ title: '<t>', items }], { options: { localsName: 'it', strict: true } }],
  ['localsName under with', "<%= it.title %> <%= title %> <%= typeof locals %> <% it.title = 'changed' %><%= title %> <% title = 'again' %><%= it.title %>\n", [() => ({ title: '<t>' })], { options: { localsName: 'it' } }],
  ['destructuredLocals', optionsDestructured, [() => ({ title: '<t>', items, other: 1 })], { options: { destructuredLocals: ['title', 'items', 'missing'], strict: true } }],
  ['destructuredLocals under with', optionsDestructured, [() => ({ title: '<t>', items, other: 1 }), () => ({ title: '<t>', items, missing: 'given' })], { options: { destructuredLocals: ['title', 'items', 'missing'] } }],
  ['destructuredLocals with localsName', optionsLocalsName, [{ title: '<t>', items }], { options: { destructuredLocals: ['title', 'items'], localsName: 'it', _with: false } }],
  ['outputFunctionName', optionsOutputFunction, [{ x, items }], { options: { outputFunctionName: 'echo' } }],
  ['outputFunctionName in strict code', optionsOutputFunction, [{ x, items }], { options: { outputFunctionName: 'echo', strict: true, destructuredLocals: ['x', 'items'] } }],
  ['outputFunctionName shadowed by a local', optionsOutputFunction, [{ x, items, echo: (value) => `echo of ${value}` }], { options: { outputFunctionName: 'echo' } }],
  ['outputFunctionName that is no name', tagsSingle, [{ x }], { options: { outputFunctionName: 'a;b' }, throws: true }],
  ['localsName that is no name', tagsSingle, [{ x }], { options: { localsName: 'a b' }, throws: true }],
  ['destructuredLocals that are no names', tagsSingle, [{ x }], { options: { destructuredLocals: ['x', 'y-z'] }, throws: true }],
  ['escape', optionsEscape, [{ x }], { options: { escape: bracket } }],
  ['escapeFunction', optionsEscape, [{ x }], { options: { escapeFunction: shout } }],
  ['escape wins over escapeFunction', optionsEscape, [{ x }], { options: { escape: bracket, escapeFunction: shout } }],
  ['the default escape', optionsEscape, [{ x }, { x: null }, { x: [['<a>'], null] }]],
  ['an escape function that returns no strings', "a<%= 'null' %>b<%= 'undefined' %>c<%= 'number' %>d<%= 'object' %>e<%= 'array' %>f<%= 'false' %>g\n", [{}], { options: { escape: (value) => nonStrings[value] } }],
  ['escape is applied to the file name of an error', '<p>\n<%= missingUnderCustomEscape %>\n', [{}], { options: { escape: shout }, throws: true }],
  ['the file name of an error is escaped', '<p>\n<%= missingInAnOddName %>\n', [{}], { view: 'it\'s & co', throws: true }],
  ['root', `<%- include('/partials/item', { item: 1 }) %><%- include('/partials/item.ejs', { item: 2 }) %>
<%- include('//partials/item', { item: 3 }) %><%- include('partials/item', { item: 4 }) %>
`, [{}], { options: (file) => ({ root: file('') }) }],
  ['several roots', "<%- include('/badge', { text: x }) %> <%- include('/partials/item', { item: x }) %>\n", [{ x }], { options: (file) => ({ root: [file('shared'), file('')] }) }],
  ['an include that is not in the root', optionsRootMissing, [{}], { options: (file) => ({ root: file('') }), throws: true }],
  ['an include that is in no root', optionsRootMissing, [{}], { options: (file) => ({ root: [file('')] }), throws: true }],
  ['an absolute include without a root', optionsRootMissing, [{}], { throws: true }],
  ['views', optionsViews, [{ x }], { options: (file) => ({ views: [file('shared'), file('partials')] }) }],
  ['views that are no array are ignored', optionsViews, [{ x }], { options: (file) => ({ views: file('shared') }), throws: true }],
  ['context with a count that starts again', optionsContext, [{ title: 'local' }], { options: { context: { title: '<this>', get count () { return 2 }, set count (value) {} } } }],
  ['a primitive context', optionsContext, [{}], { options: { context: 'text' } }],
  ['no context', optionsContextNone, [{}]],
  ['no context in strict code', optionsContextNone, [{}], { options: { strict: true } }],
  ['compileDebug: false', optionsNoDebug, [{ x }, { x: '' }], { options: { compileDebug: false } }],
  ['compileDebug: true', optionsNoDebug, [{ x }, { x: '' }], { options: { compileDebug: true } }],
  ['an error with compileDebug: false', '<p>\n<%= x.missing.value %>\n', [{ x }], { options: { compileDebug: false }, throws: true }],
  ['an includer', "<%- include('virtual', { item: 'v' }) %><%- include('alias', { item: 'a' }) %><%- include('partials/item', { item: 'p' }) %>\n", [{}], {
    options: (file) => ({
      includer: (name) => {
        if (name === 'virtual') return { template: '<b><%= item %></b>' }
        if (name === 'alias') return { filename: file('partials/item.ejs') }
      }
    })
  }],
  ['an includer that gives an empty template', optionsIncluderEmpty, [{}], { options: { includer: () => ({ template: '' }) }, engines: ['7'] }],
  ['an includer that gives an empty template before EJS 7', optionsIncluderEmpty, [{}], { options: { includer: () => ({ template: '' }) }, throws: true, engines: ['3', '4', '5', '6'] }],
  ['unknown options are ignored', tagsEvery, [{ title: 't', html: '' }], { options: { unknown: 1, layout: 'main', legacyInclude: false } }],
  ['locals named like options are only locals', `<%= settings.views %> <%= cache %> <%= filename %> <%= delimiter %> <%= async %> <%= strict %> <%= _with %> <%= debug %> <%= client %>
<%- include('partials/settings') %>
`, [{
    settings: { views: 'v', 'view options': { delimiter: '?' } },
    cache: true,
    filename: 'f',
    delimiter: '?',
    async: true,
    strict: true,
    _with: false,
    debug: true,
    client: true,
    rmWhitespace: true
  }]],
  ['inherited locals before EJS 6', optionsPrototype, [() => new Page()], { engines: ['3', '4', '5'] }],
  ['inherited locals are gone from EJS 6 on', optionsPrototype, [() => new Page()], { throws: true, engines: ['6', '7'] }],
  ['unsafePrototypeLocals', optionsPrototype, [() => new Page()], { options: { unsafePrototypeLocals: true } }]
]
