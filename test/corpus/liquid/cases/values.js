'use strict'

const { long } = require('../long')

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

const own = () => {
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
}

const read = ['instance.mine', 'instance.inherited', 'bare.a', 'bare', 'liquid.a', 'liquid.size', 'getter.x', 'string', 'string.size', 'nested.fn.deep', 'nested.this', 'list.extra', 'list', 're', 'error.message', 'error', 'proxy.a', 'nested', 'instance']

module.exports = [
  ...[{}, { ownPropertyOnly: false }, { ownPropertyOnly: true }].flatMap((options) => read
    .map((path) => ({ name: `${path} ${JSON.stringify(options)}`, page: `{% if true %}{{ ${path} }}|{{ ${path} | append: "x" }}{% endif %}${long()}`, options, locals: own, throws: path === 'bare' }))),
  { name: 'drops', page: `{{ shown }}{{ shown.method }}{{ shown.own }}{{ shown.none }}{{ shown | upcase }}{% if shown == "<drop>" %}same{% endif %}${long()}`, drops },
  { name: 'drops that come later', page: `{{ later.method }}{{ later }}{{ later.none.key }}{{ later | upcase }}{% if later %}yes{% endif %}${long()}{% for d in list %}{{ d }}{{ d.x }}{% endfor %}`, drops },
  { name: 'drops that compare', page: '{% if compared == "same" %}1{% endif %}{% if compared > 1 %}2{% endif %}{% if 1 > compared %}3{% endif %}{% if compared <= 1 %}4{% endif %}{% case compared %}{% when "other" %}a{% when "same" %}b{% endcase %}', drops },
  { name: 'drops, output escaped', page: '{{ shown }}{{ later }}{{ shown.method }}', options: { outputEscape: 'escape' }, drops },
  { name: 'jsTruthy', page: '{% if zero %}a{% endif %}{% if empty %}b{% endif %}{% unless zero %}c{% endunless %}{{ zero | default: 1 }}', options: { jsTruthy: true }, locals: () => ({ zero: 0, empty: '' }) },
  { name: 'a value that cannot be printed', page: 'a\n{{ bare }}', locals: own, throws: true },
  { name: 'a symbol', page: '{{ s }}', locals: () => ({ s: Symbol('s') }) },
  { name: 'an iterator', page: '{{ i }}{{ i | append: "x" }}{% if i %}t{% endif %}', locals: () => ({ i: (function * () { yield 1; return 'end' })() }) },
  { name: 'an iterator that fails', page: '[{{ i }}]', locals: () => ({ i: (function * () { throw new Error('in it') })() }), throws: true },
  { name: 'iterators in a list', page: '{% for i in list %}{{ i }},{% endfor %}', locals: () => ({ list: [(function * () { return 'one' })(), 2] }) }
]
