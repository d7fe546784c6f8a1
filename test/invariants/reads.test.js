'use strict'

const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress, everyKoa, expressVersions, koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { filesOf, languages, setUpApp } = require('../support/languages')
const { everything, versionsToTest } = require('../support/level')
const { recordEach, recorder } = require('../support/recorded')
const { viewFolder } = require('../support/view-folder')

// On values of an app, the library performs the reads of the engine and the framework, in their order, and no others.

const LONG = `<p>${'lorem ipsum '.repeat(30)}</p>`

class User {
  constructor (name) { this.own = name }
  get name () { return this.own }
  toString () { return `<${this.own}>` }
}

/** What an app passes to views, and to `res.send` and `ctx.body`. */
const VALUES = {
  object: () => ({ a: { b: 1 }, users: [new User('Ann')] }),
  array: () => [1, { a: 1 }],
  'class instance': () => new User('Ann'),
  'object with toPrimitive': () => ({ [Symbol.toPrimitive]: (hint) => `<${hint}>` }),
  'object with toJSON': () => ({ toJSON: () => ({ x: 1 }) }),
  'object with toHTML': () => ({ toHTML: () => '<b>' }),
  function: () => () => '<i>',
  map: () => new Map([['a', { b: 1 }]]),
  promise: () => Promise.resolve('later'),
  thenable: () => ({ then: (resolve) => resolve('later') }),
  'async iterable': () => ({ async * [Symbol.asyncIterator] () { yield 'a' } }),
  iterator: () => [1, 2][Symbol.iterator](),
  error: () => new Error('of the app'),
  date: () => new Date(0),
  'null prototype': () => Object.create(null),
  'inherited properties': () => Object.create(new User('Ann')),
  symbol: () => Symbol('a'),
  'bound function': () => function () { return this.x }.bind({ x: 1 })
}

const names = Object.keys(VALUES)

/** Liquid repeats reads, and the library may repeat fewer of them. */
function withoutRepeats (reads, most) {
  const countsOf = (list) => list.reduce((counts, read) => counts.set(read, (counts.get(read) ?? 0) + 1), new Map())
  const limits = countsOf(most)
  return [...countsOf(reads)].map(([read, count]) => count > limits.get(read) ? `${read}, more often` : read)
}

/** Runs both sides, and expects that they do the same with the values of the app. @returns {Promise<object[]>} the two outcomes */
async function expectSameReads (sides, { isLiquid = false } = {}) {
  const recorders = sides.map(() => recorder())
  const outcomes = []
  for (const [i, side] of sides.entries()) outcomes.push(await side(recorders[i].record))
  const [stock, ours] = recorders.map(({ reads }) => reads)
  expect(isLiquid ? withoutRepeats(ours, stock) : ours).toEqual(isLiquid ? withoutRepeats(stock, stock) : stock)
  return outcomes
}

