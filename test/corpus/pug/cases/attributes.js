'use strict'

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

const each = (make) => Object.keys(values()).map(make).join('\n')

module.exports = {
  values,
  cases: {
    'every value, escaped': { page: each((name) => `p(a=${name} b='$(long)')`), locals: values },
    'every value, unescaped': { page: each((name) => `p(a!=${name} b!='<$(long)>')`), locals: values },
    'every value, terse': { page: `doctype html\n${each((name) => `p(a=${name} b!=${name})`)}`, locals: values },
    'every value as class': { page: each((name) => `p(class=${name})\np.x(class=${name} class!=${name})`), locals: values },
    'every value as style': { page: each((name) => `p(style=${name})\np(style!=${name} style='$(long)')`), locals: values, throws: true },
    'every value as style, one at a time': { page: each((name) => `p(style=${name} a='$(long)')`), locals: values },
    'every value with &attributes': { page: each((name) => `p&attributes({a: ${name}, class: ${name}})\np.x(a='b')&attributes({b: ${name}})`), locals: values }
  }
}
