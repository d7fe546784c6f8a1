'use strict'

const { long } = require('../long')

const locals = () => ({ user: { name: '<u>', description: 'foo bar' }, authorised: false, n: 3, friends: 10, raw: '<b>', upper: (s) => String(s).toUpperCase(), fails: () => { throw new Error('thrown by a helper') } })

module.exports = [
  { name: 'unbuffered', page: `- for (var x = 0; x < 3; x++)\n  li item ${long()}\n- var y = '<y>'\np= y` },
  { name: 'unbuffered block', page: `-\n  var list = ["Uno", "Dos",\n          "Tres"]\neach item in list\n  li= item\np ${long()}` },
  { name: 'buffered', page: `p\n  = 'This code is <escaped>!'\np= 'This' + ' is' + n\np!= 'not <escaped>'\np\n  != raw\np ${long()}`, locals },
  { name: 'buffered with content', page: `p= n\n  b inside ${long()}\n  i x`, locals },
  { name: 'buffered with a block', page: `p ${long()}\n= n\n  i x`, locals, throws: true },
  { name: 'helpers', page: `p= upper(user.name)\np!= upper(raw)\np(title=upper('a')) ${long()}`, locals },
  { name: 'if', page: `if user.description\n  p= user.description\nelse if authorised\n  p ${long('a')}\nelse\n  p ${long('b')}\nif !authorised\n  p no\nunless authorised\n  p ${long('c')}`, locals },
  { name: 'if without braces', page: `- if (authorised)\np ${long('a')}\np ${long('b')}\n- if (n)\n= n\n| ${long('c')}`, locals },
  { name: 'if and else without braces', options: { compileDebug: false }, page: `- if (n > 100)\np ${long('a')}\n- else\np ${long('b')}\n- if (n > 100)\n!= raw\n- else\np= n\np ${long('c')}`, locals },
  { name: 'case', page: `case friends\n  when 0\n    p none\n  when 1\n  when 10\n    p ${long('10')} #{friends}\n  default\n    p #{friends}\ncase n\n  when 3: p ${long()}\n  when 4\n    - break\n  default: p x`, locals },
  { name: 'case with break', page: `case friends\n  when 10\n    - break\n  when 1\n    p x\np ${long()}`, locals },
  { name: 'local functions', page: `- function twice (x) { return x + x }\n- const thrice = (x) => x + x + x\np= twice(n)\np= thrice('<') + '${long()}'\np= [1, 2].map(function (i) { return i * n }).join()`, locals },
  { name: 'a callback that prints', page: `- [1, 2].forEach(function (item) {\n  li= item\n  p ${long()}\n- })\np ${long('z')}` },
  { name: 'a callback that calls a mixin', page: `mixin m(x)\n  p= x\n  p ${long('m')}\n- [1, 2].forEach(function (item) {\n  +m(item)\n- })\np ${long('z')}` },
  { name: 'a function that prints, called by a value', page: `- function print (x) {\n  b= x\n  p ${long('b')}\n- return 7 }\np before ${long()}\np= print(1)\n- print(2)\np after` },
  { name: 'a function that calls a mixin, called by a value', page: `mixin m(x)\n  i= x\n  p ${long('m')}\n- function print (x) {\n  +m(x)\n- return 7 }\np before ${long()}\np= print(1)\n!= print(3)\np(title=print(4)) after\n- print(2)` },
  { name: 'a page that catches, without debugging', options: { compileDebug: false }, page: `- try {\np ${long('1')} #{n} ${long('2')} #{fails()} ${long('3')}\n- } catch (error) {\np caught #{error.message} ${long('4')}\n- }\np ${long('5')}`, locals },
  { name: 'a page that catches what a mixin throws', options: { compileDebug: false }, page: `mixin m\n  p ${long('m')}\n  p= fails()\n- try {\n+m\n- } catch (error) {\np caught #{error.message}\n- }\np ${long('5')}`, locals },
  { name: 'a page that catches, unescaped', options: { compileDebug: false }, page: `- try {\np a !{raw} b !{fails()}\n- } catch (error) {\np caught\n- }\np ${long('5')}`, locals },
  { name: 'returns early', page: `p ${long()}\n- if (n)\n  - return\np never`, locals },
  { name: 'returns a string', page: `p ${long()}\n- return 'x' + n\np never`, locals },
  { name: 'returns in a function', page: `- function f () { return 1 }\n- [1, 2].forEach(function (x) { if (x) return })\np= f()\np ${long()}` },
  { name: 'labels', page: `- outer: for (var i = 0; i < 3; i++)\n  - for (var j = 0; j < 3; j++)\n    - if (j === 1) continue outer\n    p #{i} #{j} ${long()}` },
  { name: 'with statement', page: `- with (user) {\np= name\np ${long()}\n- }`, locals },
  { name: 'eval', page: `- eval('var z = 1')\np= typeof z\np ${long()}` },
  { name: 'a value that is a sequence', page: `p= (n, 5)\np!= (n, 6)\np ${long()}`, locals },
  { name: 'a value that assigns', page: `p= n = 4\np!= n += 1\np= n\np ${long()}`, locals },
  { name: 'a value that awaits nothing', page: `p= (async () => 1)() instanceof Promise\np ${long()}` },
  { name: 'optional chaining and nullish', page: `- var name = user?.name ?? 'x'\np= name\n- var none = user.none?.deep\np= none\np ${long()}`, locals },
  { name: 'syntax that the lexer does not know', page: 'p= user?.name', locals, throws: true },
  { name: 'regular expressions and comments', page: `p= /<\\/p>/.test(raw) /* c */\n- // comment ${long()}\n- var a = 1 // trailing\np= a\np ${long()}`, locals },
  { name: 'a static block that prints', options: { self: true }, page: `- class A { static {\np ${long('a')}\n- } static y () {\np ${long('b')}\n- return 2 } }\np= A.y()\n- A.y()\np ${long('c')}` },
  { name: 'loops without braces', page: `- var i = 0\n- while (i++ < 2)\np ${long('a')}\np= i\n- for (const x of [1, 2])\np ${long('b')}` },
  { name: 'classes and getters', page: `- class A { get x () { return '<' } static y () { return 2 } }\np= new A().x\np= A.y()\np ${long()}` },
  { name: 'a value with side effects of its conversion', page: `- var count = 0\n- var o = { toString: function () { return '<' + ++count } }\np= o\np!= o\np(a=\`\${o}\` b=o) ${long()}\np= count` }
]
