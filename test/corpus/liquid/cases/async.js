'use strict'

const later = (value, ms = 0) => new Promise((resolve) => setTimeout(resolve, ms, value))

const locals = () => ({
  p: later('<later>'),
  slow: later('slow', 5),
  object: later({ a: later([1, later({ b: 'deep' })]), fn: async () => ({ x: 'called' }) }),
  list: later(['a', 'b']),
  items: [later('x', 3), 'y', later('z')],
  yes: later(true),
  no: later(false),
  n: later(2),
  nothing: later(undefined),
  nil: later(null),
  fn: async () => 'fn',
  thenable: { then: (resolve) => resolve('thenable') },
  s: '<s>',
  key: later('a')
})

const setUp = (liquid) => {
  liquid.registerFilter('later', async (value, ...args) => `${value}${args.length ? `(${args})` : ''}`)
  liquid.registerFilter('generated', function * (value, arg) { return `${yield value}+${yield arg}` })
  liquid.registerFilter('rejects', async () => { throw new Error('Rejected') })
  liquid.registerFilter('rejectsNothing', () => Promise.reject()) // eslint-disable-line prefer-promise-reject-errors
}

const rejected = (error) => () => {
  const p = Promise.reject(error)
  p.catch(() => {})
  return { p, s: 's', later: later(1) }
}

module.exports = {
  setUp,
  locals,
  named: () => ({ ...locals(), name: later('part') }),
  rejectedError: rejected(new Error('Rejected')),
  rejectedText: rejected('text'),
  rejectedInLoop: rejected(new TypeError('In a loop')),
  rejectedLate: rejected(new TypeError('AsyncChunk')),
  cases: {
    'async outputEscape': { page: '{{ s }}{{ p }}{% echo s %}{% cycle s, p %}$(long)', options: { outputEscape: async (value) => `{${value}}` } },
    'a promise that is rejected in a path': { page: '{{ p.a.b }}', locals: rejected(new TypeError('In a path')), throws: true },
    'an argument that rejects': { page: '{{ s | append: p }}', locals: rejected(new Error('Argument')), throws: true }
  }
}
