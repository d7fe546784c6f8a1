'use strict'

/** Makes locals with a getter that counts how often it was asked. */
const counting = (rest = {}) => () => {
  let n = 0
  return { get n () { return ++n }, count: () => n, ...rest }
}
const changing = () => {
  const locals = { a: 1, in: {}, change () { locals.a++; locals.b = 'new'; return '' } }
  return locals
}
const render = { f: () => (text, render) => render('{{n}}') }
const items = () => ({ list: [counting()(), counting()()], f: render.f, yes: true })
const bare = (own) => () => ({ in: Object.assign(Object.create(null), own) })

// What a name means is looked up once in each scope, and what a getter gave is kept.
module.exports = [
  { name: 'a getter twice', page: '{{n}}{{n}}{{{n}}}{{#n}}{{.}}{{/n}}{{count}}', locals: [counting()] },
  { name: 'a getter once', page: '{{n}}{{count}}', locals: [counting()] },
  { name: 'a getter in items', page: '{{#list}}{{n}}{{/list}}{{#list}}{{n}}{{n}}{{^none}}{{n}}{{/none}}{{/list}}', locals: [items] },
  { name: 'a getter in an inverted section of an item', page: '{{#list}}{{n}}{{^none}}{{n}}{{/none}}{{/list}}{{#list}}{{^none}}{{n}}{{/none}}{{^none}}{{^none}}{{n}}{{/none}}{{/none}}{{/list}}', locals: [items] },
  { name: 'a getter from an inner scope', page: '{{n}}{{#in}}{{n}}{{n}}{{/in}}{{n}}', locals: [counting({ in: {} })] },
  { name: 'a getter from a section in the same scope', page: '{{n}}{{#yes}}{{n}}{{/yes}}{{^no}}{{n}}{{/no}}', locals: [counting({ yes: true })] },
  { name: 'a getter from a section in an item', page: '{{#list}}{{#yes}}{{n}}{{/yes}}{{n}}{{#yes}}{{n}}{{/yes}}{{/list}}', locals: [items] },
  { name: 'a getter from a partial', page: '{{n}}{{>part}}{{n}}', partials: { part: '{{n}}' }, locals: [counting()] },
  { name: 'a getter from a partial in an item', page: '{{#list}}{{>part}}{{>part}}{{/list}}', partials: { part: '{{n}}' }, locals: [items] },
  { name: 'a getter from a lambda', page: '{{n}}{{#f}}{{n}}{{/f}}', locals: [counting(render)] },
  { name: 'a getter from a lambda in an item', page: '{{#list}}{{#f}}{{n}}{{/f}}{{n}}{{/list}}', locals: [items] },
  { name: 'a getter with a dotted name', page: '{{o.n}}{{o.n}}{{#o}}{{n}}{{/o}}', locals: [() => ({ o: counting()() })] },
  { name: 'a value that changes', page: '{{a}}{{b}}{{change}}{{a}}{{b}}{{#in}}{{a}}{{b}}{{change}}{{a}}{{b}}{{/in}}', locals: [changing] },
  { name: 'hasOwnProperty where there is none', page: '{{#in}}{{a}}{{hasOwnProperty}}{{/in}}', locals: [bare({ a: 1 })] },
  { name: 'hasOwnProperty that is undefined', page: '{{#in}}{{a}}{{hasOwnProperty}}{{a}}{{/in}}', locals: [bare({ a: 1, hasOwnProperty: undefined })], throws: true },
  { name: 'hasOwnProperty that is a value', page: '{{#in}}{{hasOwnProperty}}{{.}}{{/in}}', locals: [{ in: { hasOwnProperty: 5 } }], throws: true },
  { name: 'hasOwnProperty that is a function', page: '{{#in}}{{a}}{{hasOwnProperty}}{{b}}{{a}}{{/in}}', locals: [{ in: { a: 1, b: 2, hasOwnProperty: () => true } }] },
  { name: '__proto__', page: '{{#in}}{{a}}{{#__proto__}}{{a}}{{/__proto__}}{{a}}{{b}}{{/in}}', locals: [() => ({ in: { a: 1, __proto__: { b: 2, hasOwnProperty: (name) => name === 'b' } } }), { in: {} }] },
  { name: '__proto__ that is null', page: '{{#in}}{{__proto__}}{{a}}{{/in}}', locals: [() => ({ in: JSON.parse('{"__proto__":null,"a":1}') })], throws: true }
]
