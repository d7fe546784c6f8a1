'use strict'

/** Makes locals with a getter that counts how often it was asked. */
const counting = (rest = {}) => () => {
  let n = 0
  return { get n () { return ++n }, count: () => n, ...rest }
}

const render = { f: () => (text, render) => render('{{n}}') }

const bare = (own) => () => ({ in: Object.assign(Object.create(null), own) })

module.exports = {
  items: () => ({ list: [counting()(), counting()()], f: render.f, yes: true }),
  changing: () => {
    const locals = { a: 1, in: {}, change () { locals.a++; locals.b = 'new'; return '' } }
    return locals
  },
  cases: {
    'a getter twice': { page: '{{n}}{{n}}{{{n}}}{{#n}}{{.}}{{/n}}{{count}}', locals: [counting()] },
    'a getter once': { page: '{{n}}{{count}}', locals: [counting()] },
    'a getter from an inner scope': { page: '{{n}}{{#in}}{{n}}{{n}}{{/in}}{{n}}', locals: [counting({ in: {} })] },
    'a getter from a section in the same scope': { page: '{{n}}{{#yes}}{{n}}{{/yes}}{{^no}}{{n}}{{/no}}', locals: [counting({ yes: true })] },
    'a getter from a partial': { page: '{{n}}{{>part}}{{n}}', partials: { part: '{{n}}' }, locals: [counting()] },
    'a getter from a lambda': { page: '{{n}}{{#f}}{{n}}{{/f}}', locals: [counting(render)] },
    'a getter with a dotted name': { page: '{{o.n}}{{o.n}}{{#o}}{{n}}{{/o}}', locals: [() => ({ o: counting()() })] },
    'hasOwnProperty where there is none': { page: '{{#in}}{{a}}{{hasOwnProperty}}{{/in}}', locals: [bare({ a: 1 })] },
    'hasOwnProperty that is undefined': { page: '{{#in}}{{a}}{{hasOwnProperty}}{{a}}{{/in}}', locals: [bare({ a: 1, hasOwnProperty: undefined })], throws: true },
    'hasOwnProperty that is a function': { page: '{{#in}}{{a}}{{hasOwnProperty}}{{b}}{{a}}{{/in}}', locals: [{ in: { a: 1, b: 2, hasOwnProperty: () => true } }] },
    ['__proto__']: { page: '{{#in}}{{a}}{{#__proto__}}{{a}}{{/__proto__}}{{a}}{{b}}{{/in}}', locals: [() => ({ in: { a: 1, __proto__: { b: 2, hasOwnProperty: (name) => name === 'b' } } }), { in: {} }] }
  }
}
