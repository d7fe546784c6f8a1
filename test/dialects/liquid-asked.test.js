'use strict'

const fs = require('node:fs')
const express = require('express')
const liquidjs = require('liquidjs')
const bufferedRender = require('../..')
const { copied } = require('../support/copied-package')
const { exchange } = require('../support/exchange')
const { fragmentsOf } = require('../support/fragments-of')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')
const { endingOf } = require('./side-by-side')

// What Liquid and the app decide, they decide at each render, as without the library. Each test renders by Liquid alone beside it.

const { Liquid } = liquidjs
const long = 'lorem ipsum '.repeat(30)

let folder
beforeEach(() => {
  folder = viewFolder({
    'page.liquid': `${long}{{ a }}{% include "part" %}`,
    'part.liquid': `${long}part`,
    'relative.liquid': '{% include "./part" %}',
    'other/part.liquid': 'other',
    'other/relative.liquid': '{% include "./part" %}'
  })
})

const file = (name) => folder.file(name)
const write = (files) => { for (const name in files) fs.writeFileSync(file(name), files[name]) }
const create = (options, Class = Liquid) => new Class({ root: [file('')], extname: '.liquid', ...options })

/** @returns {() => object} makes an instance, and sets it up */
const makerOf = (setUp, options) => () => {
  const engine = create(options)
  setUp(engine)
  return engine
}

/**
 * Makes the steps on both sides, and renders a page after each.
 *
 * @param {() => object} make an instance, with its own state
 * @param {((engine: object) => void)[]} steps
 * @returns {Promise<object[]>} the endings of Liquid alone, which those of the dialect equal
 */
async function besideLiquid (make, steps, { cache, name = 'page.liquid', locals = () => ({ a: 'x' }) } = {}) {
  const [stock, own] = [make(), make()]
  const templates = templatesOf('liquid', own, { cache })
  const endings = []
  for (const step of steps) {
    step(stock)
    endings.push(await endingOf({}, () => stock.renderFile(file(name), locals())))
    step(own)
    expect(await endingOf({}, async () => String(await templates.load(file(name)).render(locals())))).toEqual(endings.at(-1))
  }
  return endings
}

/** @returns {number} how many different endings there are */
const distinct = (endings) => new Set(endings.map((ending) => JSON.stringify(ending))).size
const nothing = () => {}

