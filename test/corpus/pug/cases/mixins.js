'use strict'

module.exports = {
  locals: () => ({ n: 1, raw: '<b>', show: (x) => String(x), call: (f) => f(), name: 'pet' })
}
