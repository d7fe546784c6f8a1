'use strict'

module.exports = {
  getter: { get x () { throw new TypeError('from a getter') } },
  broken: { toString () { throw new TypeError('from toString') } }
}
