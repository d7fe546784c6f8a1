'use strict'

const fail = () => { throw new TypeError('Failed') }

module.exports = {
  locals: () => ({
    s: '<s>',
    n: 1,
    list: [1, 2],
    fails: fail,
    object: { get x () { return fail() }, fn: fail, y: { toString: fail } },
    text: { toString: fail },
    nothing: () => { throw undefined }, // eslint-disable-line no-throw-literal
    words: () => { throw 'words' } // eslint-disable-line no-throw-literal
  })
}
