'use strict'

const v8 = require('node:v8')
const vm = require('node:vm')

/** Collects garbage, also in a process without --expose-gc. */
function collectGarbage () {
  v8.setFlagsFromString('--expose-gc')
  vm.runInNewContext('gc')()
}

module.exports = { collectGarbage }