describe.each([true, false])('with the view cache %s', (cache) => {
  test.each([
    ['frozen', (engine) => Object.freeze(engine)],
    ['frozen, with its options, filters and tags', (engine) => {
      for (const each of [engine.options, engine.filters, engine.tags]) Object.freeze(each)
      return Object.freeze(engine)
    }],
    ['sealed', (engine) => Object.seal(engine)],
    ['inherited from', (engine) => Object.create(engine)],
    ['a proxy', (engine) => new Proxy(engine, { set: () => { throw new Error('written') }, defineProperty: () => { throw new Error('defined') } })]
  ])('an instance that is %s', async (_, change) => {
    const [{ output }] = await besideLiquid(() => change(create()), [nothing, nothing], { cache })
    expect(output).toBe(`${long}x${long}part`)
  })

  test.each([
    ['options', 'page.liquid', (engine) => { engine.options = { ...engine.options, partials: [file('other')] } }],
    ['the folders', 'page.liquid', (engine) => { engine.options.partials = [file('other')] }],
    ['a folder', 'page.liquid', (engine) => { engine.options.partials[0] = file('other') }],
    ['an option that is new', 'page.liquid', (engine) => { engine.options = Object.create(engine.options, { partials: { value: [file('other')], enumerable: false } }) }],
    ['relativeReference', 'other/relative.liquid', (engine) => { engine.options.relativeReference = false }],
    ['the extension', 'page.liquid', (engine) => { engine.options.extname = '.none' }]
  ])('%s, replaced after the first page', async (_, name, step) => {
    expect(distinct(await besideLiquid(create, [nothing, step, nothing], { cache, name }))).toBe(2)
  })

  test('options that are inherited', async () => {
    const base = []
    const make = () => {
      const engine = create()
      base.push(engine.options)
      return Object.assign(engine, { options: Object.create(engine.options) })
    }
    const change = () => base.forEach((options) => { options.partials = [file('other')] })
    expect(distinct(await besideLiquid(make, [nothing, change], { cache }))).toBe(2)
  })

  test('a file that two folders name', async () => {
    write({ 'page.liquid': '{% include "relative" %}{% include "other/relative" %}' })
    const [{ output }] = await besideLiquid(create, [nothing, nothing], { cache })
    expect(output).toBe(`${long}partother`)
  })

  test('an option that a filter replaces while a page is rendered', async () => {
    write({ 'page.liquid': '{% include "part" %}{{ "other" | to }}{% include "part" %}' })
    const make = makerOf((engine) => engine.registerFilter('to', (name) => { engine.options.partials = [file(name)] }))
    const [first] = await besideLiquid(make, [nothing, (engine) => { engine.options.partials = [file('')] }], { cache })
    expect(first.output).toBe(`${long}partother`)
  })

  describe.each([false, true, 5])('with the cache of Liquid %j', (own) => {
    const counting = {
      'by its token': function () { this.token.seen = (this.token.seen ?? 0) + 1; return this.token.seen },
      'by a token that it takes from its this': function () { const { token } = this; token.seen = (token.seen ?? 0) + 1; return token.seen },
      'that another function gets': function (...args) { return counting['by its token'].apply(this, args) },
      'as an object': { raw: true, handler () { this.token.seen = (this.token.seen ?? 0) + 1; return this.token.seen } },
      'by a proxy': new Proxy(() => {}, { apply: (target, self, args) => counting['by its token'].apply(self, args) })
    }
    test.each(Object.entries(counting))('a filter keeps state %s', async (_, filter) => {
      write({ 'page.liquid': `${long}{{ a | nth }}{% for x in (1..2) %}{{ a | nth }}{% endfor %}{% include "part" %}`, 'part.liquid': '{% cycle a | nth, "b" %}' })
      const [{ output }, second] = await besideLiquid(makerOf((engine) => engine.registerFilter('nth', filter), { cache: own }), [nothing, nothing, nothing], { cache })
      expect(output).toBe(`${long}1121`)
      expect(second.output).toBe(own ? `${long}2342` : output)
    })

    test('a filter keeps state in a grouped expression, and is registered later', async () => {
      write({ 'page.liquid': '{{ (a | nth) }}' })
      const register = (engine) => engine.registerFilter('nth', counting['by its token'])
      await besideLiquid(() => create({ cache: own, groupedExpressions: true }), [nothing, register, nothing, nothing], { cache })
    })

    test('outputEscape keeps state', async () => {
      write({ 'page.liquid': '{{ a }}{% echo a %}' })
      await besideLiquid(() => create({ cache: own, outputEscape: counting['by its token'] }), [nothing, nothing], { cache })
    })

    test.each(['filters', 'tags', 'options'])('%s are replaced when a tag is parsed', async (kind) => {
      write({ 'page.liquid': '{{ a | made }}{% replaces %}{{ a | made }}{% if a %}{% include "part" %}{% endif %}', 'part.liquid': '{{ a | made }}' })
      const replacements = {
        filters: () => ({ made: () => 'made' }),
        tags: ({ tags }) => ({ ...tags, include: tags.replaces }),
        options: ({ options }) => ({ ...options, outputEscape: () => 'escaped' })
      }
      const make = makerOf((engine) => engine.registerTag('replaces', { parse () { this.liquid[kind] = replacements[kind](this.liquid) }, render () {} }), { cache: own })
      const endings = await besideLiquid(make, [nothing, nothing, nothing], { cache })
      expect(endings[0].output).toMatch({ filters: 'xmade', tags: /^xx$/, options: 'escaped' }[kind])
    })

    test.each([
      ['takes itself away', `${long}{% once %}`, ({ tags }) => { delete tags.once }],
      ['is another one from its first place on', `${long}{% once %}{% once %}`, ({ tags }) => { tags.once = tags['#'] }]
    ])('a tag that %s when it is parsed', async (_, page, parse) => {
      write({ 'page.liquid': page })
      const make = makerOf((engine) => engine.registerTag('once', { parse () { parse(this.liquid) }, render: () => 'once' }), { cache: own })
      const [{ output }] = await besideLiquid(make, [nothing, nothing], { cache })
      expect(output).toBe(`${long}once`)
    })

    test.each([
      ['the parsing of a tag', (engine, once) => engine.registerTag('fails', { parse: once, render: () => 'rendered' })],
      ['a tag', (engine, once) => engine.registerTag('fails', { render: once })],
      ['a filter', (engine, once) => { engine.registerTag('fails', { render: () => 'rendered' }); engine.registerFilter('upcase', once) }]
    ])('the first error of %s', async (_, register) => {
      write({ 'page.liquid': '{% fails %}{{ a | upcase }}' })
      const make = makerOf((engine) => {
        let failed = false
        register(engine, () => {
          if (failed) return 'later'
          failed = true
          throw new Error('first')
        })
      }, { cache: own })
      const [first, second] = await besideLiquid(make, [nothing, nothing], { cache })
      expect(first.error.message).toMatch('first')
      expect(second.output).toBeDefined()
    })
  })
})

test('without the view cache, a file is parsed at each render', async () => {
  write({ 'page.liquid': '{{ a | own }}{% include "part" %}', 'part.liquid': '{{ a | own }}' })
  const counts = []
  const make = makerOf((engine) => {
    const i = counts.push(0) - 1
    engine.registerFilter('own', { get handler () { return ++counts[i] && ((text) => text) } })
  })
  await besideLiquid(make, [nothing, nothing, nothing], { cache: false })
  expect(counts[1]).toBe(counts[0])
})

