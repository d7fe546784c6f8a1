'use strict'

const { long } = require('../long')

const locals = () => ({ n: 1, raw: '<b>', show: (x) => String(x), call: (f) => f(), name: 'pet' })

module.exports = [
  { name: 'mixin', page: `mixin list\n  ul\n    li foo\n    li ${long()}\n+list\n+list`, spliced: true },
  { name: 'mixin with arguments', page: `mixin pet(name, kind)\n  li.pet= name\n  p(title=kind) ${long()}\n+pet('<cat>')\n+pet('dog', n)`, locals },
  { name: 'mixin with defaults', page: `mixin article(title='Default <Title>')\n  .article\n    h1= title\n    p ${long()}\n+article()\n+article('Hello')` },
  { name: 'mixin with a block', page: `mixin article(title)\n  .article\n    h1= title\n    if block\n      block\n    else\n      p No content ${long('n')}\n+article('Hello')\n+article('Hi')\n  p ${long('a')}\n  p b`, spliced: true },
  { name: 'mixin whose block is used twice', page: `mixin twice\n  block\n  hr\n  block\n+twice\n  p ${long()}\n  p= n`, locals, spliced: true },
  { name: 'mixin that tests its block in other ways', page: `mixin m\n  if !block\n    p none ${long()}\n  else if block && n\n    block\n  p= typeof block\n  p= block ? 1 : 2\n+m\n+m\n  p x ${long('b')}`, locals, spliced: true },
  { name: 'mixin with attributes', page: `mixin link(href, name)\n  a(class!=attributes.class href=href)= name\n  p ${long()}\n+link('/foo', 'foo')(class="<btn>")\n+link('/x')` },
  { name: 'mixin with &attributes', page: `mixin link(href, name)\n  a(href=href)&attributes(attributes)= name\n  p ${long()}\n+link('/foo', 'foo')(class="btn" data-x=n checked)\n+link('/x')&attributes({a: 1})\n+link('/y')(class='z')&attributes({class: 'q'})`, locals },
  { name: 'mixin with rest arguments', page: `mixin list(id, ...items)\n  ul(id=id)\n    each item in items\n      li= item\n  p ${long()}\n+list('my-list', 1, 2, 3, 4)\n+list('x')` },
  { name: 'mixin with rest arguments only', page: `mixin m(...all)\n  p= all.join()\n  p ${long()}\n+m(1, '<', 3)\n+m` },
  { name: 'mixin by name', page: `mixin cat\n  p cat ${long('c')}\nmixin pet\n  p pet ${long('p')}\n+#{name}\n+#{'cat'}()\n  p unused`, locals, spliced: true },
  { name: 'mixin that is missing', page: `p ${long()}\n+missing`, throws: true },
  { name: 'mixin named attributes', page: `mixin attributes\n  p= attributes\n  p ${long('a')}\nmixin other\n  p= attributes\n  p ${long('o')}\n+attributes\n+other\n+other(x=1)` },
  { name: 'mixin that is not used', page: `mixin never\n  p ${long('n')}\np ${long()}` },
  { name: 'mixin that calls another', page: `mixin a(x)\n  b= x\n  p ${long('a')}\n  block\nmixin b(x)\n  +a(x)\n    block\n  p ${long('b')}\n+b(1)\n  i ${long('i')}\n+b(2)`, spliced: true },
  { name: 'mixin that calls itself', page: `mixin tree(n)\n  li= n\n  p ${long()}\n  if n > 0\n    ul\n      +tree(n - 1)\n+tree(3)`, spliced: true },
  { name: 'mixin defined twice', page: `mixin m\n  p 1 ${long('1')}\n+m\nmixin m\n  p 2 ${long('2')}\n+m` },
  { name: 'mixin defined in a mixin', page: `mixin outer\n  mixin inner\n    p ${long('i')}\n  +inner\n+outer` },
  { name: 'mixin defined in a block and a loop', page: `each x in [1, 2]\n  mixin m(y)\n    p #{x} #{y} ${long()}\n  +m(x * 10)` },
  { name: 'mixin with a value that is not escaped', page: `mixin m(x)\n  p!= x\n  p !{x}\n  p ${long()}\n+m(raw)\n+m(5)\n+m()`, locals },
  { name: 'block in a value', page: `mixin m\n  p before ${long('b')}\n  p= block()\n  p!= block()\n  p(title=block()) after ${long('a')}\n  | #{block()} ${long('z')} !{block()}\n+m\n  i lost ${long('l')}\np end ${long('e')}`, spliced: true },
  { name: 'block in a value beside others', options: { compileDebug: false }, page: `mixin m\n  | a#{n}b#{block()}c!{n}${long('c')}\n+m\n  i lost ${long('l')}\np end ${long('e')}`, locals },
  { name: 'block in statements', page: `mixin m(x)\n  p before ${long('b')}\n  - x && block()\n  - block()\n  - if (x) block()\n  p after\n+m(1)\n  | x ${long('x')}` },
  { name: 'block in expressions', page: `mixin m(x)\n  p before ${long('b')}\n  - block() && x\n  p= block() && x\n  p= block() ? 1 : 2\n  p= x && block()\n  p after\n+m(1)\n  | x ${long('x')}` },
  { name: 'block of an object', page: `mixin m(x)\n  p= x.block\n  p ${long('b')}\n  block\n+m({ block: 1 })\n  | x ${long('x')}` },
  { name: 'block passed to a helper', page: `mixin m\n  p before\n  - call(block)\n  p= call(block)\n  p after ${long('a')}\n+m\n  i ${long('l')}\np end`, locals },
  { name: 'block passed to a mixin', page: `mixin inner(b)\n  p inner ${long('i')}\n  - b()\nmixin outer\n  +inner(block)\n+outer\n  i ${long('l')}\np end` },
  { name: 'block of this', page: `mixin m\n  - this.block()\n  p= this.block()\n  p ${long()}\n+m\n  i x ${long('i')}` },
  { name: 'arguments', page: `mixin m(a)\n  p= arguments.length\n  p= arguments[1]\n  p ${long()}\n+m(1, 2, 3)` },
  { name: 'arguments that give the mixin by a computed name', page: `mixin m(x)\n  p before ${long('b')}\n  if x\n    p= arguments['cal' + 'lee'].call({}, false)\n  p after\n+m(true)` },
  { name: 'arguments that give the mixin', page: `mixin m(x)\n  p before ${long('b')}\n  if x\n    p= arguments.callee.call({}, 0)\n  p ${long('m')}\n+m(1)\np ${long('z')}` },
  { name: 'block as a name of the page', page: `each block in [1, 2]\n  p= block\n  p ${long()}\nmixin m(block)\n  p= typeof block\n  p ${long('m')}\n+m(3)`, spliced: true },
  { name: 'mixin called block', page: `mixin show(block)\n  p= block\n  p ${long('m')}\n+show(5)` },
  { name: 'mixins as values', page: `mixin m\n  p ${long()}\n+m\n- var f = pug_mixins.m\n- f()\np= f()\np= Object.keys(pug_mixins).length` },
  { name: 'mixin in a page that catches', options: { compileDebug: false }, page: `mixin m(f)\n  p ${long('m')} #{n} ${long('o')}\n  p a #{f()} b\n- try {\n+m(show)\n+m(5)\n- } catch (e) {\np caught ${long('c')}\n- }`, locals }
]
