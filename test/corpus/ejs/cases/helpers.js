'use strict'

const title = 'A <title>'

function whole () { return this?.title }

function helpers () {
  return {
    title,
    count: 0,
    user: { title: 'user', describe () { return `this is ${this.title}` } },
    whole,
    name () { return `${this.title}!` },
    arrow: () => '<arrow>',
    bound: whole.bind({ title: 'bound' }),
    strictThis () { return typeof this },
    get viaGetter () { return `got ${this.title}` },
    increment () { this.count++ },
    nested () { return [1, 2].map((n) => this.title + n) },
    Builder: function () { this.title = 'built' },
    this2: null
  }
}

function cart () {
  const items = []
  const names = []
  let called = false
  return {
    cart: { items, add: (item) => { items.push(item) } },
    shared: { list: [] },
    register: (name) => { names.push(name) },
    registered: () => names,
    once: () => {
      if (called) throw new Error('called twice')
      called = true
    }
  }
}

module.exports = [
  ['this in helpers is the locals object', `<%= whole() %> <%= name() %> <%- arrow() %> <%= bound() %> <%= strictThis() %> <%= viaGetter %>
<% increment(); increment() %><%= count %> <% this2 = whole; %><%= this2() %> <% const copied = whole %><%= copied() %> <%= (0, whole)() %> <%= (whole)() %>
<%= whole.call({ title: 'called' }) %> <%= whole.apply(user) %> <%= user.describe() %> <%= user?.describe() %> <%= (user.describe)() %> <%= whole?.() %>
<%= [1].map(whole) %> <%= ((fn) => fn())(whole) %> <%= nested() %> <% function own () { return typeof this } %><%= own() %> <%= (() => whole())() %>
<%= locals.whole() %> <%= locals['whole']() %> <%= whole\`tagged\` %> <%= new Builder().title %> <%= (true && whole)() %> <%= (true ? whole : 0)() %>
`, [helpers]],
  ['this in helpers that are shadowed', `<% [() => 'parameter'].forEach((whole) => { %><%= whole() %><% }) %> <% { const whole = function () { return this === undefined || this === globalThis } %><%= whole() %><% } %>
<% var late = whole %><%= late() %> <% whole = function () { return \`replaced, this is \${this === locals}\` } %><%= whole() %>
<% function isGlobal () { return this === globalThis } %><%= isGlobal() %> <% try { throw whole } catch (caught) { %><%= caught() %><% } %>
`, [() => ({ whole: function () { return typeof this } })]],
  ['this in helpers is the very object named locals', "<%= isLocals(locals) %> <%= typeof self() %> <%= self() === locals %> <%= Object.keys(self()).length %> <% self().title = 'through this' %><%= title %>\n", [() => ({ title, isLocals (locals) { return this === locals }, self () { return this } })]],
  ['this in helpers without with', '<%= locals.whole() %> <%= title %> <%= describe() %>\n', [{ title, whole, describe () { return typeof this } }], { options: { strict: true, destructuredLocals: ['title', 'describe'] } }],
  ['helpers that change shared objects', `<% cart.add('apple'); cart.add('pear') %><%= cart.items.length %> <% shared.list.push('x') %><%= shared.list %> <%- include('partials/cart') %><%= cart.items %>
<% register('first') %><%= registered() %> <% once() %><% try { once() } catch (e) { %><%= e.message %><% } %>
`, [cart]],
  ['what helpers return', '<%= html() %> <%- html() %> <%- nothing() %>[<%- undef() %>]<%= zero() %> <%- list() %> <%- safe() %> <%= safe() %>\n', [{
    html: () => '<b>',
    nothing: () => null,
    undef: () => {},
    zero: () => 0,
    list: () => ['<i>', 1],
    safe: () => ({ toString: () => '<safe>' })
  }]]
]
