'use strict'

const valuesMixed = '<b><%= value %></b><%- value %><i title="<%= value %>"><%- value %></i>\n'

const converting = { toString: () => '<toString>', valueOf: () => '<valueOf>' }
const primitive = { [Symbol.toPrimitive]: (hint) => `<${hint}>` }

const plain = [
  null, undefined, NaN, 0, -0, 1.5, 1e21, -1e-7, Infinity, true, false, 10n, '', ' ', '0', '<b>"x" & \'y\'</b>', '&amp;',
  [], [1, [2, [3]]], [null, undefined, '<a>'], {}, { toString: () => '<string>' }, { valueOf: () => 42 }, converting, primitive,
  new Date(0), new Date(NaN), () => '<arrow>', function named (a) { return a }, /<re>/g, new Error('<message>'), new Map([[1, 2]]),
  Object.assign([1, 2], { toString: () => '<own>' }), new String('<boxed>'), Buffer.from('<bytes>'), new URL('http://a.b/?x=1&y=2'), // eslint-disable-line no-new-wrappers
  'line\u2028and\u2029paragraph', '汉字', 'emoji 🎉👩‍👩‍👧', 'lone \ud83c high', 'lone \udf89 low', 'NUL \u0000', 'tab\tCR\rLF\n', '\u00a0\ufeff',
  '\\ ` $' + '{x} %> <% </script>', '$& $1 $$'
]

const long = ['x'.repeat(70000), '<&>'.repeat(30000), '汉🎉'.repeat(20000), '\ud83c'.repeat(70000)]

function marking () {
  const calls = []
  return { calls, mark: (name) => { calls.push(name); return `<${name}>` } }
}

const value = Object.create(null)

module.exports = [
  ['values of every type', '<% values.forEach((value) => { %><%= value %>|<%- value %>\n<% }) %>\n', [{ values: plain }]],
  ['values of every type, concatenated', `<% values.forEach((value) => { %><%= '' + value %>|<%= \`\${value}\` %>|<%- value + value %>|<%= [value] %>|<%= value === value %>
<% }) %>
`, [{ values: plain }]],
  ['values of every type, each the whole page', '<%= value %>\n', plain.map((value) => ({ value }))],
  ['values of every type, between text', valuesMixed, plain.map((value) => ({ value }))],
  ['long strings', valuesMixed, long.map((value) => ({ value }))],
  ['literals', `<%= 'text' %><%- '<raw>' %><%= 1 %><%- 2.50 %><%= true %><%- false %><%= null %><%- undefined %><%= '' %><%- \`template\` %><%= -0 %><%- -0 %><%= 1e21 %><%= 0.1 + 0.2 %><%= "it's \\"quoted\\"" %><%= /re/g %><%- [1, [2, null, undefined]] %><%= {} %><%- 5n %>
`, [{}]],
  ['an escaped symbol', '<%= symbol %> <%= symbol.description %> <%= String(symbol) %>\n', [{ symbol: Symbol('<s>') }]],
  ['a raw symbol', '<p>\n<%- symbol %>\n', [{ symbol: Symbol('<s>') }], { throws: true }],
  ['an escaped object that has no primitive value', '<p><%= value %></p>\n', [{ value }, { value: [value] }], { throws: true }],
  ['a raw object that has no primitive value', '<p><%- value %></p>\n', [{ value }, { value: [value] }], { throws: true }],
  ['the order in which values are computed', "<%= mark('a') %><%- mark('b') %><% mark('c') %><%= mark('d') + mark('e') %> <%= calls.join('') %> <%= [mark('f'), mark('g')] %> <%= { toString: () => mark('h') } %> <%= calls.length %>\n", [marking]]
]
