'use strict'

const { long } = require('../long')

const values = () => ({
  yes: true,
  no: false,
  nil: null,
  zero: 0,
  n: 1.5,
  s: '<"&\'>',
  empty: '',
  list: ['a', ['b', null, 'c'], '', '<d>'],
  flags: { on: true, off: false, '<odd>': 1 },
  style: { color: 'red', background: '"green"', x: '<' },
  date: new Date(0),
  json: { toJSON: () => ({ a: '"<' }) },
  object: { a: "'", b: ['"'] },
  fn: Object.assign(() => 1, { toJSON: () => 'fn' }),
  at: { 'data-a': '<', class: ['p', 'q'], style: { a: 'b' }, title: '"', checked: true, none: null }
})

const names = Object.keys(values())
const each = (make) => names.map(make).join('\n')

module.exports = [
  { name: 'quoted', page: `a(href='google.com') Google\na(class='button' href='google.com') ${long()}\na(class='button', href='x')` },
  { name: 'expressions', page: `body(class=yes ? 'auth' : 'anon')\n  p(a=1 + 2 b=\`t \${s}\` c="x" + s title='${long()}')`, locals: values },
  { name: 'multiline', page: `input(\n  type='checkbox'\n  name='agreement'\n  checked\n  x=\`{\n    "a": 1 }\`\n)\np ${long()}` },
  { name: 'quoted names', page: `div(class='div-class', (click)='play()' '(x)'='y', "z"=n)\n| ${long()}`, locals: values },
  { name: 'every value, escaped', page: each((name) => `p(a=${name} b='${long()}')`), locals: values },
  { name: 'every value, unescaped', page: each((name) => `p(a!=${name} b!='<${long()}>')`), locals: values },
  { name: 'every value, terse', page: `doctype html\n${each((name) => `p(a=${name} b!=${name})`)}`, locals: values },
  { name: 'every value as class', page: each((name) => `p(class=${name})\np.x(class=${name} class!=${name})`), locals: values },
  { name: 'every value as style', page: each((name) => `p(style=${name})\np(style!=${name} style='${long()}')`), locals: values, throws: true },
  { name: 'every value as style, one at a time', page: each((name) => `p(style=${name} a='${long()}')`), locals: values },
  { name: 'every value with &attributes', page: each((name) => `p&attributes({a: ${name}, class: ${name}})\np.x(a='b')&attributes({b: ${name}})`), locals: values },
  { name: '&attributes from locals', page: `div#foo(data-bar="foo" class='x')&attributes(at)\ndiv&attributes(at)(title='${long()}')\np&attributes(at)&attributes({class: 'y', b: no})`, locals: values },
  { name: 'boolean', page: `input(type='checkbox' checked)\ninput(checked=yes)\ninput(checked=no)\ninput(checked=yes.toString())\np ${long()}`, locals: values },
  { name: 'boolean, terse', page: `doctype html\ninput(checked)\ninput(checked=yes && 'checked')\noption(selected=no)\np ${long()}`, locals: values },
  { name: 'classes of all kinds', page: `a.b(class=list class=flags class={x: no, y: yes} class='z ${long()}')\na(class=[])\na(class={})`, locals: values },
  { name: 'static classes and styles', page: `a.b(class=['x', 'y'] style={color: 'red'})\np(style='a:b' class='${long()}')` },
  { name: 'long unescaped attribute around a dynamic one', page: `a(x!='<${long('1')}>' y=s z!='<${long('2')}>')`, locals: values, spliced: true },
  { name: 'missing values', page: `p(a=missing b=missing2 class=missing style=missing x='${long()}')` }
]
