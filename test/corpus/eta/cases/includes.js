'use strict'

const path = require('node:path')

const long = (text) => text.repeat(Math.ceil(600 / text.length))
const head = long('<meta name="viewport">')

module.exports = [
  { name: 'an include', page: 'a<%~ include("./part", { n: "<1>" }) %>z', files: { 'part.eta': `${head}<%= it.n %>` } },
  { name: 'an include without locals', page: 'a<%~ include("./part") %>z', files: { 'part.eta': `${head}<%= typeof it === "undefined" ? 0 : it.a %>` }, locals: [{ a: 1 }] },
  { name: 'an include that is given it', page: '<%~ include("part", it) %>', files: { 'part.eta': '<%= it.a %>' }, locals: [{ a: '<' }] },
  { name: 'an include by extension', page: '<%~ include("./part.html", it) %>', files: { 'part.html': '<%= it.a %>' }, locals: [{ a: '<' }] },
  { name: 'an include in a folder', page: '<%~ include("./parts/a", it) %><%~ include("/parts/b", it) %>', files: { 'parts/a.eta': 'a<%~ include("./b", it) %>', 'parts/b.eta': 'b<%~ include("../c", it) %><%~ include("/c", it) %>', 'c.eta': head } },
  { name: 'an escaped include', page: '<%= include("./part") %>', files: { 'part.eta': head } },
  { name: 'the string of an include', page: '<% const part = include("./part") %><%= typeof part %><%= part.length %><%~ part.toUpperCase() %><%~ part %><%~ part + part %><%~ part.slice(0, -1) %>', files: { 'part.eta': head } },
  { name: 'includes in a loop', page: '<% for (const n of it.list) { %><%~ include("./part", { n }) %><% } %>', files: { 'part.eta': `<li>${head}<%= n = it.n %>` }, locals: [{ list: [] }, { list: Array.from({ length: 40 }, (_, n) => n) }] },
  { name: 'a name that locals make', page: '<%~ include(it.name) %>', files: { 'a.eta': 'A', 'b.eta': 'B' }, locals: [{ name: './a' }, { name: './b' }, { name: './c' }, { name: '../x' }, { name: '' }, { name: '/' }, { name: '/../../x' }] },
  { name: 'recursion', page: '<%= it.n %><% if (it.n > 0) { %><%~ include("./page", { n: it.n - 1 }) %><% } %>', locals: [{ n: 5 }] },
  { name: 'include of what is not a name', page: '<%~ include(it.name) %>', locals: [{ name: undefined }, { name: 5 }, { name: {} }, { name: null }, { name: (data) => `f${data?.n}` }] },
  { name: 'an included function that has written', page: '<%~ include((data, options) => data.a + Object.keys(options), { a: 1 }) %>' },
  { name: 'a layout', page: '<% layout("./base") %>Body <%= it.a %>', files: { 'base.eta': `<html>${head}<%~ it.body %></html>` }, locals: [{ a: '<' }] },
  { name: 'a layout with data', page: '<% layout("./base", { title: "<T>", body: undefined }) %>Body', files: { 'base.eta': '<title><%= it.title %></title><%~ it.body %><%= it.a %>' }, locals: [{ a: 1 }] },
  { name: 'layouts in layouts', page: '<% layout("./inner") %>Page' + head, files: { 'inner.eta': '<% layout("/outer") %>[<%~ it.body %>]' + head, 'outer.eta': `<html>${head}<%~ it.body %></html>` } },
  { name: 'a layout that treats the body as a string', page: '<% layout("./base") %>Body' + head, files: { 'base.eta': '<%= it.body.length %><%~ it.body.trim() %><%= it.body %><%~ it.body %><%~ it.body %><%= typeof it.body %><%~ it.body + "x" %>' } },
  { name: 'a layout and includes', page: '<% layout("./base") %><%~ include("./part") %>' + head, files: { 'base.eta': '<%~ include("./part", { body: 1 }) %><%~ it.body %><%~ include("./inner", it) %>', 'inner.eta': '(<%~ it.body %>)', 'part.eta': head.toUpperCase() } },
  { name: 'a layout set late, twice, or on a condition', page: 'a' + head + '<% layout("./none"); layout("./base"); if (it.none) layout(null) %>b', files: { 'base.eta': '<%~ it.body %>!' }, locals: [{}, { none: 1 }] },
  { name: 'an include with a layout', page: '[<%~ include("./part", it) %>]', files: { 'part.eta': '<% layout("./base") %>part' + head, 'base.eta': '(<%~ it.body %>)' } },
  { name: 'a layout that returns early', page: '<% layout("./base") %>a' + head, files: { 'base.eta': 'x<% return "early" %>' } },
  { name: 'a named template', page: '<%~ include("@part", { a: "<" }) %><%~ include("@page", it) %>', setUp (engine) { engine.loadTemplate('@part', `${head}<%= it.a %>`); engine.loadTemplate('@page', (it) => `f${it.b}`) }, locals: [{ b: 1 }] },
  { name: 'a named layout', page: '<% layout("@base", { t: 1 }) %>' + head, setUp (engine) { engine.loadTemplate('@base', '<%= it.t %>[<%~ it.body %>]<%~ include("@end") %>'); engine.loadTemplate('@end', 'end') } },
  { name: 'a name that nothing has', page: 'a<%~ include("@none") %>', throws: true },
  { name: 'a layout that nothing has', page: 'a<% layout("@none") %>', throws: true },
  { name: 'a missing layout', page: 'a<% layout("./none") %>', throws: true },
  { name: 'render by the instance', page: '<%~ this.render("./part", { a: 1 }) %>', files: { 'part.eta': '<%= it.a %>' + head } },
  { name: 'include under another name', page: '<% const use = include %><%~ use("./part") %><% let f = { include } %><%~ f.include("./part") %>', files: { 'part.eta': head } },
  { name: 'include replaced', page: '<% include = (name) => name %><%~ include("./part") %>' },
  { name: 'a reader of files of one\'s own', page: '<%~ include("./part", { a: 1 }) %>', setUp (engine) { const { readFile } = engine; engine.readFile = function (path) { return readFile.call(this, path).replace('A', '<%= it.a %>') } }, files: { 'part.eta': `A${head}` } },
  { name: 'a render of one\'s own', page: '<%~ include("./part", { a: 1 }) %>', setUp (engine) { const { render } = engine; engine.render = function (name, ...rest) { return name === 'page' ? render.call(this, name, ...rest) : `<!--${name}-->${render.call(this, name, ...rest)}` } }, files: { 'part.eta': `A${head}` } },
  { name: 'a finder of files of one\'s own', page: '<%~ include("./part") %><%~ include("other") %>', setUp (engine) { const { resolvePath } = engine; engine.resolvePath = function (name, options) { return resolvePath.call(this, name === 'other' ? 'part' : name, options) } }, files: { 'part.eta': `A${head}` } },
  { name: 'compiled in a way of one\'s own', page: 'a<%= it.a %>' + head, setUp (engine) { const { compile } = engine; engine.compile = function (...args) { const fn = compile.apply(this, args); return function (...locals) { return `[${fn.apply(this, locals)}]` } } }, locals: [{ a: 1 }] },
  { name: 'a body of one\'s own', page: 'a<%= it.a %>' + head, setUp (engine) { const { compileBody } = engine; engine.compileBody = function (buffer) { return `__eta.res+='first';${compileBody.call(this, buffer)}` } }, locals: [{ a: 1 }] },
  { name: 'an instance by withConfig', page: '<%~ include("./part", { a: "<" }) %><%= it.a %>', setUp: (engine) => engine.withConfig({ autoEscape: false }), files: { 'part.eta': `<%= it.a %>${head}` }, locals: [{ a: '>' }] },
  { name: 'an instance that caches', page: '<%~ include("./part", { a: "<" }) %><%= it.a %>', config: { cache: true }, files: { 'part.eta': `<%= it.a %>${head}` }, locals: [{ a: '>' }] },
  ...[true, false].map((cache) => ({
    name: `templates under a path in the store of an instance that ${cache ? 'caches' : 'does not cache'}`,
    page: '<% layout("./base") %><%~ include("./part", it) %><%~ include("./page2") %>' + head,
    config: { cache },
    setUp (engine) {
      for (const [name, template] of [['part', `part of the store<%= it.a %>${head}`], ...cache ? [['page2', () => 'a function']] : []]) engine.loadTemplate(path.join(engine.config.views, `${name}.eta`), template)
      if (cache) engine.loadTemplate(path.join(engine.config.views, 'base.eta'), `[<%~ it.body %>]${head}`)
    },
    files: { 'part.eta': '<%= it.a %>', ...!cache && { 'base.eta': '<%~ it.body %>', 'page2.eta': head } },
    locals: [{ a: '<' }]
  })),
  { name: 'an instance without a default extension', page: '<%~ include("./part", { a: "<" }) %>', config: { defaultExtension: undefined }, files: { 'part.eta': `<%= it.a %>${head}` } },
  { name: 'a default extension that changes after Eta has found a file', page: '<% const { config, config: { defaultExtension } } = this %><%~ include("./part") %><% config.defaultExtension = ".html" %><%~ include("./part") %><%~ include("./other") %><% config.defaultExtension = defaultExtension %>' + head, files: { 'part.eta': head, 'part.html': 'another', 'other.html': 'other' } },
  { name: 'an include while there are no views', page: '<% const { config, config: { views } } = this; config.views = undefined; try { %><%~ include("./part") %><% } catch (error) { %><%= error.name %>: <%= error.message %><% } finally { config.views = views } %>' + head, files: { 'part.eta': head } },
  { name: 'an instance that does not remember paths', page: '<%~ include("./part", { a: "<" }) %><%= it.a %>', config: { cacheFilepaths: false }, files: { 'part.eta': `<%= it.a %>${head}` }, locals: [{ a: '>' }] },
  { name: 'blocks', page: '<% layout("./base") %>Body<% block("head", () => { %><title><%= it.t %></title>' + head + '<% }) %>', files: { 'base.eta': '<head><%~ block("head", () => { %>default<% }) %></head><%~ it.body %><%~ block("foot", () => { %>foot' + head + '<%= it.t %><% }) %><%~ block("none") %>' }, locals: [{ t: '<t>' }], engines: ['4'] },
  { name: 'blocks without a layout', page: '<%~ block("a", () => { %>A' + head + '<% }) %><%= block("b", () => { %><b><% }) %><% block("c", () => { %>C<% }) %><%~ block("d") %>', engines: ['4'] },
  { name: 'blocks in nested layouts', page: '<% layout("./inner") %><% block("a", () => { %>A1' + head + '<% }) %>x', files: { 'inner.eta': '<% layout("./outer") %><% block("a", () => { %>A2' + head + '<% }) %><%~ it.body %>', 'outer.eta': '<%~ block("a") %>|<%~ it.body %>|<%= Object.keys(it.__blocks).join() %>' }, engines: ['4'] },
  { name: 'the strings of blocks', page: '<% layout("./base") %><% block("a", () => { %> a ' + head + '<% }) %>', files: { 'base.eta': '<% const a = block("a") %><%= a.length %><%~ a.trim() %><%~ a %><%= it.__blocks.a %>' }, engines: ['4'] },
  { name: 'a capture', page: 'a<% const part = capture(() => { %>[<%= it.a %>' + head + ']<% }) %><%= part.length %><%~ part %><%~ part.trim() %><%= part %>b', locals: [{ a: '<' }], engines: ['4'] },
  { name: 'captures in captures', page: head + '<%~ capture(() => { %>1<%~ capture(() => { %>2' + head + '<% }) %>3<% }) %>4', engines: ['4'] },
  { name: 'captures in a loop', page: head + '<% for (let i = 0; i < 50; i++) { %><%~ capture(() => { %>' + head + '<%= i %><% }) %><% } %>', engines: ['4'] },
  { name: 'a capture that throws', page: 'a' + head + '<% try { capture(() => { %>lost<% throw new Error("x") }) } catch { %>caught<% } %>b', engines: ['4'] },
  { name: 'a capture that is given no function', page: 'a<% capture() %>', engines: ['4'], throws: true },
  { name: 'an include in a capture', page: 'a<% const x = capture(() => { %><%~ include("./part") %><% }) %>b<%~ x %>', files: { 'part.eta': head }, engines: ['4'] },
  { name: 'a local called __blocks', page: '<%~ block("a", () => { %>default<% }) %>', locals: [{ __blocks: { a: 'A' } }, { __blocks: null }], engines: ['4'] }
]
