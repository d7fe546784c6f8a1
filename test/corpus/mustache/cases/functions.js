'use strict'

module.exports = {
  person: { first: 'Ada', last: '<L>', name () { return `${this.first} ${this.last}` } },
  bold: () => (text, render) => `<b>${render(text)}</b>`,
  cases: {
    'as values of an outer scope, with the item as this': { page: '{{#rows}}{{up}},{{/rows}}', locals: [{ rows: [{ v: 'a' }, { v: 'b' }], up () { return this.v.toUpperCase() } }] },
    'as the item': { page: '{{#fns}}{{.}}{{/fns}}', locals: [{ fns: [() => 'a', () => '<b>'] }] },
    'that give a function': { page: '{{f}}', locals: [{ f: () => function given () { return 1 } }] },
    'that give nothing': { page: '[{{f}}{{{f}}}{{g}}]', locals: [{ f () {}, g: () => null }] },
    'that count': { page: '{{n}}{{n}}{{{n}}}', locals: [() => { let n = 0; return { n: () => ++n } }] },
    arguments: { page: '{{n}}', locals: [{ n: (...args) => args.length }] },
    'as sections, truthy or not': { page: '{{#yes}}y{{/yes}}{{#no}}n{{/no}}{{^no}}i{{/no}}{{#list}}{{.}}{{/list}}{{#object}}{{x}}{{/object}}', locals: [{ yes: () => true, no: () => false, list: () => [1, 2], object: () => ({ x: 'o' }) }] },
    'a lambda with the view as this': { page: '{{#rows}}{{#wrap}}{{v}}{{/wrap}}{{/rows}}', locals: [{ rows: [{ v: 1 }, { v: 2 }], wrap () { return function (text, render) { return `[${this.v}:${text}:${render(text)}]` } } }] },
    'a lambda that gets the text as written': { page: '{{#f}} {{! c }} {{a}}\n {{{b}}} {{#c}} {{/c}} {{/f}}', locals: [{ f: () => (text) => text }] },
    'a lambda that ignores the text': { page: '[{{#f}}x{{/f}}]', locals: [undefined, null, '', 0, false, 5, ['a', 'b'], {}].map((value) => ({ f: () => () => value })) },
    'a lambda that gives a symbol': { page: '{{#f}}x{{/f}}', locals: [{ f: () => () => Symbol('s') }], throws: true },
    'a lambda that renders other text': { page: '{{#f}}x{{/f}}', locals: [{ f: () => (text, render) => render('{{a}} {{{a}}} {{#list}}{{.}}{{/list}} {{>part}} {{missing}}'), a: '<', list: [1, 2] }], partials: { part: 'part of {{a}}\n' } },
    'a lambda that renders text again and again': { page: '{{#rows}}{{#f}}{{.}}{{/f}}{{/rows}}', locals: [{ rows: [1, 2, 3], f () { return (text, render) => render(`${text}{{.}}${this}`) + render(text) + render('') } }] },
    'a lambda that renders nothing': { page: '[{{#f}}x{{/f}}]', locals: [undefined, null, '', 0, false].map((value) => ({ f: () => (text, render) => render(value) })) },
    'a lambda that renders a number': { page: '[{{#f}}x{{/f}}]', locals: [{ f: () => (text, render) => render(5) }], throws: true },
    'a lambda that renders a list': { page: '[{{#f}}x{{/f}}]', locals: [{ f: () => (text, render) => render(['a']) }], throws: true },
    'a lambda that renders a template with an error': { page: '[{{#f}}x{{/f}}]', locals: [{ f: () => (text, render) => render('{{#a}}') }], throws: true },
    'a lambda kept for later': { page: '{{#keep}}{{x}}{{/keep}}{{#in}}{{later}}{{/in}}', locals: [() => { let kept; return { x: 'outer', in: { x: 'inner' }, keep: () => (text, render) => { kept = () => render(text) }, later: () => kept() } }] },
    'a lambda whose text holds what users send': { page: '{{#f}}x{{/f}}', locals: [{ f: () => (text, render) => render('{{=$1 .*=}}$1a.*('), a: 1 }] },
    'that throws': { page: '{{f}}', locals: [{ f () { throw new RangeError('from a value') } }], throws: true },
    'a lambda that throws': { page: '{{#f}}{{/f}}', locals: [{ f: () => () => { throw new RangeError('from a lambda') } }], throws: true },
    'that throws what is no error': { page: '{{f}}', locals: [{ f () { throw 'text' } }], throws: true } // eslint-disable-line no-throw-literal
  }
}
