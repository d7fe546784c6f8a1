'use strict'

const { long } = require('../long')

const page = `html
  head
    title= self ? self.title : ''
  body(class=['a', 'b'] checked)
    p ${long('1')}
      b x
    mixin m(x)
      div
        p= x
        block
    +m('<x>')
      p in #[i y]
      pre.
        z
          w ${long('2')}
    br
    each x in [1, 2]
      li= x
    p
      | text
      | more ${long('3')}
    != raw
`
const locals = () => ({ title: '<t>', raw: '<r>', self: { title: 's' } })

module.exports = [
  { name: 'pretty', page, options: { pretty: true }, locals, spliced: true },
  { name: 'pretty by tabs', page, options: { pretty: '\t' }, locals, spliced: true },
  { name: 'pretty by something else', page, options: { pretty: 'x' }, locals, throws: true },
  { name: 'self', page: page.replace('raw', 'self.raw'), options: { self: true }, locals, spliced: true },
  { name: 'self, without debugging', page: page.replace('raw', 'self.raw'), options: { self: true, compileDebug: false }, locals, spliced: true },
  { name: 'self and a name that is missing', page: `p ${long()}\np= title`, options: { self: true }, locals, throws: true },
  { name: 'self and arguments', page: `p ${long()}\np= arguments.length`, options: { self: true } },
  { name: 'self and an early return', page: `p ${long()}\nif self.n\n  - return 'x'\np never`, options: { self: true }, locals: () => ({ n: 1 }), spliced: false },
  { name: 'self and a callback', page: `p ${long()}\n- self.list.forEach(function (x) {\n  li= x\n- })`, options: { self: true }, locals: () => ({ list: [1] }) },
  { name: 'doctype', page: `img(checked)\np ${long()}`, options: { doctype: 'html' }, spliced: true },
  { name: 'doctype xml', page: `img(checked)\nlink\np ${long()}`, options: { doctype: 'xml' } },
  { name: 'doctype that is bad', page: `p ${long()}`, options: { doctype: 'html>' }, throws: true },
  { name: 'globals', page: `p= typeof process\np= process.pid > 0\np ${long()}`, options: { globals: ['process'] }, locals: () => ({ process: 1 }), spliced: true },
  { name: 'globals that are bad', page: 'p', options: { globals: ['a b'] }, throws: true },
  { name: 'name', page: `p= typeof other\np ${long()}`, options: { name: 'other' } },
  { name: 'runtime functions inline', page: `${page}\np(style={a: 'b'} class={c: raw})&attributes({d: 1})`, options: { inlineRuntimeFunctions: true }, locals, spliced: true },
  { name: 'runtime functions inline, by name', page: `p= typeof pug\np= typeof pug_escape\np ${long()}`, options: { inlineRuntimeFunctions: true } },
  { name: 'runtime functions inline, an error', page: `p ${long()}\n\np= a.b.c`, options: { inlineRuntimeFunctions: true }, locals, throws: true },
  ...[null, 0, '', 'x', true, false].map((compileDebug) => ({
    name: `an error with compileDebug ${JSON.stringify(compileDebug)}`, page: `p ${long()}\n\np= missing.x\n`, options: { compileDebug }, throws: true
  }))
]
