'use strict'

const debug = { debug: true }
const lines = 'one\ntwo <%= it.a %>\nthree\nfour\n<%= it.missing.x %>\nsix\nseven\neight\nnine'
const fail = () => { throw new RangeError('<failed>') }

module.exports = [
  ...[
    ['a missing property', lines], ['a missing variable', 'a\n<%= missing %>'], ['a helper', 'a\n\n<%~ it.fail() %>'],
    ['an exec tag', 'a\n<% it.fail() %>'], ['what is not a function', 'a<%~ it.a() %>'], ['what is thrown', 'a<% throw new TypeError("x") %>'],
    ['a string that is thrown', '<% throw "text" %>'], ['a callback', '<% [1].forEach(() => { %>\n<%= it.fail() %>\n<% }) %>'],
    ['the end', 'a\n<%= 1 %>\n<% const x = 1 %>\n<%= x.y.z %>'], ['a constant assigned', '<% const x = 1; x = 2 %>'],
    ['an include', 'a\n<%~ include("./part", it) %>'], ['a layout', '<% layout("./part") %>\nx'], ['a missing include', 'a\n<%~ include("./none") %>'],
    ['an include out of the views', 'a\n<%~ include("../../none") %>'], ['an include that does not compile', 'a\n<%~ include("./bad") %>'],
    ['text that goes on', 'a<%~ "x" %><% (it.a)() %>']
  ].flatMap(([name, page]) => [undefined, debug].map((config) => ({
    name: `an error in ${name}${config ? ', debugged' : ''}`,
    page,
    config,
    files: { 'part.eta': '1\n2 <%= it.fail() %>', 'bad.eta': '1\n2 <%= it. %>' },
    locals: [{ a: 1, fail }],
    throws: true
  }))),
  ...[
    'a\n<%= it.a', '<% /* %>', '<%= "a %>', "<%= 'a %>", '<%= `a %>', '<% if (x) { %>', '<% } %>', '<%= it. %>', '<%= ) %>', '<% await x %>',
    '<%= let x %>', '<% let a; let a %>', '<% let it %>', '<% let include %>', 'a<%', '<%= 1 %><% break %>', '<% import x from "x" %>', '<% return( %>', '<% const x %>'
  ].flatMap((page) => [undefined, debug].map((config) => ({ name: `a syntax error: ${page}${config ? ', debugged' : ''}`, page, config, throws: !/let (?:it|include) /.test(page) }))),
  { name: 'an error of a plugin', page: 'a', config: { plugins: [{ processTemplate: fail }] }, throws: true },
  { name: 'an error of an escape function', page: 'a\n<%= 1 %>', config: { escapeFunction: fail, debug: true }, throws: true },
  { name: 'an error of a filter', page: 'a\n<%= 1 %>', config: { autoFilter: true, filterFunction: fail, debug: true }, throws: true },
  { name: 'an error that is caught', page: '<% try { %>a<%~ include("./none") %>b<% } catch (error) { %><%= error.name %><% } %>' }
]
