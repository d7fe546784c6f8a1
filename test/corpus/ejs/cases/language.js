'use strict'

class Money {
  constructor (amount, currency = 'USD') { Object.assign(this, { amount, currency }) }
  static parse (text) { return new Money(...text.split(' ')) }
  toString () { return `${this.amount} ${this.currency}` }
}

class Point {
  constructor (x, y) { Object.assign(this, { x, y }) }
}

module.exports = {
  Money,
  Point,
  user: { name: '<Ann>', email: 'a@b.c', greet: () => 'hello' },
  tag: (strings, ...values) => strings.map((string, i) => `${string}(${values[i] ?? ''})`).join(''),
  helper: (x) => `helped ${x}`,
  pick: () => Money,
  identity: (strings) => strings
}
