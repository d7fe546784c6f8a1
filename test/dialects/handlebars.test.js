'use strict'

const { execFileSync } = require('node:child_process')
const Handlebars = require('handlebars')
const L = require('../corpus/long').handlebars()
const dialect = require('../../lib/dialects').byName('handlebars')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { Template } = require('../../lib/views/template')
const { shareOf } = require('../support/fragments-of')
const { outcome } = require('../support/outcome')
const { replace } = require('../support/replaced')
const { dialectSuite } = require('./suite')

const templateOf = (source, env = Handlebars.create(), options = {}) => new Template('page.hbs', dialect.compile(source, { engine: env, options }))

/** Renders a source with Handlebars alone and with ours, each with an instance of its own that `setUp` prepares, and that a step may change. */
async function bothRender (source, setUp, steps, runtimeOptions) {
  const alone = (env, template = env.compile(source)) => (locals) => template(locals, runtimeOptions)
  const ours = (env, template = templateOf(source, env, { runtimeOptions })) => (locals) => String(template.render(locals))
  const outputs = []
  for (const side of [alone, ours]) {
    const env = Handlebars.create()
    setUp(env)
    const render = side(env)
    const results = []
    for (const step of steps) {
      if (typeof step === 'function') step(env)
      else results.push(await outcome(() => render({ ...step })))
    }
    outputs.push(results)
  }
  return outputs
}

// Handlebars prints warnings about properties that it does not look up.
beforeEach(() => { jest.spyOn(console, 'error').mockImplementation(() => {}) })

dialectSuite('handlebars')

test('adds numbers that an escape function of the app returns', () => {
  replace(Handlebars.Utils, 'escapeExpression', () => (value) => value)
  const source = `{{n}}{{n}}${L}{{#if n}}{{n}}{{n}}{{/if}}`
  expect(templateOf(source).render({ n: 1 }).toString()).toBe(`2${L}2`)
  expect(Handlebars.create().compile(source)({ n: 1 })).toBe(`2${L}2`)
})

describe('engine fallback', () => {
  const spliced = (source, { setup = () => {}, locals = { n: 1, o: { n: 2 }, yes: true } } = {}) => {
    const env = Handlebars.create()
    env.registerPartial({ p: L, s: 's', q: '{{{n}}}', four: () => 4 })
    setup(env)
    const page = templateOf(source, env).render(locals)
    expect(page.toString()).toBe(env.compile(source)(locals))
    return shareOf(page)
  }

  test.each([
    `{{{n}}}{{{n}}}${L}`,
    `{{{n}}}{{#o}}${L}{{/o}}`,
    '{{{n}}}{{> p}}',
    '{{#if yes}}{{{n}}}{{/if}}{{> p}}',
    '{{> four}}{{> p}}',
    `{{> four}}{{{n}}}{{#if yes}}${L}{{/if}}`,
    `{{#o}}${L}{{/o}}{{> four}}{{{n}}}{{#o}}${L}{{/o}}`
  ])('for adjacent parts that may be numbers: %s', (source) => {
    expect(spliced(source)).toBe(0)
  })

  test.each([
    `{{{n}}}<b>${L}`,
    '{{> p}}{{> p}}{{{n}}}{{{n}}}',
    '{{> p}}{{#if yes}}{{> p}}{{/if}}{{> four}}{{{n}}}',
    '{{#if yes}}{{> p}}{{/if}}<b>{{{n}}}{{{n}}}',
    `{{#if yes}}{{{n}}}{{{n}}}{{/if}}<b>${L}`
  ])('not for other parts: %s', (source) => {
    expect(spliced(source)).toBeGreaterThan(0.9)
  })

  test('for a partial that becomes a function while a block is rendered', async () => {
    const setUp = (env) => {
      let count = 0
      env.registerPartial('p', 'first')
      env.registerHelper('change', () => { env.registerPartial('p', count++ % 2 ? 'other' : () => 5) })
    }
    const [stock, ours] = await bothRender('{{#each list}}{{> p}}{{change}}{{{this}}}{{/each}}', setUp, [{ list: [1, 2, 3, 4] }])
    expect(ours).toEqual(stock)
    expect(stock).toEqual([{ output: 'first152other354' }])
  })

  test.each(['each', 'if', 'unless', 'with', 'blockHelperMissing'])('for an instance with another "%s"', (name) => {
    const setup = (env) => env.registerHelper(name, function ({ fn }) { return fn?.(this) })
    expect(spliced(`${L}{{n}}`, { setup })).toBe(0)
  })
})

