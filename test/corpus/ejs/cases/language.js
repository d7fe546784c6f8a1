'use strict'

class Money {
  constructor (amount, currency = 'USD') { Object.assign(this, { amount, currency }) }
  static parse (text) { return new Money(...text.split(' ')) }
  toString () { return `${this.amount} ${this.currency}` }
}

class Point {
  constructor (x, y) { Object.assign(this, { x, y }) }
}

const user = { name: '<Ann>', email: 'a@b.c', greet: () => 'hello' }
const tag = (strings, ...values) => strings.map((string, i) => `${string}(${values[i] ?? ''})`).join('')

module.exports = [
  ['conditions and loops', `<% if (n > 2) { %>many<% } else if (n === 2) { %>two<% } else { %>few<% } %>
<% for (let i = 0, j = 3; i < j; i++, j--) { %>(<%= i %>,<%= j %>)<% } %>
<% for (const item of items) { if (item === 'skip') continue; if (item === 'stop') break %><%= item %> <% } %>
<% for (const [key, value] of Object.entries(user)) { %><%= key %>=<%= value %>;<% } %> <% for (const key in user) { %><%= key %> <% } %>
<% let i = 0; while (i < 3) { %><%= i++ %><% } %> <% do { %><%= i-- %><% } while (i > 0) %>
<% for (;;) { %>once<% break } %> <% for (const c of 'ab😀') { %>[<%= c %>]<% } %>
`, [{ n: 3, items: ['a', 'skip', 'b', 'stop', 'c'], user }, { n: 2, items: [], user: {} }, { n: 0, items: ['x'], user }]],
  ['labels', `<% outer: for (const a of [1, 2, 3]) { %>a<%= a %> <% for (const b of [1, 2, 3]) { if (b === a) continue outer; if (a === 3) break outer %>b<%= b %> <% } %>never<% } %>
<% block: { %>in<% if (n) break block %> out<% } %> <% alone: %>labelled
`, [{ n: 1 }, { n: 0 }]],
  ['switch in one tag', `<% switch (kind) { case 'a': %>
  A
<% break; case 'b': { %>B falls <% } default: %>to the default
<% } %>
<% switch (true) { case n > 1: { %>big<% break } case n > 0: %>small<% } %>
`, [{ kind: 'a', n: 2 }, { kind: 'b', n: 1 }, { kind: 'z', n: 0 }]],
  ['text between switch and case', "<% switch (kind) { %>\n<% case 'a': %>A<% } %>\n", [{ kind: 'a' }], { throws: true }],
  ['try and catch', `<% try { notAFunction(1) } catch (e) { %><p><%= e.message %></p><% } %>
<% try { items() } catch (e) { %><p><%= e.name %>: <%= e.message %></p><% } %>
<% try { user.missing.deep } catch ({ message }) { %><p><%= message %></p><% } %>
<% try { missing } catch (e) { %><p><%= e.message %></p><% } %>
<% try { null.x } catch { %>no binding<% } finally { %> finally<% } %>
<% try { %>kept <% throw new RangeError('own') } catch (e) { %><%= e instanceof RangeError %> <%= e %><% } %>
<% try { user.name() } catch (e) { %><p><%= e.message %></p><% } %> <% try { new items() } catch (e) { %><p><%= e.message %></p><% } %>
<% try { items.map(user) } catch (e) { %><p><%= e.message %></p><% } %> <% try { notAFunction\`x\` } catch (e) { %><p><%= e.message %></p><% } %>
<% try { const [a] = n } catch (e) { %><p><%= e.message %></p><% } %> <% try { const { a } = nothing } catch (e) { %><p><%= e.message %></p><% } %>
<% try { for (const a of n) ; } catch (e) { %><p><%= e.message %></p><% } %> <% try { n in n } catch (e) { %><p><%= e.message %></p><% } %>
`, [{ notAFunction: 1, items: [1], user, n: 5, nothing: null }, { notAFunction: undefined, items: [{}], user, n: {}, nothing: undefined }]],
  ['operators and literals', `<%= user?.name %> <%= user?.missing?.deep.er %> <%= nothing?.x %> <%= nothing ?? 'nullish' %> <%= user?.['na' + 'me'] %>
<%= helper?.('x') %> <%= nothing?.() %> <%= user.greet?.() %> <%= user.missing?.() %> <%= n ** 2 %> <%= n ? 'yes' : 'no' %>
<%= typeof n %> <%= void n %> <%= !n %> <%= -n %> <%= +'3' %> <%= ~n %> <%= n > 1 && n < 3 || 'else' %> <%= 'name' in user %>
<%= items instanceof Array %> <%= n << 2 | 1 %> <%= n % 2 %> <%= 1_000 %> <%= 0x1f %> <%= 10n ** 20n %> <%= .5 %> <%= 'a' < 'b' %> <%= n == '2' %>
<%= [...items, ...'ab'].length %> <%- JSON.stringify({ ...user, n }) %> <%= Math.max(...[1, 5, 3]) %> <%= new Date(0).toISOString() %>
<%= ({ n }).n %> <%= (function () { return n })() %> <%= new (class { constructor () { this.n = n } })().n %> <%= \`\${n}\${\`\${n}\`}\` %> <%= '\\x41\\u{1F389}\\'' %>
`, [{ user, nothing: null, n: 2, items: [1], helper: (x) => `helped ${x}` }, { user: { name: '', greet: null }, nothing: undefined, n: 3, items: [], helper: null }]],
  ['globals', `<%= Math.max(1, n) %> <%- JSON.stringify({ n }) %> <%= encodeURIComponent('a b&c/ü') %> <%= parseInt('12px', 10) %> <%= isNaN('x') %>
<%= Number('1.50').toFixed(2) %> <%= String(null) %> <%= Array.isArray(items) %> <%= Object.keys(user) %> <%= new Intl.NumberFormat('en-US').format(1234.5) %>
<%= new Set([1, 1]).size %> <%= new Map([['a', 1]]).get('a') %> <%= Symbol('s').description %> <%= globalThis === Function('return this')() %>
<%= decodeURIComponent('%20').length %> <%= escape('ü') %> <%= typeof setTimeout %> <%= new Error('e').message %> <%= undefined %> <%= Infinity %> <%= NaN %>
`, [{ n: 2, items: [], user }]],
  ['new', `<%= new Money(5, 'EUR') %> <%= new Money(5).currency %> <%= new lib.Point(1, 2).x %> <%= new Money instanceof Money %> <%= (new Money(1)).amount %> <%= Money.parse('7 USD').amount %>
<%= new (pick())(3).amount %> <% class Local extends Money { get label () { return 'L' + this.amount } } %><%= new Local(4).label %>
`, [{ Money, lib: { Point }, pick: () => Money }]],
  ['tagged templates', `<%- tag\`a\${1}b\${'<2>'}\` %> <%= lib.tag\`x\${2}y\` %> <% const local = (strings, ...values) => strings.raw.join('|') + values %><%= local\`p\\n\${3}q\` %> <%= String.raw\`\\n\${1}\` %>
<% for (let i = 0; i < 2; i++) { %><%= identity\`same\` === identity.last %><% identity.last = identity\`same\` %> <% } %>
`, [() => ({ tag, lib: { tag }, identity: (strings) => strings })]],
  ['destructuring', `<% const { name, tags: [firstTag, ...restTags], address: { city = 'nowhere' } = {}, ...others } = user2 %>
<%= name %> <%= firstTag %> <%= restTags %> <%= city %> <%= Object.keys(others) %>
<% const [a, , b = 'B', [c] = ['C']] = items %><%= a %><%= b %><%= c %> <% let x = 1, y = 2; [x, y] = [y, x] %><%= x %><%= y %>
<% items.map(({ length }, i) => ({ length, i })).forEach(({ length: l, i }) => { %><%= i %>:<%= l %> <% }) %>
<% for (const { k, v = 'V' } of [{ k: 1 }, { k: 2, v: 3 }]) { %><%= k %><%= v %> <% } %> <% const key = 'name', { [key]: computed } = user2 %><%= computed %>
`, [{ user2: { name: 'Ann', tags: ['a', 'b', 'c'], age: 3 }, items: ['x', 'yy'] }]],
  ['code without semicolons', `<%
  let total = 0
  const list = [1, 2, 3]
  ;[4, 5].forEach((n) => { total += n })
  list.forEach((n) => {
    total += n
  })
%><%= total %>
<% const f = (x) =>
  x * 2
%><%= f
(4) %>
<% total
++
total %><%= total %>
`, [{}]],
  ['statements of many lines', `<%
  /**
   * Groups items by their first letter.
   */
  function group (list) {
    return list.reduce((groups, item) => {
      (groups[item[0]] ||= []).push(item)
      return groups
    }, {})
  }

  const groups = group(items)
-%>
<% Object.keys(groups).sort().forEach((letter) => { -%>
<h2><%= letter %></h2>
<% groups[letter].forEach((item) => { -%>
  <p><%=
    item
      .trim()
      .toUpperCase()
  %></p>
<% }) -%>
<% }) -%>
`, [{ items: ['apple ', ' axe', 'bee', '<c>'] }]],
  ['async functions in a synchronous template', `<% async function later () { return 'later' } const promise = later() %><%= promise instanceof Promise %> <%= typeof (async () => {}) %>
<% const wait = async () => { await null; never = 'reached' } %><%= wait.constructor.name %> <% async function * numbers () { yield 1 } %><%= numbers().toString() %>
`, [{}]],
  ['code that fails only where it runs', 'a<% if (false) f() = 1 %>b<%= x %>\n', [{ x: 1 }]],
  ['classes', `<% class A { static n = 1; #p = 2; p = 3; static { this.s = 'static' } get q () { return this.#p } static m () { return title } [title] () { return 'computed' } } %>
<%= A.n %><%= new A().q %><%= new A().p %><%= A.s %><%= A.m() %><%= new A()[title]() %> <%= class { static x = title }.x %> <%= new.target === undefined %>
`, [{ title: 'A <title>' }]]
]
