'use strict'

const { long } = require('../long')

const inherited = () => Object.assign(Object.create({ proto: '<proto>' }), { own: 1 })
const tail = `\np ${long()}`

module.exports = [
  { name: 'locals, globals and names that are missing', page: `p= a\np= typeof missing\np= missing\np= Math.max(1, 2)\np= JSON.stringify({})\np= undefined\np= NaN${tail}`, locals: () => ({ a: 1, Math: { max: () => '<mine>' } }) },
  { name: 'locals that are undefined hide globals', page: `p= typeof Math\np= typeof parseInt${tail}`, locals: () => ({ Math: undefined }) },
  { name: 'inherited locals', page: `p= proto\np= own\np= typeof toString\np= typeof hasOwnProperty${tail}`, locals: inherited },
  { name: 'the object of locals', page: `p= locals.a\np= Object.keys(locals).join()\n- locals.b = 2\np= typeof b${tail}`, locals: () => ({ a: 1 }) },
  { name: 'assignment to locals', page: `- a = 5\np= a\np= locals.a\n- var a\n- var fresh = 1\np= fresh${tail}`, locals: () => ({ a: 1 }) },
  { name: 'getters of locals', page: `p= a\np= a${tail}`, locals: () => { let n = 0; return { get a () { return ++n } } } },
  { name: 'the file among the keys of the locals', page: `p= Object.keys(locals).join()${tail}`, locals: () => ({ x: 1 }) },
  { name: 'the file among the keys of self', page: `p= Object.keys(self).join()${tail}`, options: { self: true }, locals: () => ({ x: 1 }) },
  { name: 'the file, by code that is put together', page: `p= eval('loc' + 'als.file' + 'name').length > 1${tail}`, locals: () => ({ x: 1 }) },
  { name: 'the file among the locals', page: `p= filename\np= locals.filename${tail}`, locals: () => ({ filename: 'mine' }) },
  { name: 'a local called template', page: `p= template\np= typeof template${tail}`, locals: () => ({ template: '<t>' }) },
  { name: 'the template by its name', page: `p= n\nif n > 0\n  != template({ n: n - 1 })${tail}`, locals: () => ({ n: 2 }), spliced: true },
  { name: 'this', page: `p= this === globalThis\np= typeof this${tail}` },
  { name: 'arguments of the page', page: `p= arguments.length\np= a${tail}`, locals: () => ({ a: 1 }) },
  { name: 'locals with names of Pug', page: `p= typeof pug\np= typeof pug_html${tail}`, locals: () => ({ pug: 1, pug_html: 2 }), spliced: false },
  { name: 'pug_html read', page: `p a ${long('a')}\np= pug_html.length${tail}`, spliced: false },
  { name: 'pug_html captured', page: `mixin capture\n  - var before = pug_html; pug_html = ''\n  block\n  - var captured = pug_html; pug_html = before\n  p= captured.length\n  != captured\n+capture\n  b ${long()}${tail}`, spliced: false },
  { name: 'pug_html in a with statement', page: `- with ({ ['pug_' + 'html']: 'lost' }) {\np ${long('w')}\n- }\np after${tail}`, spliced: false },
  { name: 'pug_html by eval', page: `p a ${long('a')}\n- eval('pug_html = pug_html.slice(3)')${tail}`, spliced: false },
  { name: 'pug_html appended to', page: `p\n- pug_html = pug_html + '<i>' + n\n- pug_html += 'x'${tail}`, locals: () => ({ n: 1 }), spliced: false },
  { name: 'pug_html appended to, as Pug does', page: `p\n- pug_html = pug_html + n + n\n- pug_html = pug_html + (n + n)${tail}`, locals: () => ({ n: 1 }), spliced: true },
  { name: 'pug_interp read', page: `mixin m\n  p x ${long('m')}\np!= pug_interp && 1\n+m${tail}`, spliced: false },
  { name: 'pug_debug_line', page: `p= typeof pug_debug_line\n- var pug_debug_line = 99${tail}\np= 1` },
  { name: 'names that other code may use', page: `p= typeof __br\n- var __brPut = 1\np= __brPut${tail}`, spliced: true },
  { name: 'a variable declared in the page', page: `- var x = 1\n- let y = 2\n- const z = 3\np= x + y + z\nif x\n  - let y = 5\n  p= y\np= y${tail}`, locals: () => ({ x: 9 }) },
  { name: 'destructuring', page: `- var { a, b: [c] } = { a: 1, b: ['<'] }\np= a + c${tail}` },
  { name: 'dead zone', page: `p= x\n- let x = 1${tail}`, throws: true },
  { name: 'locals without a prototype', page: `p= a${tail}`, locals: () => Object.assign(Object.create(null), { a: '<' }) },
  { name: 'reserved words as locals', page: `p= locals['class']\np= locals['if']${tail}`, locals: () => ({ class: 1, if: '<' }) }
]
