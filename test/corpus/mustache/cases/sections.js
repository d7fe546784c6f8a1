'use strict'

const values = [
  '', 'text', 0, 5, NaN, 10n, true, false, null, undefined, [], [1, 2], [[1], [2, 3]], [true, false], ['<a>', ''],
  {}, { x: 'own' }, [{ x: 1 }, {}, { x: null }], new Map(), new Set([1]), Object('s'), Symbol('s')
]

module.exports = {
  /** Locals whose list grows while it is rendered. */
  growing () {
    const list = [1, 2]
    return { list, grow () { list.push(3); return list.length } }
  },
  each: values.map((value) => ({ value, x: 'outer' })),
  rows: Array.from({ length: 30 }, (_, id) => ({ id, name: `<${id}>`, left: id % 2 === 0 })),
  any: new Proxy({}, { get: (target, key) => typeof key === 'string' ? 'proxy' : undefined })
}
