'use strict'

const { long } = require('../long')

const locals = () => ({ fails: () => { throw new RangeError('thrown by a helper') }, throwsText: () => { throw 'text' }, get broken () { throw new Error('getter') }, symbol: Symbol('s') }) // eslint-disable-line no-throw-literal
const failing = (name, line, more = {}) => ({ name: `error: ${name}`, page: `p first ${long()}\np second\n${line}\np ${long('z')}`, locals, throws: true, ...more })

module.exports = [
  failing('a missing value', 'p= missing.name'),
  failing('a missing value, unescaped', 'p!= missing.name'),
  failing('a missing value in an attribute', 'p(a=missing.name)'),
  failing('a missing value in a condition', 'if missing.name\n  p x'),
  failing('a helper', 'p a #{fails()} b'),
  failing('a helper that throws text', 'p= throwsText()'),
  failing('a getter', 'p= 1', { page: `p ${long()}\np= broken`, locals: () => ({ get broken () { throw new Error('getter') } }) }),
  failing('a symbol', 'p!= symbol'),
  failing('a symbol, escaped', 'p= symbol'),
  failing('no primitive', 'p!= Object.create(null)'),
  failing('in a mixin', 'mixin m(x)\n  p x\n  p= x.y.z\n+m({})'),
  failing('in a block of a mixin', 'mixin m\n  div\n    block\n+m\n  p x\n  p= missing.x'),
  failing('in a loop', 'each x in [{a: 1}, {}]\n  p= x.a.toFixed()'),
  failing('in code', '- missing.call()'),
  failing('thrown', "- throw new SyntaxError('thrown')"),
  failing('a file that is not there any more', 'p= missing.x', { page: `p ${long()}\ninclude a`, files: { 'a.pug': 'b\nb= missing.x' } }),
  failing('on a line with CRLF', 'p x\r\np= missing.name\r\n')
]
