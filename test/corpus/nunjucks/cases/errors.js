'use strict'

module.exports = {
  locals: () => ({ x: '<x>', nil: null, f: () => { throw new RangeError('f failed') }, promise: () => { throw Object.assign(new Error('with a line'), { lineno: 7, colno: 3 }) } })
}
