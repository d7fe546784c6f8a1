'use strict'

const locals = () => ({ n: 1, raw: '<b>', show: (x) => String(x), call: (f) => f(), name: 'pet' })

module.exports = {
  locals
}
