'use strict'

/** Values that are text in some way of their own. */
const VALUES = [undefined, null, 0, -0, 1n, true, NaN, '', '<&>"\'', ['a', ['b']], {}, new Date(0), { toString: () => '<s>', valueOf: () => '<v>' }, () => 1]

module.exports = {
  failing: require('../failing'),
  each: VALUES.map((x) => ({ x })),
  symbol: Symbol('x')
}
