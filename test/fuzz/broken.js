'use strict'

// Loaded before the fuzzer by its test: breaks what ours renders and sends.

const { Rendered } = require('../../lib/page/rendered')
const { Responder } = require('../../lib/response/respond')

Rendered.prototype.toString = () => 'broken'
Rendered.prototype.toBuffer = () => Buffer.from('broken')

const { send } = Responder.prototype
Responder.prototype.send = function (exchange, ...rest) {
  exchange.res.setHeader('Vary', 'broken')
  return send.call(this, exchange, ...rest)
}
