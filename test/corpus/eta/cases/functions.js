'use strict'

module.exports = { each: (list, fn) => list.map(fn).join() }
