'use strict'

const { long } = require('../long')

const locals = () => ({ a: 5, b: 2, s: '<s>', nil: null, list: [1, 2, 3], o: { k: 'v' } })
const page = (...expressions) => `${long()}${expressions.map((expression) => `{{ ${expression} }}`).join('|')}`

module.exports = [
  { name: 'literals', page: page('1', '1.5', '-1', '"a"', "'b'", 'true', 'false', 'none', 'null', '[1, "<"]', '(1, 2)', '{ a: 1, "b": 2 } | dump', 'r/a+/gi', '"\\n\\"\\\\"'), locals },
  { name: 'arithmetic', page: page('a + b', 'a - b', 'a * b', 'a / b', 'a // b', 'a % b', 'a ** b', '-a', '+a', '(a + b) * 2', 's + 1', 'a ~ b ~ s', '1 + 2 ~ 3'), locals },
  { name: 'comparisons', page: page('a == b', 'a === 5', 'a != b', 'a !== b', 'a > b', 'a < b', 'a >= 5', 'a <= 5', '1 < a < 10'), locals },
  { name: 'logic', page: page('a and b', 'a or b', 'not a', 'not nil and a', '(nil or s) and s'), locals },
  { name: 'in', page: page('1 in list', '9 in list', 'not 1 in list', '1 not in list', '"k" in o', '"s" in s'), locals },
  { name: 'in, of another kind', page: page('1 in a'), locals, throws: true },
  { name: 'inline if', page: page('s if a', 's if nil', 's if nil else "<else>"', '(1 if a) + 1'), locals },
  { name: 'tests', page: page('a is odd', 'a is even', 'nil is none', 'a is defined', 'missing is undefined', 'a is divisibleby(5)', 'a is not odd', 'a is sameas(5)', 's is string', 'list is iterable', 'o is mapping', 'a is greaterthan(b)', 'a is callable', 's is escaped'), locals },
  { name: 'a missing test', page: page('a is strange'), locals, throws: true },
  { name: 'regular expressions', page: '{% set r = r/^f.*/i %}{{ r.test("Foo") }}{{ "<foo>" | replace(r/o/g, "0") }}', locals },
  { name: 'keyword arguments', page: page('f(1, x=2)', 'f(x=s)', 'f()'), locals: () => ({ ...locals(), f: (...args) => JSON.stringify(args) }) },
  { name: 'a slice, without Jinja compatibility', page: page('list[1:2]'), locals, throws: true }
]