describe('fragments', () => {
  const layouts = {
    'a partial block': ['{{#> layout}}{{title}}{{/layout}}', { layout: `${L.repeat(9)}{{> @partial-block}}${L.repeat(9)}` }],
    'partials side by side': ['{{> head}}\n{{> nav}}\n{{{body}}}\n{{> foot}}\n', { head: L.repeat(5), nav: `${L}{{title}}${L.repeat(3)}`, foot: L.repeat(4) }],
    'an indented partial': ['<html>\n  {{> main}}\n</html>', { main: `${L.repeat(4)}{{title}}\n  {{> deep}}\n`, deep: `${L.repeat(5)}{{title}}` }],
    'inline partials': [`{{#> layout}}{{#*inline "main"}}${L}{{title}}{{/inline}}{{/layout}}`, { layout: `${L.repeat(9)}{{> main}}${L}` }],
    'an inline partial with a block': [`{{#*inline "z"}}${L}{{> @partial-block}}{{/inline}}{{#> z}}${L.repeat(20)}{{title}}{{/z}}`, {}],
    'blocks of every kind': [`{{#each l}}${L}{{/each}}{{#if title}}${L}{{/if}}{{#unless no}}${L}{{/unless}}{{#with user}}${L}{{/with}}{{#user}}${L}{{name}}{{/user}}x{{#user.list}}${L}{{/user.list}}`, {}]
  }

  test.each(Object.entries(layouts))('%s: more than 95 % of the bytes', (_, [source, partials]) => {
    const env = Handlebars.create()
    env.registerPartial(partials)
    const template = templateOf(source, env)
    const locals = { title: 'Title', body: '<b>body</b>', l: [1, 2], user: { name: 'n', list: [1] } }
    expect(shareOf(template.render(locals))).toBeGreaterThan(0.95)
    expect(shareOf(template.render(locals))).toBeGreaterThan(0.95)
  })

  test('a partial is spliced after its first use in a helper of the app', () => {
    const env = Handlebars.create()
    env.registerPartial('p', L)
    env.registerHelper('size', function ({ fn }) { return fn(this).length })
    const template = templateOf('{{#size}}{{> p}}{{/size}}{{> p}}', env)
    expect(shareOf(template.render({}))).toBeGreaterThan(0.95)
  })

  test.each(['{{{page}}}', 'x{{{page}}}', '{{#if page}}{{{page}}}{{/if}}', '{{#with page}}<b>{{{this}}}</b>{{/with}}', '{{#each pages}}{{{this}}}-{{/each}}'])('a Rendered keeps its fragments: %s', (source) => {
    const page = new Rendered(['a', new StaticFragment(L), 'b'])
    const rendered = templateOf(source).render({ page, pages: [page, page] })
    expect(rendered.chunks.some((chunk) => chunk === page.chunks[1])).toBe(true)
    expect(rendered.toString()).toBe(Handlebars.compile(source)({ page: page.toString(), pages: [page.toString(), page.toString()] }))
  })

  test('a very deep tree does not create more of them', () => {
    const env = Handlebars.create()
    env.registerPartial('node', `${L}{{#if child}}\n  {{> node child}}\n{{/if}}`)
    const tree = (depth) => depth === 0 ? null : { child: tree(depth - 1) }
    const from = jest.spyOn(Buffer, 'from')
    const template = templateOf('\n  {{> node}}\n', env)
    expect(template.render(tree(30)).toString()).toBe(Handlebars.create().compile('\n  {{> node}}\n')(tree(30), { partials: { node: env.compile(`${L}{{#if child}}\n  {{> node child}}\n{{/if}}`) } }))
    const made = from.mock.calls.length
    template.render(tree(60))
    expect(from.mock.calls.length).toBe(made)
  })
})

describe('a render within another', () => {
  test.each(['returns', 'throws'])('restores the outer render when it %s', (how) => {
    const env = Handlebars.create()
    const inner = templateOf(`${L}{{#if a}}${L}{{boom}}{{/if}}`, env)
    env.registerHelper('boom', () => { if (how === 'throws') throw new Error('boom') })
    env.registerHelper('render', () => {
      try {
        return inner.render({ a: 1 }).toString().length
      } catch (error) {
        return error.message
      }
    })
    const page = templateOf(`a{{#each l}}${L}{{render}}{{/each}}b`, env).render({ l: [1, 2] })
    const expected = how === 'throws' ? 'boom' : 2 * L.length
    expect(page.toString()).toBe(`a${L}${expected}${L}${expected}b`)
  })

  test('of the same template', () => {
    const env = Handlebars.create()
    let depth = 0
    const template = templateOf(`${L}{{#if a}}${L}{{again}}{{/if}}`, env)
    env.registerHelper('again', () => depth++ < 2 ? new env.SafeString(template.render({ a: 1 }).toString()) : 'end')
    expect(template.render({ a: 1 }).toString()).toBe(`${L}${L}`.repeat(3) + 'end')
  })
})

