'use strict'

const locals = () => ({ fails: () => { throw new RangeError('thrown by a helper') }, throwsText: () => { throw 'text' }, get broken () { throw new Error('getter') }, symbol: Symbol('s') }) // eslint-disable-line no-throw-literal

module.exports = {
  locals,
  broken: () => ({ get broken () { throw new Error('getter') } })
}
