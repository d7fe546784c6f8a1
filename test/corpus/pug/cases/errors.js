'use strict'

module.exports = {
  locals: () => ({ fails: () => { throw new RangeError('thrown by a helper') }, throwsText: () => { throw 'text' }, get broken () { throw new Error('getter') }, symbol: Symbol('s') }), // eslint-disable-line no-throw-literal
  broken: () => ({ get broken () { throw new Error('getter') } })
}
