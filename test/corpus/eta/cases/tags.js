'use strict'

module.exports = {
  values: [undefined, null, 0, -0, '', '<b>', true, false, 1.5, 10n, NaN, [1, [2, '<3>']], { a: 1 }, new Date(0), () => 1],
  big: 2n,
  converting: { valueOf: () => 'V', toString: () => 'T' },
  primitive: { [Symbol.toPrimitive]: (hint) => hint },
  symbol: Symbol('x'),
  bare: Object.create(null),
  f: () => 'x',
  fails () { throw new Error('<bad>') }
}
