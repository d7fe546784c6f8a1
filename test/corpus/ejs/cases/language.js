'use strict'

class Money {
  constructor (amount, currency = 'USD') { Object.assign(this, { amount, currency }) }
  static parse (text) { return new Money(...text.split(' ')) }
  toString () { return `${this.amount} ${this.currency}` }
}

class Point {
  constructor (x, y) { Object.assign(this, { x, y }) }
}

const user = { name: '<Ann>', email: 'a@b.c', greet: () => 'hello' }
const tag = (strings, ...values) => strings.map((string, i) => `${string}(${values[i] ?? ''})`).join('')

module.exports = [
  {
    name: 'conditions and loops',
    view: 'language-control',
    locals: [{ n: 3, items: ['a', 'skip', 'b', 'stop', 'c'], user }, { n: 2, items: [], user: {} }, { n: 0, items: ['x'], user }]
  },
  { name: 'labels', view: 'language-labels', locals: [{ n: 1 }, { n: 0 }] },
  { name: 'switch in one tag', view: 'language-switch', locals: [{ kind: 'a', n: 2 }, { kind: 'b', n: 1 }, { kind: 'z', n: 0 }] },
  { name: 'text between switch and case', view: 'language-switch-text', locals: [{ kind: 'a' }], throws: true },
  {
    name: 'try and catch',
    view: 'language-try',
    locals: [{ notAFunction: 1, items: [1], user, n: 5, nothing: null }, { notAFunction: undefined, items: [{}], user, n: {}, nothing: undefined }]
  },
  {
    name: 'operators and literals',
    view: 'language-operators',
    locals: [{ user, nothing: null, n: 2, items: [1], helper: (x) => `helped ${x}` }, { user: { name: '', greet: null }, nothing: undefined, n: 3, items: [], helper: null }]
  },
  { name: 'globals', view: 'language-globals', locals: [{ n: 2, items: [], user }] },
  { name: 'new', view: 'language-new', locals: [{ Money, lib: { Point }, pick: () => Money }] },
  { name: 'tagged templates', view: 'language-tagged', locals: [() => ({ tag, lib: { tag }, identity: (strings) => strings })] },
  {
    name: 'destructuring',
    view: 'language-destructuring',
    locals: [{ user2: { name: 'Ann', tags: ['a', 'b', 'c'], age: 3 }, items: ['x', 'yy'] }]
  },
  { name: 'code without semicolons', view: 'language-semicolonless', locals: [{}] },
  { name: 'statements of many lines', view: 'language-multiline-statements', locals: [{ items: ['apple ', ' axe', 'bee', '<c>'] }] },
  { name: 'async functions in a synchronous template', view: 'language-async-function', locals: [{}] },
  { name: 'code that fails only where it runs', view: 'language-late-error', locals: [{ x: 1 }] },
  { name: 'classes', view: 'language-class', locals: [{ title: 'A <title>' }] }
]
