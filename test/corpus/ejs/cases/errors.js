'use strict'

class HttpError extends Error {
  constructor (status, message) {
    super(message)
    this.name = 'HttpError'
    this.status = status
  }
}

class ReadOnlyError extends Error {
  get message () { return 'only a getter' }
}

const once = new Error('the same error')

const fails = [
  () => new Error('<message> & "quotes"'),
  () => new Error(''),
  () => new Error('several\nlines\n'),
  () => new HttpError(404, 'not found'),
  () => new AggregateError([new Error('a')], 'aggregate'),
  () => Object.assign(new Error('has a path'), { path: '/etc/hosts', code: 'ENOENT' }),
  () => Object.assign(new Error('x'), { message: undefined }),
  () => Object.assign(new Error('x'), { message: ['not', 'a string'] }),
  () => Object.assign(Object.create(Error.prototype), { message: 'inherits from Error' }),
  () => new ReadOnlyError(),
  () => Object.freeze(new Error('frozen')),
  () => 'a string',
  () => '',
  () => 42,
  () => null,
  () => undefined,
  () => false,
  () => 10n,
  () => ({ code: 7 }),
  () => ({ message: 'not an Error' }),
  () => Object.freeze({ code: 7 }),
  () => [1, 2]
]

const explode = (text) => { throw new HttpError(500, `exploded ${text}`) }

module.exports = {
  explode,
  throwing: fails.map((make) => () => ({ fail: () => { throw make() } })),
  bad: { toString () { throw new TypeError('toString failed') } },
  throwOnce: () => { once.message = 'reset'; throw once },
  broken: { get broken () { throw new RangeError('getter failed') } }
}
