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

const throwing = fails.map((make) => () => ({ fail: () => { throw make() } }))
const items = [1, 2, 3]

const explode = (text) => { throw new HttpError(500, `exploded ${text}`) }
const bad = { toString () { throw new TypeError('toString failed') } }

module.exports = [
  { name: 'an error in a loop', view: 'errors-in-page', locals: [{ items: [{ name: { first: 'a' } }, { name: null }] }], throws: true },
  { name: 'an error on the only line', view: 'errors-first-line', locals: [{}, { missing: null }], throws: true },
  { name: 'an error on the last line', view: 'errors-last-line', locals: [{}, { missing: undefined }], throws: true },
  { name: 'an error in a tag of several lines', view: 'errors-multiline-tag', locals: [{}], throws: true },
  { name: 'an error after a loop that did or did not run', view: 'errors-after-loop', locals: [{ items }, { items: [] }], throws: true },
  { name: 'an error in an include', view: 'errors-in-include', locals: [{}], throws: true },
  { name: 'an error in an include of an include', view: 'errors-in-nested-include', locals: [{}], throws: true },
  { name: 'an error in an include without context', view: 'errors-in-nested-include', options: { compileDebug: false }, locals: [{}], throws: true },
  { name: 'an error in a helper', view: 'errors-in-helper', locals: [{ explode }], throws: true },
  { name: 'errors caught in the page', view: 'errors-caught-in-page', locals: [{ explode }] },
  { name: 'an error thrown again', view: 'errors-rethrown', locals: [{ explode }], throws: true },
  { name: 'everything that can be thrown', view: 'errors-thrown', locals: throwing, throws: true },
  { name: 'everything that can be thrown, without context', view: 'errors-thrown', options: { compileDebug: false }, locals: throwing, throws: true },
  { name: 'everything that can be thrown, in an include', view: 'errors-thrown-in-include', locals: throwing, throws: true },
  { name: 'the same error thrown twice', view: 'errors-same-thrown-twice', locals: [() => ({ fail: () => { once.message = 'reset'; throw once } })] },
  { name: 'an error in a getter', view: 'errors-in-getter', locals: [{ user: { get broken () { throw new RangeError('getter failed') } } }], throws: true },
  { name: 'an error in toString', view: 'errors-in-to-string', locals: [{ bad }], throws: true },
  { name: 'an error in toString of a raw value', view: 'errors-in-to-string-raw', locals: [{ bad }], throws: true },
  { name: 'an error in a template with CRLF', view: 'errors-crlf', locals: [{}], throws: true },
  { name: 'an error in a template outside ASCII', view: 'errors-unicode', locals: [{}], throws: true },
  { name: 'an error in a callback', view: 'errors-in-callback', locals: [{ items }], throws: true },
  { name: 'an error among trimmed tags', view: 'errors-trimmed', locals: [{}], throws: true }
]
