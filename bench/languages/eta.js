'use strict'

const { expressFunction } = require('../../test/support/express-function')
const { byName, byPath, readTexts } = require('./files')

function create (views) {
  const { Eta } = require('eta')
  return new Eta({ views, cache: true })
}

module.exports = {
  syntax: {
    extension: 'eta',
    print: '<%= it.NAME %>',
    printItem: '<%= NAME %>',
    printArgument: '<%= it.REST %>',
    each: ['<% for (const ITEM of it.LIST) { %>', '<% } %>'],
    if: ['<% if (it.NAME) { %>', '<% } %>'],
    some: ['<% if (it.NAME.length > 0) { %>', '<% } %>'],
    include: "<%~ include('./NAME') %>",
    includeWith: "<%~ include('./NAME', ARGUMENT) %>",
    text: "<%~ include('@NAME') %>",
    extend: "<% layout('./layout') %>\nCONTENT",
    block: '<%~ it.body %>'
  },
  engine ([views, texts]) {
    const instance = create(views)
    for (const [name, text] of Object.entries(readTexts(texts))) instance.loadTemplate(`@${name}`, text)
    return { instance, prepare: byName((name, locals) => instance.render(name, locals)) }
  },
  projectEngine ([root]) {
    const instance = create(root)
    return { instance, prepare: byPath(root, (name, locals) => instance.render(name, locals)), isCallable: () => true }
  },
  packages: {
    eta: {
      setUp (app, views) {
        const instance = create(views)
        const prepare = byName((name, locals) => instance.render(name, locals))
        app.engine('eta', expressFunction((file, locals) => prepare(file)(locals)))
        return instance
      }
    }
  }
}
