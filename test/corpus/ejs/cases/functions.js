'use strict'

/** Functions of the app that call, or show, what a page gives them. */
module.exports = {
  same: (fn) => fn,
  each: (list, fn) => list.forEach(fn, { prefix: '> ' }),
  eachOf: (list, fn) => list.forEach(fn),
  wrap: (fn) => `<div>${fn()}</div>`,
  lazy: (toString) => ({ toString }),
  twice: (fn) => { fn(); fn() },
  String
}
