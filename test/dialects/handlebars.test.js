'use strict'

const Handlebars = require('handlebars')
const L = require('../corpus/handlebars/long')
const dialect = require('../../lib/dialects').byName('handlebars')
const { cacheSetup } = require('../../lib/dialects/handlebars/setup-cache')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { Template } = require('../../lib/views/template')
const { outcome } = require('../support/outcome')
const { dialectSuite } = require('./suite')

const templateOf = (source, env = Handlebars.create(), options = {}) => new Template('page.hbs', dialect.compile(source, { engine: env, options }))

/** Returns the share of a page's bytes in static fragments. */
const staticShare = (page) => page.chunks.filter((chunk) => typeof chunk !== 'string')
  .reduce((sum, { bytes }) => sum + bytes.length, 0) / page.byteLength

// Handlebars prints warnings about properties that it does not look up.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
})

dialectSuite('handlebars')

test('adds numbers that an escape function of the app returns', () => {
  const { escapeExpression } = Handlebars.Utils
  try {
    Handlebars.Utils.escapeExpression = (value) => value
    const source = `{{n}}{{n}}${L}{{#if n}}{{n}}{{n}}{{/if}}`
    expect(templateOf(source).render({ n: 1 }).toString()).toBe(`2${L}2`)
    expect(Handlebars.create().compile(source)({ n: 1 })).toBe(`2${L}2`)
  } finally {
    Handlebars.Utils.escapeExpression = escapeExpression
  }
})

