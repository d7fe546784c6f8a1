'use strict'

const nonStrings = {
  null: null,
  undefined,
  number: 42,
  object: { toString: () => 'toString', valueOf: () => 'valueOf' },
  array: [1, [2, 3]],
  false: false
}

class Page {
  constructor () { this.own = 'own' }
  get inherited () { return 'inherited' }
  method () { return `method of ${this.own}` }
}

/** Options that name a file or folder of the case. */
const withFiles = {
  root: (file) => ({ root: file('') }),
  roots: (file) => ({ root: [file('shared'), file('')] }),
  rootInList: (file) => ({ root: [file('')] }),
  views: (file) => ({ views: [file('shared'), file('partials')] }),
  viewsAsText: (file) => ({ views: file('shared') }),
  includer: (file) => ({
    includer: (name) => {
      if (name === 'virtual') return { template: '<b><%= item %></b>' }
      if (name === 'alias') return { filename: file('partials/item.ejs') }
    }
  })
}

module.exports = {
  ...withFiles,
  shout: (value) => String(value).toUpperCase(),
  bracket: (value) => value == null ? 'nothing' : `[${value}]`,
  toNoString: (value) => nonStrings[value],
  echo: (value) => `echo of ${value}`,
  includeNothing: () => ({ template: '' }),
  contextWithCount: { title: '<this>', get count () { return 2 }, set count (value) {} },
  fixed: Object.freeze({ value: 1 }),
  page: () => new Page()
}