describe.each(languages)('$name', (language) => {
  const isLiquid = language.name === 'liquid'
  const { engines, corpus, folderOf, open, usualSettings, otherSettings } = require(`../dialects/languages/${language.name}`)
  const settings = everything ? [...usualSettings, ...otherSettings] : usualSettings.slice(0, 1)
  const setups = versionsToTest(engines).flatMap(({ version, engine }) => settings.map((setting) => ({ version, engine, setting })))

  // Filters and views of the corpora choose values by chance.
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0.4)
    jest.spyOn(console, 'error').mockReturnValue()
  })

  test.each(setups)('$version, $setting: each template of the corpus reads what its engine reads', async ({ version, engine, setting }) => {
    const examples = corpus.filter(({ engines, fits }) => (engines?.includes(version) ?? true) && (fits?.(setting) ?? true))
    const found = {}
    for (const example of examples) {
      const folder = folderOf?.(example)
      const readsOf = async (render) => {
        const side = open({ engine, folder, example, setting })
        const { reads, record } = recorder()
        for (const locals of [example.locals ?? (() => ({}))].flat()) {
          for (let time = everything ? 2 : 1; time > 0; time--) {
            side.before?.()
            const page = Promise.resolve().then(() => render(side, recordEach(locals(), record)))
            await Promise.resolve(side.limit?.(page) ?? page).catch(() => {})
            reads.push('end')
          }
        }
        side.close?.()
        return reads
      }
      const stock = await readsOf((side, locals) => side.page(locals))
      const ours = await readsOf(async (side, locals) => (await side.template().render(side.copiesLocals ? { ...locals } : locals)).toString())
      folder?.remove()
      const [expected, actual] = isLiquid ? [withoutRepeats(stock, stock), withoutRepeats(ours, stock)] : [stock, ours]
      const at = actual.findIndex((read, i) => read !== expected[i])
      if (at !== -1 || actual.length !== expected.length) found[example.name] = { expected: expected.slice(at, at + 5), actual: actual.slice(at, at + 5) }
    }
    expect(found).toEqual({})
  }, everything ? 300_000 : 60_000)

  const view = { page: `${LONG}[${language.print('x')}][${language.raw('x')}]${LONG}` }
  const ways = [
    { name: language.name, extension: language.extension, setUp: (app) => setUpApp(language, app) },
    ...Object.entries(language.express ?? {}).filter(([name]) => name !== language.name)
      .map(([name, { extension = language.extension, setUp }]) => ({ name, extension, setUp: (app) => { setUp(app) } }))
  ]
  const folder = viewFolder(Object.assign({}, ...ways.map((way) => filesOf(way, view))))

  const appWith = (express, isOurs, answer, { extension, setUp } = ways[0]) => {
    const app = express().set('env', 'test').set('views', folder.file('')).set('view engine', extension)
    const options = setUp(app)
    if (isOurs) app.use(bufferedRender(options))
    app.get('/', (req, res) => answer(app, res))
    app.use((error, req, res, next) => res.status(500).send(String(error?.message).split('\n').pop()))
    return exchange(app)
  }

  describe.each(expressVersions)('Express $version', ({ express }) => {
    test.each(ways.flatMap((way) => names.map((value) => ({ value, way }))))('$value among the locals, by $way.name', async ({ value, way }) => {
      const side = (isOurs) => (record) => appWith(express, isOurs, (app, res) => {
        app.locals = record(Object.assign(Object.create(null), app.locals), 'app.locals', ['settings'])
        res.locals = record({ shared: 1 }, 'res.locals')
        res.render('page', record({ layout: false, x: VALUES[value]() }, 'options'))
      }, way)
      const [stock, ours] = await expectSameReads([side(false), side(true)], { isLiquid })
      expect(ours).toMatchObject({ status: stock.status, body: stock.body })
    })

    test('a value that throws for unknown properties, and one that is revoked', async () => {
      const strict = () => new Proxy({ [Symbol.toPrimitive]: () => 'Tea', toString: () => 'Tea', ...KNOWN }, { get: readKnown })
      const revoked = () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      }
      for (const create of [strict, revoked]) {
        const [stock, ours] = await Promise.all([false, true].map((isOurs) => appWith(express, isOurs, (app, res) => res.render('page', { x: create() }))))
        expect(ours).toMatchObject({ status: stock.status, body: stock.body })
        expect(stock.status).toBe(create === strict ? 200 : 500)
      }
    })

    test('app.locals that throw for unknown properties', async () => {
      const strict = (locals) => new Proxy(locals, { get: readKnown })
      const [stock, ours] = await Promise.all([false, true].map((isOurs) => appWith(express, isOurs, (app, res) => {
        app.locals = strict(Object.assign(Object.create(null), app.locals))
        res.render('page', { x: 'Tea' })
      })))
      expect([stock.status, ours.status]).toEqual([200, 200])
      expect(ours.body).toEqual(stock.body)
    })
  })

  test('a streamed page asks whether a value is an async iterable, and reads nothing else that its engine does not', async () => {
    const read = async (method, isOurs) => {
      const { reads, record } = recorder()
      const { body } = await appWith(everyExpress.at(-1).express, isOurs, (app, res) => res[method]('page', { x: record(VALUES.object(), 'x') }))
      return { reads, body }
    }
    const stock = await read('render', false)
    const streamed = await read('renderStream', true)
    expect(streamed.body).toEqual(stock.body)
    const more = new Set(streamed.reads.filter((each) => !stock.reads.includes(each)))
    expect([...more]).toEqual(['x.get Symbol(Symbol.asyncIterator)'])
  })
})

