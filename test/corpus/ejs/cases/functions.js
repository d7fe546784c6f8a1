'use strict'

const title = 'A <title>'
const items = ['b', '<c>', 'a']
const tree = [{ name: 'root', children: [{ name: '<a>' }, { name: 'b', children: [] }] }]

module.exports = [
  { name: 'declared functions that hold text', view: 'functions-declared', locals: [{ user: { email: 'a@b.c', name: '"Ann" & <Bob>' } }] },
  { name: 'arrow functions and function expressions that hold text', view: 'functions-arrow', locals: [{}] },
  { name: 'functions that append and return', view: 'functions-both', locals: [{}] },
  { name: 'nested functions and closures', view: 'functions-nested', locals: [{ rows: [[1, 2], ['<3>']] }, { rows: [] }] },
  { name: 'recursive functions', view: 'functions-recursive', locals: [{ tree }, { tree: [] }] },
  {
    name: 'functions passed to helpers and array methods',
    view: 'functions-callback',
    locals: [{
      items,
      prefix: 'local ',
      each: (list, fn) => list.forEach(fn, { prefix: '> ' }),
      wrap: (fn) => `<div>${fn()}</div>`
    }]
  },
  { name: 'output captured from __output', view: 'functions-captured', locals: [{ title }] },
  { name: '__output assigned and declared again', view: 'functions-reset', locals: [{ title }] },
  { name: 'parameters of all kinds', view: 'functions-parameters', locals: [{ title, items }] },
  { name: 'methods, getters and classes that hold text', view: 'functions-methods', locals: [{ title }] },
  { name: 'text appended while a value becomes a string', view: 'functions-coercion', locals: [{}] },
  { name: 'the source of functions', view: 'functions-source', locals: [{}] },
  { name: 'the source of functions that use locals', view: 'functions-source-with-locals', locals: [{ title, items }] },
  { name: 'the source of functions that hold text', view: 'functions-source-with-output', locals: [{ title }] },
  { name: 'the source of classes that hold text', view: 'functions-source-of-class', locals: [{ title }] },
  { name: 'the source of functions in errors', view: 'functions-source-in-error', locals: [{ title }] },
  { name: 'the source of a function of another name', view: 'functions-source-of-alias', locals: [{ title }] },
  { name: 'functions with names that EJS provides', view: 'functions-provided', locals: [{ title }], options: { _with: false } },
  { name: 'functions with names that EJS provides, under with', view: 'functions-provided', locals: [{ title }, { title, escapeFn: String }] },
  { name: 'functions with names that EJS provides, in blocks', view: 'functions-provided-in-block', locals: [{ title }] },
  { name: 'functions with names that EJS provides, in blocks, without with', view: 'functions-provided-in-block', locals: [{ title }], options: { _with: false } },
  { name: 'functions kept for later', view: 'functions-returned-later', locals: [{ title, setup: (fn) => { fn(); fn() } }] },
  { name: 'functions that throw after some text', view: 'functions-throw-inside', locals: [{}] },
  { name: 'generators that hold text', view: 'functions-generator', locals: [{ items }] }
]
