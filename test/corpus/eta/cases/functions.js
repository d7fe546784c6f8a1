'use strict'

/* eslint no-template-curly-in-string: off -- these are template literals of the views */

const long = (text) => text.repeat(Math.ceil(600 / text.length))
const head = long('<meta name="viewport">')

/** Code by which a template shows functions that write, or those that call its own. */
const shown = [
  'const f = () => { %>text<% } %><%~ [1].reduce((a) => a, f)',
  'const f = () => { %>text<% } %><%~ [1].map(function () { return this }, f)',
  'function F () { %>text<% } %><%~ new F().constructor',
  'function F () { %>text<% } %><%~ new (F.bind(null))().constructor',
  'function f () { return f["caller"] } %><%~ f()',
  'function f () { const { caller } = f; return caller } %><%~ f()',
  'function g () { return g["caller"] } function f () { %>text<% return g() } %><%~ f()',
  'f9 = () => { %>text<% } %><%~ globalThis.f9'
]

module.exports = [
  { name: 'a function that writes', page: 'a<% function row (x) { %><li><%= x %></li>' + head + '<% } %>b<% row(1); row("<") %>c' },
  { name: 'a function whose writing is lost in a value', page: 'a<% function row (x) { %><li><%= x %></li>' + head + '<% } %>b<%~ row(1) %>c<%= row(2) %>d<% row(3) %>' },
  { name: 'a function that writes before it throws', page: 'a<% const f = () => { %>kept' + head + '<% throw new Error("x") } %><% try { %><%~ f() %><% } catch { %>caught<% } %>b' },
  { name: 'text made by what a value becomes', page: 'a<% const value = { toString () { %>lost' + head + '<% return "v" } } %>b<%~ value %>c<%= value %>d<%~ value %>' },
  { name: 'a getter that writes', page: 'a<% const value = { get x () { %>lost' + head + '<% return "v" } } %>b<%~ value.x %>c<%= value.x %>d' },
  { name: 'writing within writing', page: '<% const f = (n) => { %>(<% if (n) { f(n - 1); %><%~ f(n - 1) %><% } %>)' + head + '<% return n } %>[<%~ f(2) %>]<% f(2) %>' },
  { name: 'callbacks given to helpers', page: '<% it.each([1, 2], (x) => { %><li><%= x %>' + head + '</li><% }) %>|<%~ it.each([3], (x) => { %>lost<% return x }) %>', locals: [{ each: (list, fn) => list.map(fn).join() }] },
  { name: 'callbacks in values', page: '<%~ it.list.map((x) => `<li>${x}</li>`).join("") %><%= it.list.map(function (x) { return x + 1 }) %>', locals: [{ list: [1, 2] }] },
  { name: 'Eta\'s variable read', page: 'a' + head + '<% const before = __eta.res %>b<%= before.length %><%= __eta.res.length %><%~ before %>' },
  { name: 'Eta\'s variable set', page: 'a' + head + '<% const before = __eta.res; __eta.res = "" %>b<% __eta.res = before + __eta.res; __eta.res = __eta.res.replace("a", "A") %>c' },
  { name: 'Eta\'s variable added to', page: 'a<% __eta.res += "x" %><% __eta.res+=it.a; __eta.res += `<${it.a}>` %>b<% if (it.a) __eta.res += it.a; else __eta.res += "none" %>', locals: [{ a: 1 }, { a: '' }] },
  { name: 'Eta\'s variable added to with comments and parentheses', page: 'a<% __eta.res /* += */ += it.a; __eta.res += /* b */ (__eta.e(it.a)) %>b<%~ (__eta.e(it.a)) %>' + head, locals: [{ a: '<' }] },
  { name: 'a capture by hand', page: 'a' + head + '<% const s = __eta.res; __eta.res = ""; %>captured' + head + '<% const c = __eta.res; __eta.res = s %>b<%~ c %>' },
  { name: 'Eta\'s variable in computed form', page: 'a<% __eta["res"] += "x" %>b<% let { res } = __eta %><%= res %>' },
  { name: 'Eta\'s variable replaced', page: 'a<% __eta = { res: "other", e: String } %>b<%= 1 %>' },
  { name: 'Eta\'s variable shadowed', page: 'a<% { let __eta = { res: "other", e: String } %>b<%= 1 %><% } %>c' },
  { name: 'Eta\'s variable as a parameter', page: 'a<% const f = (__eta) => { %>x<% return __eta.res } %><%= f({ res: "y" }) %>' },
  { name: 'names that other code may use', page: 'a<% const __br = 1 %>b<%= __br %>' + head, spliced: true },
  { name: 'arguments', page: 'a<%= arguments.length %><%= typeof arguments[1] %>' },
  { name: 'eval', page: 'a<% eval("__eta.res += \'x\'") %>b' },
  { name: 'a return', page: 'a<% if (it.a) return "early"; %>b', locals: [{ a: 1 }, {}] },
  { name: 'a return of nothing', page: 'a<% return %>b' },
  { name: 'an include that returns nothing', page: '<%~ include("./part") %>', files: { 'part.eta': 'a<% return %>' } },
  { name: 'a function closed around the template', page: 'a<% return __eta.res } function f () { %>b<% return "x" %>' },
  { name: 'a with statement', page: 'a<% with (it.a) { %><%= x %><% } %>' + head, locals: [{ a: { x: '<' } }] },
  { name: 'generators', page: '<% function * f () { %>a<% yield 1; %>b<% yield 2 } for (const x of f()) { %><%= x %><% } %>' + head },
  { name: 'classes', page: '<% class A { static { %>static<% } #x = 1; write () { %>[<%= this.#x %>]' + head + '<% } } new A().write() %>' },
  { name: 'functions used before they are there', page: '<% late() %>a<% function late () { %>late<% } %>' },
  { name: 'default values that write', page: 'a<% function f (x = (() => { __eta.res += "d"; return 1 })()) { %><%= x %><% } f() %><%~ f() %>' },
  { name: 'the source of a function', page: '<%= (() => 1 + 1).toString() %>' + head, spliced: true },
  { name: 'the source of a function that writes', page: 'a<% function f () { %>' + head + '<% } f() %><%= f %>', spliced: false },
  { name: 'the source of a function that is joined', page: 'a<% function f () { %>' + head + '<% } f() %><%= "".concat(f) %><%= [1, 2].join(f) %><%= "".padEnd(90, f) %>', spliced: false },
  { name: 'the source of a class that writes', page: '<% class A { static { %>' + head + '<% } } %><%= A %>', spliced: false },
  { name: 'the source of a function in an error', page: 'a<% function f () { %>' + head + '<% } try { throw new RangeError(f) } catch (error) { %><%= error.message %><% } %>', spliced: false },
  ...shown.map((code) => ({ name: `a function that writes, shown by ${code}`, page: `${head}<% ${code} %>`, spliced: false })),
  { name: 'a function that writes, given to the output function', page: '<% output(() => { %>' + head + '<% }) %>', engines: ['4'], spliced: false },
  { name: 'a function that writes, given to a block as its name', page: '<% layout("./base") %><% block(() => { %>' + head + '<% }, () => {}) %>', files: { 'base.eta': '<%~ Object.keys(it.__blocks) %>' }, engines: ['4'], spliced: false },
  { name: 'a function that writes, bound', page: head + '<% ;[1].forEach(function (x) { %>[<%= x %>]<% }.bind(null)) %>', spliced: true },
  { name: 'the source of what includes', page: 'a' + head + '<%= include %><%= String(includeAsync) %>', spliced: false }
]
