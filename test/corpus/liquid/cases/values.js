'use strict'

/** Makes the locals that are drops, which are of a class of the package. */
const drops = ({ Drop }) => {
  class Shown extends Drop {
    constructor () {
      super()
      this.own = 'own'
    }

    method () { return `method of ${this.own}` }
    valueOf () { return '<drop>' }
    liquidMethodMissing (key) { return `no ${key}` }
  }
  class AsyncChunk extends Drop {
    async method () { return 'later' }
    async valueOf () { return 'later value' }
    async liquidMethodMissing (key) { return { key } }
  }
  class Compared extends Drop {
    equals (other) { return other === 'same' }
    gt () { return true }
    geq () { return true }
    lt () { return false }
    leq () { return false }
  }
  return () => ({ shown: new Shown(), later: new AsyncChunk(), compared: new Compared(), list: [new Shown(), new AsyncChunk()] })
}

module.exports = {
  own: () => {
    class Base { get inherited () { return 'inherited' } }
    return {
      instance: Object.assign(new Base(), { mine: 'mine' }),
      bare: Object.assign(Object.create(null), { a: 1 }),
      liquid: { toLiquid: () => ({ a: 'of toLiquid', size: 3 }) },
      getter: { get x () { return 'got' } },
      string: Object('boxed'),
      nested: { fn: () => ({ deep: 'deep' }), this () { return this.x }, x: 'x' },
      list: Object.assign([1, 2], { extra: 'extra' }),
      re: /x/,
      error: new Error('E'),
      proxy: new Proxy({}, { get: (target, key) => typeof key === 'string' && key !== 'then' && key !== 'next' ? `got ${key}` : undefined, has: () => true })
    }
  },
  drops,
  cases: {
    'a symbol': { page: '{{ s }}', locals: () => ({ s: Symbol('s') }) },
    'an iterator': { page: '{{ i }}{{ i | append: "x" }}{% if i %}t{% endif %}', locals: () => ({ i: (function * () { yield 1; return 'end' })() }) },
    'an iterator that fails': { page: '[{{ i }}]', locals: () => ({ i: (function * () { throw new Error('in it') })() }), throws: true },
    'iterators in a list': { page: '{% for i in list %}{{ i }},{% endfor %}', locals: () => ({ list: [(function * () { return 'one' })(), 2] }) }
  }
}