describe('changes between two renders', () => {
  const source = `${L}{{h}}{{> p}}{{#if a}}${L}{{/if}}{{#*inline "z"}}${L}{{h}}{{/inline}}{{> z}}{{#each l}}${L}{{/each}}`
  const changes = {
    'each is replaced': (env) => env.registerHelper('each', (l, { fn }) => `[${fn(1).length}]`),
    'a helper is replaced': (env) => env.registerHelper('h', () => 'other'),
    'a helper is added': (env) => env.registerHelper('a', () => 'added'),
    'a helper is removed': (env) => env.unregisterHelper('h'),
    'a helper has another name': (env) => { env.unregisterHelper('h'); env.registerHelper('a', () => 'other') },
    'a partial is replaced': (env) => env.registerPartial('p', 'other'),
    'all partials are replaced': (env) => { env.partials = { p: 'other' } },
    'all helpers are replaced': (env) => { env.helpers = { ...env.helpers, h: () => 'other' } },
    'inline is replaced': (env) => env.registerDecorator('inline', (fn) => () => `${fn({}).length}`)
  }
  test.each(Object.entries(changes))('%s', async (_, change) => {
    const locals = { a: 1, l: [1] }
    const setUp = (env) => {
      env.registerHelper('h', () => 'h')
      env.registerPartial('p', `${L}{{h}}`)
    }
    const [stock, ours] = await bothRender(source, setUp, [locals, locals, change, locals, locals])
    expect(ours).toEqual(stock)
  })

  test.each([
    ['a render fails within an inline partial', `{{#if a}}{{#*inline "z"}}${L}{{/inline}}{{boom}}{{/if}}{{#if b}}{{> z}}{{/if}}`, [{}, { a: 1 }, { b: 1 }]],
    ['a block that fails is caught', `{{#if a}}{{#attempt}}{{#*inline "z"}}${L}{{/inline}}{{boom}}{{/attempt}}{{/if}}{{#if b}}{{> z}}{{/if}}`, [{ a: 1 }, { a: 1, b: 1 }, { b: 1 }]]
  ])('%s', async (_, source, locals) => {
    const setUp = (env) => env.registerHelper({
      boom: () => { throw new Error('boom') },
      attempt: function ({ fn }) { try { return fn(this) } catch { return 'caught' } }
    })
    const [stock, ours] = await bothRender(source, setUp, locals)
    expect(ours).toEqual(stock)
    expect(stock[2]).toHaveProperty('error')
  })
})

describe('what a partial sets ends with the render', () => {
  const users = [{ user: 'ann' }, {}, { user: 'bob' }, {}]
  const who = '[{{who}}][{{missing 1}}][{{o.x}}]{{#if yes}}{{#*inline "z"}}inline{{/inline}}{{> z}}{{/if}}'
  const setters = {
    'a helper': (options, user) => { options.helpers.who = () => user },
    'another helper in place of one': (options, user) => { options.helpers.upper = () => user },
    'a property of a helper': ({ helpers: { upper }, data }, user) => {
      data.root.seen = `${upper.user}`
      Reflect.set(upper, 'user', user)
    },
    'a hook': (options, user) => { options.hooks.helperMissing = () => user },
    'a decorator': (options, user) => { options.decorators.inline = (fn, props, container) => { container.partials = { ...container.partials, z: () => user } } },
    'what may be read from prototypes': (options) => { options.protoAccessControl.properties.whitelist.x = true }
  }
  const setupOf = (set) => (env) => {
    env.registerHelper({ upper: (text) => text.toUpperCase(), helperMissing: () => 'none' })
    env.registerPartial({
      login (context, options) {
        if (context.user) set(options, context.user)
        return ''
      },
      part: `${L}${who}{{upper "x"}}`
    })
  }

  test.each(Object.entries(setters))('%s', async (_, set) => {
    const renders = users.map((locals) => ({ ...locals, yes: true, o: Object.create({ x: 'inherited' }) }))
    const [stock, ours] = await bothRender(`${L}${who}{{seen}}{{> login}}${who}{{seen}}{{upper "x"}}{{> part}}`, setupOf(set), renders)
    expect(ours).toEqual(stock)
    expect(ours[3]).toEqual(ours[1])
    expect(ours.every(({ output }) => output)).toBe(true)
  })

  test.each(['helperMissing', 'blockHelperMissing'])('a %s of the instance or the call is called as by Handlebars', async (name) => {
    const source = `${L}{{who 1}}{{#user}}${L}{{/user}}{{${name}}}`
    const setup = (env) => env.registerHelper(name, () => 'of the instance')
    for (const more of [{}, { helpers: { [name]: () => 'of the call' } }, { allowCallsToHelperMissing: true }, { helpers: { [name]: () => 'of the call' }, allowCallsToHelperMissing: true }]) {
      const [stock, ours] = await bothRender(source, setup, users, more)
      expect(ours).toEqual(stock)
    }
  })
})

