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

module.exports = {
  Money,
  Point,
  user,
  tag,
  helper: (x) => `helped ${x}`,
  pick: () => Money,
  identity: (strings) => strings
}