test.each([true, false])('a file system of the app answers by tenant, with the view cache %s', async (cache) => {
  for (const own of [undefined, new Map()]) {
    const log = []
    let tenant
    const make = () => {
      const calls = []
      log.push(calls)
      const tell = (name, answer) => (...args) => { calls.push([name, ...args].join(' ')); return answer(...args) }
      return create({
        cache: own && { read: tell('read', () => undefined), write: tell('write', nothing), remove: tell('remove', nothing) },
        fs: {
          exists: tell('exists', async () => true),
          readFile: tell('readFile', async (name) => name.endsWith('part') ? tenant : '{% include "part" %}'),
          contains: tell('contains', async () => true),
          resolve: tell('resolve', (_, name) => `${tenant}:${name}`),
          dirname: () => '',
          sep: '/'
        }
      })
    }
    const endings = await besideLiquid(make, ['a', 'b', 'a'].map((name) => () => { tenant = name }), { cache })
    expect(endings.map(({ output }) => output)).toEqual(['a', 'b', 'a'])
    expect(log[1]).toEqual(log[0])
  }
})

test('a cache of the app gets what Liquid gives it, in the same order', async () => {
  const logs = []
  const make = () => {
    const [log, cache] = [[], new Map()]
    logs.push(log)
    return create({
      cache: {
        read (key) { log.push(`read ${key}`); return cache.get(key) },
        write (key, value) { log.push(`write ${key} ${typeof value.then}`); cache.set(key, value) },
        remove (key) { log.push(`remove ${key}`); cache.delete(key) }
      }
    })
  }
  await besideLiquid(make, [nothing, () => fs.rmSync(file('part.liquid'), { force: true }), nothing])
  await besideLiquid(make, [nothing], { name: 'relative.liquid' })
  expect(logs[1]).toEqual(logs[0])
  expect(logs[3]).toEqual(logs[2])
})

describe('a file is spliced, and kept or not', () => {
  const once = `${long}{{ a | own }}`
  test.each([
    ['a filter of Liquid', 'upcase', true],
    ['a filter of the app, which may read its token', 'own', false]
  ])('with %s', async (_, name, isKept) => {
    write({ 'page.liquid': once.replace('own', name) })
    const engine = create()
    engine.registerFilter('own', (text) => `${text}!`)
    const templates = templatesOf('liquid', engine)
    const [first, second] = [1, 2].map(() => fragmentsOf(templates.load(file('page.liquid')).render({ a: 1 })))
    expect(first).toHaveLength(1)
    expect(first[0] === second[0]).toBe(isKept)
  })
})

describe.each(['before', 'after'])('a method of a class that finds or parses files is replaced %s the first page', (moment) => {
  test.each([
    ['lookup', ({ parser }) => parser.loader.constructor.prototype],
    ['parse', ({ parser }) => parser.constructor.prototype],
    ['parseToken', ({ parser }) => parser.constructor.prototype]
  ])('%s: it is called as often', async (method, prototypeOf) => {
    const calls = []
    const make = () => {
      const engine = create({}, copied('liquidjs').Liquid)
      const own = []
      calls.push(own)
      if (moment === 'before') patch(engine, own)
      return Object.assign(engine, { own })
    }
    const patch = (engine, own) => {
      const prototype = prototypeOf(engine)
      const original = prototype[method]
      prototype[method] = function (...args) {
        own.push(String(args[0]))
        if (own.length === 1) throw new Error('first')
        return original.apply(this, args)
      }
    }
    await besideLiquid(make, [nothing, (engine) => moment === 'after' && patch(engine, engine.own), nothing, nothing])
    expect(calls[1]).toEqual(calls[0])
    expect(calls[0].length).toBeGreaterThan(3)
  })
})

describe('with Express', () => {
  /** Renders the page three times, with the middleware or without. */
  async function pagesOf (isOurs, prepare, { viewCache = false } = {}) {
    const app = express().set('views', file('')).set('view engine', 'liquid').set('env', 'test').set('view cache', viewCache)
    const engine = prepare(app)
    app.engine('liquid', engine.express())
    if (isOurs) app.use(bufferedRender({ compress: false }))
    app.get('/', (req, res) => res.render('page', { a: 'x' }))
    app.use((error, req, res, next) => res.status(500).send(error.message))
    const pages = []
    for (let i = 0; i < 3; i++) {
      const { status, body } = await exchange(app)
      pages.push([status, String(body)])
    }
    return pages
  }

  test.each([true, false])('the first call of a function that cannot add the folders fails, with the view cache %s', async (viewCache) => {
    for (const type of ['root', 'layouts']) {
      const prepare = makerOf(({ options }) => { options[type] = Object.freeze([file('')]) })
      const [stock, ours] = [await pagesOf(false, prepare, { viewCache }), await pagesOf(true, prepare, { viewCache })]
      expect(stock.map(([status]) => status)).toEqual([500, 200, 200])
      expect(ours).toEqual(stock)
    }
  })

  test.each([
    ['the first call of one that Liquid renders itself fails, too', () => Object.assign(create(), {
      options: { ...create().options, root: Object.freeze([file('')]) },
      renderer: { renderTemplates: () => 'own' }
    })],
    ['a frozen instance', () => Object.freeze(create())]
  ])('%s', async (_, prepare) => {
    expect(await pagesOf(true, prepare)).toEqual(await pagesOf(false, prepare))
  })
})
