'use strict'

const { Liquid } = require('liquidjs')
const engines = require('../support/ejs-engines')
const { describeError } = require('../support/outcome')
const { expressVersions } = require('../support/frameworks')
const { expectSame, sideBySide } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const names = ['app', 'response', 'render', 'inherited', 'hidden', 'getter', 'polluted', '_locals']
const print = (name) => `${name}: <%= typeof ${name} === 'undefined' ? '-' : typeof ${name} === 'object' ? Object.keys(${name}) : ${name} %>`
const folder = viewFolder({
  'page.ejs': names.map(print).join('\n') + '\nkeys: <%= Object.keys(locals).sort() %>, cache: <%= cache %>, place: <%= settings.place %>, polluted: <%= locals.polluted %>',
  'values.ejs': '<%- value %>|<%= value %>|<%- [value] %>|<%= typeof value %>|<%= String(value).length %>|<%- JSON.stringify({ value }) %>'
})

class Inheriting {
  constructor () { this.render = 'own' }
  get hidden () { return 'a getter of the class' }
}
Inheriting.prototype.inherited = 'from the prototype'

const hidden = (name, value) => Object.defineProperty({ render: 'own' }, name, { value, enumerable: false })

const cases = [
  { name: 'none' },
  { name: 'null', args: () => [null] },
  { name: 'undefined', args: () => [undefined] },
  { name: 'false', args: () => [false] },
  { name: 'of the response over the app', app: { app: 1, response: 1 }, response: { response: 2 } },
  { name: 'of the render over both', app: { render: 1 }, response: { render: 2 }, args: () => [{ render: 3 }] },
  { name: 'undefined over a value', app: { render: 1 }, response: { response: 2 }, args: () => [{ render: undefined, response: null }] },
  { name: '_locals of its own, which are replaced', response: { response: 1 }, args: () => [{ _locals: { render: 'mine' } }] },
  { name: 'settings over those of the app', args: () => [{ settings: { place: 'the render' } }] },
  { name: 'an instance of a class', args: () => [new Inheriting()] },
  { name: 'with a prototype', args: () => [Object.create({ inherited: 1, render: 2 })] },
  { name: 'with no prototype', args: () => [Object.assign(Object.create(null), { render: 1 })] },
  { name: 'of the response with a prototype', response: Object.create({ inherited: 1 }) },
  { name: 'of the app with a prototype', app: new Inheriting() },
  { name: 'that are not enumerable', args: () => [hidden('hidden', 1)] },
  { name: 'with a getter', args: () => [{ get getter () { return 'got' } }] },
  { name: 'with a symbol', args: () => [{ [Symbol('mine')]: 1, render: 1 }] },
  { name: 'an array', args: () => [['a', 'b']] },
  { name: 'with the name __proto__', args: () => [JSON.parse('{ "__proto__": { "polluted": 1 }, "render": 1 }')] },
  { name: 'of the response with the name __proto__', response: JSON.parse('{ "__proto__": { "polluted": 1 } }') },
  { name: 'with the names constructor and toString', args: () => [{ constructor: 1, toString: 2, hasOwnProperty: 3 }] },
  { name: 'with the names of our own variables', args: () => [{ out: 1, template: 2, __br: 3, escapeFn: 4, include: 5 }] },
  { name: 'that are frozen', args: () => [Object.freeze({ render: 1 })] },
  { name: 'a string', args: () => ['render'] },
  { name: 'a getter that throws', args: () => [{ get getter () { throw new RangeError('from the getter') } }] },
  { name: 'a getter of the response that throws', response: { get getter () { throw new RangeError('from the getter') } } },
  { name: 'a getter of the app that throws', app: { get getter () { throw new RangeError('from the getter') } } },
  { name: 'a proxy that throws', args: () => [new Proxy({ render: 1 }, { get () { throw new RangeError('from the proxy') } })] }
]

const ejsVersions = engines.filter(({ version }) => version === '3' || version === '7')
const versions = expressVersions.flatMap((each) => ejsVersions.map(({ version, engine }) => ({ ...each, engine, ejs: version })))

describe.each(versions)('locals in Express $version with EJS $ejs', ({ express, engine }) => {
  test.each(cases)('$name', async ({ app: appLocals, response, args = () => [] }) => {
    const { alone } = await expectSame(express, ({ app, pages, log }) => {
      app.set('views', folder.file('.')).set('view engine', 'ejs').set('place', 'the app').engine('ejs', engine.renderFile)
      app.locals = Object.assign(Object.create(Object.getPrototypeOf(appLocals ?? {})), app.locals)
      Object.defineProperties(app.locals, Object.getOwnPropertyDescriptors(appLocals ?? {}))
      app.use(pages())
      app.get('/', (req, res) => {
        if (response) res.locals = response
        const given = args()
        try {
          res.render('page', ...given)
        } finally {
          // What Express leaves on the object that it was given.
          log.push(given.map((options) => Object.keys(Object(options))))
        }
      })
      app.use((error, req, res, next) => { res.status(500).json(describeError(error)) })
    }, [{}, {}])

    expect(alone.log).toHaveLength(2)
  })

  test('have their getters read as often as by Express alone, in the same order', async () => {
    const { alone } = await expectSame(express, ({ app, pages, log }) => {
      const noting = (name) => ({ get [name] () { return log.push(name) } })
      app.set('views', folder.file('.')).set('view engine', 'ejs').engine('ejs', engine.renderFile)
      Object.defineProperties(app.locals, Object.getOwnPropertyDescriptors(noting('app')))
      app.use(pages())
      app.get('/', (req, res) => {
        res.locals = noting('response')
        res.render('page', noting('render'))
      })
    })

    expect(alone.log).toEqual(['app', 'response', 'render'])
  })

  test('that a template changes are unchanged in the next render', async () => {
    const changing = viewFolder({ 'page.ejs': '<%= n %> <% n = 2; locals.added = 1; list.push(n) %><%= n %> <%= list %>' })
    const { ours } = await expectSame(express, ({ app, pages }) => {
      app.set('views', changing.file('.')).set('view engine', 'ejs').engine('ejs', engine.renderFile)
      Object.assign(app.locals, { n: 1, list: [] })
      app.use(pages()).get('/', (req, res) => res.render('page'))
    }, [{}, {}])

    expect(ours.answers.map(({ body }) => body)).toEqual(['1 2 2', '1 2 2,2'])
  })
})

describe.each(expressVersions)('locals of Liquid in Express $version', ({ express }) => {
  test.each([true, false])('that an app changes after the call are printed by LiquidJS alone, with cache: %p', async (cache) => {
    const changed = viewFolder({ 'page.liquid': '{{ list | join: " " }}' })
    const { alone, ours } = await sideBySide(express, ({ app, pages }) => {
      app.engine('liquid', new Liquid({ root: changed.file('.'), cache }).express())
      app.set('views', changed.file('.')).set('view engine', 'liquid').use(pages()).get('/', (req, res) => {
        const list = ['before']
        res.render('page', { list })
        list.push('after')
      })
    }, [{}, {}])

    expect(alone.answers.map(({ body }) => body)).toEqual(['before after', 'before after'])
    expect(ours.answers.map(({ body }) => body)).toEqual(['before', 'before'])
  })
})