describe('a partial that is a string', () => {
  const slot = (name, text) => `{{#*inline "${name}"}}${text}{{/inline}}`
  const nested = {
    'nested in itself': `{{#> panel}}${slot('footer', 'OUTER')}body {{#> panel}}${slot('footer', 'INNER')}nested{{/panel}}{{/panel}}`,
    'thrice, with a slot twice': `{{#> panel}}${slot('footer', 'a')}{{#> panel}}${slot('footer', 'b')}{{#> panel}}{{on}}{{/panel}}{{/panel}}{{/panel}}`,
    'through another': `{{#> box}}${slot('footer', 'OUTER')}{{#> panel}}${slot('footer', 'INNER')}{{/panel}}{{/box}}`,
    'in a block of the app': `{{#own}}{{#> panel}}${slot('footer', 'OUTER')}{{#> panel}}${slot('footer', 'INNER')}{{/panel}}{{/panel}}{{/own}}`
  }
  const setup = (env) => {
    env.registerHelper('own', function ({ fn }) { return `(${fn(this)})` })
    env.registerPartial({
      panel: `${L}<div>{{> @partial-block}}{{#if on}}<footer>{{> footer}}</footer>{{/if}}</div>`,
      box: `<box>{{#> panel}}${slot('footer', 'BOX')}{{> @partial-block}}{{/panel}}{{> footer}}</box>`
    })
  }
  test.each(Object.entries(nested))('prints the right slot %s', async (_, source) => {
    for (const runtimeOptions of [undefined, { partials: {} }]) {
      const [stock, ours] = await bothRender(source, setup, [{ on: true }, { on: false }, { on: 1 }], runtimeOptions)
      expect(ours).toEqual(stock)
      expect(ours[0]).toHaveProperty('output')
    }
  })

  test('is compiled once if it is registered, and at each render if it comes with the call', () => {
    const env = Handlebars.create()
    const parse = jest.spyOn(env, 'parse')
    const count = (render) => {
      parse.mockClear()
      for (let i = 0; i < 5; i++) render(i)
      return parse.mock.calls.length
    }
    env.registerPartial('page', `${L}{{> part}}`)
    const source = `{{#> page}}${slot('part', 'inline')}{{/page}}`
    expect(count(() => env.compile(source)({}))).toBe(10)
    const template = templateOf(source, env)
    expect(count(() => template.render({}))).toBe(2)
    env.registerPartial('page', `other ${L}{{> part}}`)
    expect(count(() => template.render({}))).toBe(1)
    env.registerPartial('page', `${L}{{> part}}`)
    expect(count(() => template.render({}))).toBe(1)

    const given = (i) => ({ partials: { page: `${i} ${L}` } })
    const sameText = { partials: { page: `given ${L}` } }
    const ofCall = (runtimeOptions) => templateOf('{{> page}}', env, { runtimeOptions })
    expect(count((i) => ofCall(given(i)).render({}))).toBe(10)
    const same = ofCall(sameText)
    expect(count(() => same.render({}))).toBe(6)
  })
})

test('partials nest at least 0.9 times as deep as with Handlebars', () => {
  const partials = {
    itself: { n: '<li>{{v}}{{#if c}}<ul>{{> n c}}</ul>{{/if}}</li>' },
    // One space: Handlebars repeats the lines of all inner partials at each depth.
    indented: { n: '<li>\n{{#each cs}}\n {{> n}}\n{{/each}}\n</li>\n' },
    'two by two': { n: '{{#with c}}{{> m}}{{/with}}', m: '<b>{{> n}}</b>' },
    'as blocks': { n: '{{#if c}}{{#> w}}{{> n c}}{{/w}}{{/if}}', w: '<ul>{{> @partial-block}}</ul>' },
    inline: { n: '{{#*inline "i"}}{{v}}{{#if c}}{{> i c}}{{/if}}{{/inline}}{{> i}}' }
  }
  const ratios = JSON.parse(execFileSync(process.execPath, ['--no-opt', '--no-maglev', '--no-sparkplug', require.resolve('../support/deepest-partial'), JSON.stringify(partials), L]))
  expect(Object.keys(ratios)).toEqual(Object.keys(partials))
  for (const ratio of Object.values(ratios)) expect(ratio).toBeGreaterThan(0.9)
})
