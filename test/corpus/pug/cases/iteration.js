'use strict'

module.exports = {
  locals: () => ({ list: [1, '<2>', null], none: [], object: { 1: 'one', '<k>': '<v>' }, nothing: {}, text: 'abc', set: new Set(['x', 'y']), map: new Map([['a', 1]]), like: { length: 2, 0: 'p', 1: 'q' } })
}
