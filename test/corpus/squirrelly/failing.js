'use strict'

module.exports = { fails () { throw new RangeError('fails') }, get getter () { throw new TypeError('getter') } }
