'use strict'

const long = (text) => text.repeat(Math.ceil(600 / text.length))
const head = long('<meta name="viewport">')
const later = (value, times = 1) => times === 0 ? Promise.resolve(value) : Promise.resolve().then(() => later(value, times - 1))
const locals = [{ later, a: '<' }]
const files = { 'part.eta': `${head}<%= await it.later(it.n) %>`, 'sync.eta': `${head}<%= it.n %>`, 'base.eta': `[<%~ it.body %>]<%= await it.later("<l>") %>${head}` }

module.exports = [
  { name: 'await', page: 'a<%= await it.later("<") %>' + head + '<%~ await it.later(it.a) %>b' },
  { name: 'a template that waits for nothing', page: 'a<%= it.a %>' + head },
  { name: 'a promise that is not awaited', page: 'a<%= it.later(1) %>', streams: false },
  { name: 'includeAsync', page: 'a<%~ await includeAsync("./part", { ...it, n: "<" }) %>b<%~ include("./sync", { n: 2 }) %>' },
  { name: 'includeAsync that is not awaited', page: 'a<%~ includeAsync("./part", { ...it, n: 1 }) %>', streams: false },
  { name: 'includeAsync of a function', page: 'a<%~ await includeAsync(async (given) => "<f>" + given.n, { n: 1 }) %>' + head },
  { name: 'include of what waits', page: 'a<%~ include("./part", it) %>', throws: true },
  { name: 'both includes of one file', page: '<%~ await includeAsync("./sync", { n: 1 }) %><%~ include("./sync", { n: 2 }) %>' },
  { name: 'an asynchronous layout', page: '<% layout("./base") %>a<%= await it.later(1) %>' + head },
  { name: 'an asynchronous loop', page: '<% for (const n of [1, 2, 3]) { %><%~ await includeAsync("./part", { ...it, n }) %><%= await it.later(n, n) %><% } %>' },
  { name: 'for await', page: '<% for await (const n of [it.later(1), it.later(2)]) { %><%= n %>,<% } %>' },
  { name: 'writes that overtake each other', page: 'a<% await Promise.all([3, 1, 2].map(async (n) => { %>(<%= n %>:<%= await it.later(n, n * 3) %>' + head + ')<% })) %>b<%~ await it.later(1) %>' },
  { name: 'writes that are lost in a value', page: 'a<%~ await Promise.all([3, 1, 2].map(async (n) => { %>(<%~ await it.later(n, n) %>' + head + '<%= n %>)<% return n })) %>b' },
  { name: 'includes at the same time', page: '<% const parts = await Promise.all([1, 2, 3].map((n) => includeAsync("./part", { ...it, n }))) %><%~ parts[2] %><%~ parts[0] %><%= parts[1].length %><%~ parts.join("") %>' },
  { name: 'an error after a wait', page: 'a\n<%= await it.later(1) %>\n<%= it.none.x %>', throws: true },
  { name: 'an error after a wait, debugged', page: 'a\n<%= await it.later(1) %>\n<%= it.none.x %>', config: { debug: true }, throws: true },
  { name: 'a rejection', page: 'a<%= await Promise.reject(new RangeError("no")) %>', throws: true },
  { name: 'a rejection in an include', page: 'a<%~ await includeAsync("./bad") %>', throws: true },
  { name: 'a missing file', page: 'a<%~ await includeAsync("./none") %>', throws: true },
  { name: 'a template that returns early', page: 'a<% return it.later("early") %>' },
  { name: 'a named template', page: 'a<%~ await includeAsync("@a", it) %><%~ include("@s", it) %>', setUp (engine) { engine.loadTemplate('@a', '<%= await it.later(it.a) %>', { async: true }); engine.loadTemplate('@s', '<%= it.a %>') } },
  { name: 'useWith', page: 'a<%= await later(a) %>' + head, config: { useWith: true } },
  { name: 'captureAsync', page: 'a<% const x = await captureAsync(async () => { %>[<%= await it.later(1) %>' + head + ']<% }) %>b<%~ x %><%= x.length %>', engines: ['4'] },
  { name: 'blockAsync', page: '<% layout("./blocks") %><% await blockAsync("a", async () => { %>A<%~ await includeAsync("./part", { ...it, n: 1 }) %><% }) %>' + head, engines: ['4'] },
  { name: 'blockAsync without a layout', page: 'a<%~ await blockAsync("a", async () => { %>[<%= await it.later(1) %>' + head + ']<% }) %>b<%~ await blockAsync("none") %>', engines: ['4'] },
  { name: 'captures that overtake each other', page: 'a' + head + '<% const x = await Promise.all([2, 1].map((n) => captureAsync(async () => { %>[<%= await it.later(n, n * 4) %>' + head + ']<% }))) %>b<%~ x[0] %>|<%~ x[1] %>', engines: ['4'] }
].map((each) => ({ locals, async: true, ...each, files: { ...files, 'bad.eta': '<%= it.none.x %>', 'blocks.eta': '<%~ await blockAsync("a") %><%~ await blockAsync("b", async () => { %>B<%= await it.later(2) %><% }) %><%~ it.body %>' } }))
