'use strict'

const fail = () => { throw new RangeError('<failed>') }

module.exports = {
  fail
}