/** Properties that engines ask each value for. */
const KNOWN = { then: undefined, next: undefined, toLiquid: undefined, toHTML: undefined, toJSON: undefined, length: undefined, [Symbol.toStringTag]: 'Tea', [Symbol.iterator]: undefined, val: undefined }

function readKnown (target, key) {
  if (!(key in target) && !(key in Object.prototype)) throw new Error(`Unknown property ${String(key)}`)
  return target[key]
}

/** What is left to Express, by how an app comes to it. */
const LEFT = {
  'an engine of its own': (app) => app.engine('ejs', (file, options, done) => done(null, `${options.x}`)),
  'a patched app.render': (app) => {
    const { render } = app
    app.render = function () { return render.apply(this, arguments) }
  },
  'a view that is missing': (app) => app.set('views', `${__dirname}/nowhere`),
  'a name that is no string': (app) => app.set('view name', { toString: () => 'page' })
}

describe.each(everyExpress)('Express $version alone', ({ express }) => {
  const folder = viewFolder({ 'page.ejs': '<%= x %>' })

  test.each(Object.entries(LEFT))('renders what is left to it, with the reads of one render: %s', async (_, setUp) => {
    const side = (isOurs) => (record) => {
      const app = express().set('env', 'test').set('views', folder.file('')).set('view engine', 'ejs')
      if (isOurs) app.use(bufferedRender())
      setUp(app)
      app.locals = record(Object.assign(Object.create(null), app.locals), 'app.locals', ['settings'])
      app.get('/', (req, res) => {
        res.locals = record({ shared: 1 }, 'res.locals')
        res.render(record(app.get('view name') ?? 'page', 'name'), record({ x: new User('Ann') }, 'options'))
      })
      app.use((error, req, res, next) => res.status(500).send(error.message))
      return exchange(app)
    }
    const [stock, ours] = await expectSameReads([side(false), side(true)])
    expect(ours).toMatchObject({ status: stock.status, body: stock.body })
  })

  test.each(names.flatMap((name) => ['send', 'json', 'next', 'throw'].map((how) => [how, name])))('%s of %s', async (how, name) => {
    const side = (isOurs) => (record) => {
      const app = express().set('env', 'test')
      if (isOurs) app.use(bufferedRender())
      app.get('/', (req, res, next) => {
        const value = record(VALUES[name](), 'value')
        if (how === 'throw') throw value
        if (how === 'next') next(value)
        else res[how](value)
      })
      app.use((error, req, res, next) => res.status(500).send('an error'))
      return exchange(app)
    }
    const [stock, ours] = await expectSameReads([side(false), side(true)])
    expect(ours).toMatchObject({ status: stock.status, body: stock.body })
  })
})

describe.each(koaVersions)('Koa $version', ({ Koa }) => {
  test.each(names.flatMap((name) => ['body', 'state', 'throw'].map((how) => [how, name])))('%s of %s', async (how, name) => {
    const side = (isOurs) => (record) => koaApp(Koa, ...isOurs ? [bufferedRender()] : [], (ctx) => {
      const value = record(VALUES[name](), 'value')
      if (how === 'throw') throw value
      if (how === 'state') ctx.state = value
      ctx.body = how === 'state' ? 'text' : value
    }).ask()
    const [stock, ours] = await expectSameReads([side(false), side(true)])
    expect(ours).toMatchObject({ status: stock.status, body: stock.body })
  })

  test('ctx.render merges ctx.state and the locals, then the engine reads', async () => {
    const folder = viewFolder({ 'page.ejs': '<%= x %>' })
    const reads = []
    const { ask } = koaApp(Koa, bufferedRender({ views: folder.file(''), extension: 'ejs' }), async (ctx) => {
      const recorded = recorder()
      ctx.state = recorded.record({ shared: 1 }, 'state')
      await ctx.render('page', recorded.record({ x: new User('Ann') }, 'locals'))
      reads.push(...recorded.reads)
    })
    expect((await ask()).body.toString()).toBe('&lt;Ann&gt;')
    expect(reads).toEqual([
      'state.ownKeys', 'state.getOwnPropertyDescriptor shared', 'state.get shared',
      'locals.ownKeys', 'locals.getOwnPropertyDescriptor x', 'locals.get x',
      'locals.x.get Symbol(Symbol.toPrimitive)', 'locals.x.get toString', 'locals.x.toString.apply'
    ])
    folder.remove()
  })
})

