'use strict'

const title = 'A <title>'

function whole () { return this?.title }

function helpers () {
  return {
    title,
    count: 0,
    user: { title: 'user', describe () { return `this is ${this.title}` } },
    whole,
    name () { return `${this.title}!` },
    arrow: () => '<arrow>',
    bound: whole.bind({ title: 'bound' }),
    strictThis () { return typeof this },
    get viaGetter () { return `got ${this.title}` },
    increment () { this.count++ },
    nested () { return [1, 2].map((n) => this.title + n) },
    Builder: function () { this.title = 'built' },
    this2: null
  }
}

module.exports = {
  whole,
  helpers,
  cart () {
    const items = []
    const names = []
    let called = false
    return {
      cart: { items, add: (item) => { items.push(item) } },
      shared: { list: [] },
      register: (name) => { names.push(name) },
      registered: () => names,
      once: () => {
        if (called) throw new Error('called twice')
        called = true
      }
    }
  },
  /** What they return. */
  returning: {
    html: () => '<b>',
    nothing: () => null,
    undef: () => {},
    zero: () => 0,
    list: () => ['<i>', 1],
    safe: () => ({ toString: () => '<safe>' })
  },
  isLocals (locals) { return this === locals },
  self () { return this },
  describe () { return typeof this },
  typeOfThis: function () { return typeof this }
}