describe('engine fallback', () => {
  const shareOf = (source, { setup = () => {}, locals = { n: 1, o: { n: 2 }, yes: true } } = {}) => {
    const env = Handlebars.create()
    env.registerPartial({ p: L, s: 's', q: '{{{n}}}', four: () => 4 })
    setup(env)
    const page = templateOf(source, env).render(locals)
    expect(page.toString()).toBe(env.compile(source)(locals))
    return staticShare(page)
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
    expect(shareOf(source)).toBe(0)
  })

  test.each([
    `{{{n}}}<b>${L}`,
    '{{> p}}{{> p}}{{{n}}}{{{n}}}',
    '{{> p}}{{#if yes}}{{> p}}{{/if}}{{> four}}{{{n}}}',
    '{{#if yes}}{{> p}}{{/if}}<b>{{{n}}}{{{n}}}',
    `{{#if yes}}{{{n}}}{{{n}}}{{/if}}<b>${L}`
  ])('not for other parts: %s', (source) => {
    expect(shareOf(source)).toBeGreaterThan(0.9)
  })

  test('for a partial that becomes a function while a block is rendered', () => {
    const render = (compile) => {
      const env = Handlebars.create()
      let count = 0
      env.registerPartial('p', 'first')
      env.registerHelper('change', () => { env.registerPartial('p', count++ % 2 ? 'other' : () => 5) })
      return compile(env)({ list: [1, 2, 3, 4] })
    }
    const source = '{{#each list}}{{> p}}{{change}}{{{this}}}{{/each}}'
    const expected = render((env) => env.compile(source))
    expect(render((env) => (locals) => templateOf(source, env).render(locals).toString())).toBe(expected)
    expect(expected).toBe('first152other354')
  })

  test.each(['each', 'if', 'unless', 'with', 'blockHelperMissing'])('for an instance with another "%s"', (name) => {
    const setup = (env) => env.registerHelper(name, function ({ fn }) { return fn?.(this) })
    expect(shareOf(`${L}{{n}}`, { setup })).toBe(0)
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
    expect(staticShare(template.render(locals))).toBeGreaterThan(0.95)
    expect(staticShare(template.render(locals))).toBeGreaterThan(0.95)
  })

  test('a partial is spliced after its first use in a helper of the app', () => {
    const env = Handlebars.create()
    env.registerPartial('p', L)
    env.registerHelper('size', function ({ fn }) { return fn(this).length })
    const template = templateOf('{{#size}}{{> p}}{{/size}}{{> p}}', env)
    expect(staticShare(template.render({}))).toBeGreaterThan(0.95)
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
    from.mockRestore()
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

test('an `each` that is replaced later is called', () => {
  const env = Handlebars.create()
  const template = templateOf(`${L}{{#each l}}${L}{{/each}}`, env)
  expect(template.render({ l: [1] }).toString()).toBe(L + L)
  env.registerHelper('each', (l, { fn }) => `[${fn(1).length}]`)
  expect(template.render({ l: [1] }).toString()).toBe(`${L}[${L.length}]`)
})

describe('changes between two renders', () => {
  const source = `${L}{{h}}{{> p}}{{#if a}}${L}{{/if}}{{#*inline "z"}}${L}{{h}}{{/inline}}{{> z}}`
  const changes = {
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
    const renders = [(env) => env.compile(source), (env) => { const template = templateOf(source, env); return (locals) => template.render(locals).toString() }].map((make) => {
      const env = Handlebars.create()
      env.registerHelper('h', () => 'h')
      env.registerPartial('p', `${L}{{h}}`)
      return { env, render: make(env) }
    })
    const results = []
    for (const { env, render } of renders) {
      const outputs = [await outcome(() => render({ a: 1 })), await outcome(() => render({ a: 1 }))]
      change(env)
      outputs.push(await outcome(() => render({ a: 1 })), await outcome(() => render({ a: 1 })))
      results.push(outputs)
    }
    expect(results[1]).toEqual(results[0])
  })

  test.each([
    ['a render fails within an inline partial', `{{#if a}}{{#*inline "z"}}${L}{{/inline}}{{boom}}{{/if}}{{#if b}}{{> z}}{{/if}}`, [{}, { a: 1 }, { b: 1 }]],
    ['a block that fails is caught', `{{#if a}}{{#attempt}}{{#*inline "z"}}${L}{{/inline}}{{boom}}{{/attempt}}{{/if}}{{#if b}}{{> z}}{{/if}}`, [{ a: 1 }, { a: 1, b: 1 }, { b: 1 }]]
  ])('%s', async (_, source, locals) => {
    const sides = [(env) => env.compile(source), (env) => { const template = templateOf(source, env); return (locals) => template.render(locals).toString() }]
    const results = []
    for (const make of sides) {
      const env = Handlebars.create()
      env.registerHelper('boom', () => { throw new Error('boom') })
      env.registerHelper('attempt', function ({ fn }) { try { return fn(this) } catch { return 'caught' } })
      const render = make(env)
      for (const each of locals) results.push(await outcome(() => render(each)))
    }
    expect(results.slice(3)).toEqual(results.slice(0, 3))
    expect(results[2]).toHaveProperty('error')
  })
})

describe('the setup of a container', () => {
  const [upper, lower, fn] = [() => 'A', () => 'a', () => {}]
  const given = (more) => ({ allowProtoPropertiesByDefault: true, data: {}, ...more })
  const unused = (...all) => {
    const env = Handlebars.create()
    const template = { _setup: jest.fn() }
    const { _setup: setUp } = template
    cacheSetup(env, template)
    for (const [options, change = () => {}] of all) {
      change(env)
      template._setup(options)
    }
    return all.length - setUp.mock.calls.length
  }

  test.each([
    ['without options', [{}], [{}]],
    ['with the same settings', [given()], [given()]],
    ['with other data', [given({ data: { a: 1 } })], [given({ data: { a: 2 } })]],
    ['after a helper has come and gone', [given()], [given(), (env) => { env.registerHelper({ lower }); env.unregisterHelper('lower') }]]
  ])('is reused %s', (_, ...renders) => {
    expect(unused(...renders)).toBe(1)
  })

  test.each([
    ['another helper of the instance', [{}], [{}, (env) => env.registerHelper({ lower })]],
    ['a helper of the instance is replaced', [given()], [given(), (env) => env.registerHelper('log', lower)]],
    ['a helper of the instance is gone', [given()], [given(), (env) => env.unregisterHelper('log')]],
    ['another decorator of the instance', [given()], [given(), (env) => env.registerDecorator('other', fn)]],
    ['other partials of the instance', [{}], [{}, (env) => { env.partials = {} }]],
    ['helpers of the call', [given({ helpers: { upper } })], [given({ helpers: { upper } })]],
    ['no helpers after those of a call', [given({ helpers: { upper } })], [given()]],
    ['helpers of a call after none', [given()], [given({ helpers: {} })]],
    ['partials of the call', [given({ partials: {} })], [given({ partials: {} })]],
    ['decorators of the call', [given({ decorators: { fn } })], [given({ decorators: { fn } })]],
    ['methods that the call allows', [given({ allowedProtoMethods: { trim: true } })], [given({ allowedProtoMethods: { trim: true } })]],
    ['properties that the call allows', [given({ allowedProtoProperties: { a: true } })], [given({ allowedProtoProperties: { a: true } })]],
    ['all methods are allowed', [given()], [given({ allowProtoMethodsByDefault: true })]],
    ['not all properties are allowed', [given()], [given({ allowProtoPropertiesByDefault: false })]],
    ['helperMissing may be called', [given()], [given({ allowCallsToHelperMissing: true })]],
    ['a call as a partial', [given()], [given({ partial: true })], [given()]]
  ])('is made again: %s', (_, ...renders) => {
    expect(unused(...renders)).toBe(0)
  })

  test('is made again after it has failed', () => {
    const template = { _setup: jest.fn().mockImplementationOnce(() => { throw new Error('no') }) }
    const { _setup: setUp } = template
    cacheSetup(Handlebars.create(), template)
    expect(() => template._setup({})).toThrow('no')
    template._setup({})
    expect(setUp).toHaveBeenCalledTimes(2)
  })
})