test('an argument of a cached fragment that is refused is not read', async () => {
  const { reads, record } = recorder()
  const fragment = bufferedRender.createRenderer({}).cached('name', { ttl: 1000 }, () => bufferedRender.html`<p>`)
  await expect((async () => fragment(record(new User('Ann'), 'x')))()).rejects.toThrow(TypeError)
  expect(reads.filter((read) => read !== 'x.get then')).toEqual([])
})

test('html`…` asks an object whether it is a promise or an async iterable, then converts it once', async () => {
  const { reads, record } = recorder()
  expect(String(bufferedRender.html`${record(new User('Ann'), 'x')}`)).toBe('&lt;Ann&gt;')
  expect(reads).toEqual(['x.get then', 'x.get Symbol(Symbol.asyncIterator)', 'x.get Symbol(Symbol.toPrimitive)', 'x.get toString', 'x.toString.apply'])
})

describe('a Proxy of a page, and an object made from one, are no pages but objects with its text', () => {
  const OF_A_PAGE = { Proxy: (page) => new Proxy(page, {}), 'Object.create': (page) => Object.create(page) }
  const { html } = bufferedRender

  test.each(Object.entries(OF_A_PAGE))('%s: html`…` escapes it', (_, create) => {
    expect(String(html`<p>${create(html`<b>${1}</b>`)}</p>`)).toBe('<p>&lt;b&gt;1&lt;/b&gt;</p>')
  })

  test.each(Object.entries(OF_A_PAGE).flatMap(([name, create]) => languages.map((language) => [name, language.name, create, language])))('%s: %s prints it as its engine does', async (_, name, create, language) => {
    const folder = viewFolder(filesOf(language, { page: `${LONG}${language.raw('x')}${language.print('x')}` }))
    const ask = (isOurs) => {
      const app = everyExpress.at(-1).express().set('env', 'test').set('views', folder.file('')).set('view engine', language.extension)
      const options = setUpApp(language, app)
      if (isOurs) app.use(bufferedRender(options))
      return exchange(app.get('/', (req, res) => res.render('page', { x: create(html`<b>${1}</b>`) })))
    }
    const [stock, ours] = await Promise.all([ask(false), ask(true)])
    folder.remove()
    expect(ours).toMatchObject({ status: 200, body: stock.body })
  })

  test.each(Object.entries(OF_A_PAGE))('%s: res.send and ctx.body send it as JSON, as without the library', async (_, create) => {
    const page = create(html`<b>${1}</b>`)
    for (const { express } of everyExpress) {
      const [stock, ours] = await Promise.all([[], [bufferedRender()]].map((middleware) => exchange(express().use(...middleware, (req, res) => res.send(page)))))
      expect(ours).toMatchObject({ status: 200, headers: { 'content-type': stock.headers['content-type'] }, body: stock.body })
    }
    for (const { Koa } of everyKoa) {
      const [stock, ours] = await Promise.all([[], [bufferedRender()]].map((middleware) => koaApp(Koa, ...middleware, (ctx) => { ctx.body = page }).ask()))
      expect(ours).toMatchObject({ status: 200, headers: { 'content-type': stock.headers['content-type'] }, body: stock.body })
    }
  })
})
