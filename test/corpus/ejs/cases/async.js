'use strict'

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

module.exports = {
  services,
  promised,
  rejecting
}
