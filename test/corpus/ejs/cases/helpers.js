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

function cart () {
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
}

module.exports = [
  { name: 'this in helpers is the locals object', view: 'helpers-this', locals: [helpers] },
  { name: 'this in helpers that are shadowed', view: 'helpers-this-shadowed', locals: [() => ({ whole: function () { return typeof this } })] },
  {
    name: 'this in helpers is the very object named locals',
    view: 'helpers-this-is-locals',
    locals: [() => ({ title, isLocals (locals) { return this === locals }, self () { return this } })]
  },
  {
    name: 'this in helpers without with',
    view: 'helpers-strict-this',
    options: { strict: true, destructuredLocals: ['title', 'describe'] },
    locals: [{ title, whole, describe () { return typeof this } }]
  },
  { name: 'helpers that change shared objects', view: 'helpers-shared', locals: [cart] },
  {
    name: 'what helpers return',
    view: 'helpers-return',
    locals: [{
      html: () => '<b>',
      nothing: () => null,
      undef: () => {},
      zero: () => 0,
      list: () => ['<i>', 1],
      safe: () => ({ toString: () => '<safe>' })
    }]
  }
]
