'use strict'

const options = { async: true }

const user = (id) => ({ name: `<user ${id}>` })

function services () {
  return {
    title: 'A <title>',
    html: async () => '<b>raw</b>',
    load: async (id) => user(id),
    ids: async () => [1, 2],
    truthy: async () => true,
    less: async (n) => n < 3,
    fail: async () => { throw new RangeError('rejected') },
    whole: async function () { return this.title },
    change: async () => 'changed',
    stream: async function * () { yield 1; yield 2 }
  }
}

const promised = () => ({ ...services(), title: Promise.resolve('later'), truthy: async () => false })
const rejecting = () => ({ ...services(), load: async (id) => { throw new Error(`no user ${id}`) } })

module.exports = [
  { name: 'await everywhere', view: 'async-positions', options, locals: [services, promised] },
  { name: 'async includes', view: 'async-includes', options, locals: [services] },
  { name: 'for await over values that are not iterable', view: 'async-not-iterable', options, locals: [() => ({ title: 'a', none: undefined }), () => ({ title: 'a', none: null })] },
  { name: 'async functions that hold text', view: 'async-functions', options, locals: [services] },
  { name: 'async helpers and this', view: 'async-this', options, locals: [services] },
  { name: 'a template without await as async', view: 'async-sync-template', options, locals: [services] },
  { name: 'an async template without context', view: 'async-positions', options: { async: true, compileDebug: false }, locals: [services] },
  {
    name: 'async with destructured locals',
    view: 'async-sync-template',
    options: { async: true, strict: true, destructuredLocals: ['title'] },
    locals: [services]
  },
  { name: 'an error after await', view: 'async-error', options, locals: [services, rejecting], throws: true },
  { name: 'a rejection', view: 'async-rejects', options, locals: [services], throws: true },
  { name: 'a rejection in an include', view: 'async-rejects-in-include', options, locals: [services], throws: true },
  { name: 'a rejection in an include without context', view: 'async-rejects-in-include', options: { async: true, compileDebug: false }, locals: [services], throws: true },
  { name: 'rejections caught', view: 'async-caught', options, locals: [services] },
  { name: 'an async template that returns early', view: 'async-early-return', options, locals: [services, promised] },
  { name: 'await in a callback that is not async', view: 'async-await-in-callback', options, locals: [services], throws: true },
  { name: 'a missing include of an async template', view: 'include-not-found', options, locals: [services], throws: true },
  { name: 'a variable named await', view: 'async-name', locals: [{}] },
  { name: 'a variable named await in an async template', view: 'async-name', options, locals: [{}], throws: true }
]
