'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { setTimeout: wait } = require('node:timers/promises')
const { types } = require('node:util')
const bufferedRender = require('../..')
const { askUntil } = require('../support/ask-until')
const { listenTo } = require('../support/listen-to')
const { runNode } = require('../support/run-script')

const { createRenderer, html } = bufferedRender

const HOUR = 3_600_000

function rendererOf (fragments) {
  return createRenderer({ cache: true, fragments })
}

/** Defines a fragment that prints its arguments and the number of its loads. */
function counted (renderer, name, options, each = () => {}) {
  const fragment = renderer.cached(name, { ttl: HOUR, ...options }, async (...args) => {
    const n = ++fragment.loads
    await each(...args)
    return html`<p>${name} ${JSON.stringify(args)} ${n}</p>`
  })
  return Object.assign(fragment, { loads: 0 })
}

describe('calls', () => {
  test.each([['kept', {}], ['not kept', false]])('a call gives a promise, if fragments are %s', async (kind, fragments) => {
    const card = counted(rendererOf(fragments), 'card')
    const isPromise = () => types.isPromise(card(1))
    expect(isPromise()).toBe(true)
    await card(1)
    expect(isPromise()).toBe(true)
  })

  test('a fragment is loaded once for each list of arguments', async () => {
    const card = counted(rendererOf(), 'card')
    for (const args of [[7, 'de'], [7, 'en'], ['7', 'de'], [], [null, true]]) {
      const first = await card(...args)
      expect(await card(...args)).toBe(first)
    }
    expect(card.loads).toBe(5)
    expect(await card(-0)).toBe(await card(0))
    expect(String(await card(7, 'de'))).toBe('<p>card [7,&quot;de&quot;] 1</p>')
  })

  test('fragments of different names and the same arguments are different', async () => {
    const renderer = rendererOf()
    const [a, b] = [counted(renderer, 'a'), counted(renderer, 'a"[1]')]
    expect(String(await a(1))).not.toBe(String(await b(1)))
  })

  test('calls at the same time share one load, and its error', async () => {
    const card = counted(rendererOf(), 'card', {}, () => wait(20))
    const pages = await Promise.all(Array.from({ length: 1000 }, () => card(1)))
    expect(new Set(pages).size).toBe(1)
    expect(card.loads).toBe(1)

    const failing = counted(rendererOf(), 'failing', {}, async () => { await wait(20); throw new Error('gone') })
    const results = await Promise.allSettled([failing(1), failing(1), failing(2)])
    expect(results.map(({ reason }) => reason.message)).toEqual(['gone', 'gone', 'gone'])
    expect(failing.loads).toBe(2)
  })

  test('an error is not kept', async () => {
    let isBroken = true
    const card = counted(rendererOf(), 'card', {}, () => { if (isBroken) throw new Error('gone') })
    await expect(card(1)).rejects.toThrow('gone')
    isBroken = false
    expect(String(await askUntil(() => card(1).catch(() => {}), Boolean))).toBe('<p>card [1] 2</p>')
  })

  test('the error of a load that nobody waits for is no unhandled rejection', async () => {
    const unhandled = []
    const listener = (error) => unhandled.push(error)
    process.on('unhandledRejection', listener)
    for (const options of [{ cache: true }, { cache: true, fragments: false }, { cache: false }]) {
      counted(createRenderer(options), 'card', {}, () => { throw new Error('gone') })(1)
    }
    await wait(20)
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })

  test('an empty fragment is kept', async () => {
    let loads = 0
    const empty = rendererOf().cached('empty', { ttl: HOUR }, () => { loads++; return html`` })
    expect(String(await empty())).toBe('')
    expect(String(await empty())).toBe('')
    expect(loads).toBe(1)
  })

  test('a page with promises is kept complete', async () => {
    const list = rendererOf().cached('list', { ttl: HOUR }, () => html`<i>${wait(5, 'later')}</i>`)
    expect(String(await list())).toBe('<i>later</i>')
    expect(String(await list())).toBe('<i>later</i>')
  })
})

describe('errors', () => {
  const page = () => html``

  test.each([
    [() => rendererOf().cached('', { ttl: 1 }, page), /expects a name for the fragment, got an empty string/],
    [() => rendererOf().cached('card', { ttl: 1 }), /cached\("card"\) expects a function that gives the page, got undefined/],
    [() => rendererOf().cached('card', {}, page), /cached\("card"\) expects the option "ttl", in milliseconds/],
    [() => rendererOf().cached('card', { ttl: 0 }, page), /"ttl" of cached must be milliseconds, more than 0, got 0/],
    [() => rendererOf().cached('card', { ttl: 1, tag: 'x' }, page), /Unknown option "tag" of cached; did you mean "tags"\? the options are view, ttl, stale, loadTimeout, tags/],
    [() => rendererOf({ store: new Map() }), /"fragments.version" is required with a store/],
    [() => rendererOf({ store: {}, version: '1' }), /"fragments.store" must be an object with get\(\), set\(\) and delete\(\)/],
    [() => rendererOf({ sizes: 1 }), /Unknown option "sizes" of fragments/],
    [() => rendererOf(true), /"fragments" must be false or an object/]
  ])('%#: %s', (act, message) => {
    expect(act).toThrow(message)
  })

  test.each([
    [{}, 'The fragment "card" takes strings, finite numbers, booleans and null, got an object'],
    [NaN, 'got NaN'],
    [undefined, 'got undefined']
  ])('an argument that is %p rejects the call', async (argument, message) => {
    await expect(counted(rendererOf(), 'card')(argument)).rejects.toThrow(message)
    await expect(counted(rendererOf(false), 'card')(argument)).rejects.toThrow(message)
  })

  test('a name is given once', () => {
    const renderer = rendererOf()
    counted(renderer, 'card')
    expect(() => counted(renderer, 'card')).toThrow('There is a cached fragment "card" already')
  })

  test.each([['a string', '<b>'], ['undefined', undefined], ['an object', {}]])('a load that gives %s', async (type, value) => {
    await expect(rendererOf().cached('card', { ttl: 1 }, () => value)(7))
      .rejects.toThrow(`The fragment "card"[7] expects html\`…\`, a rendered view or html.raw(text) from its function, got ${type}`)
  })

  test.each([['a string', 'x'], ['numbers', [1]]])('tags that are %s', async (type, tags) => {
    await expect(rendererOf().cached('card', { ttl: 1, tags: () => tags }, page)())
      .rejects.toThrow('The option "tags" of the fragment "card" must give an array of strings')
  })

  test.each([[undefined], [''], [7]])('invalidate(%p)', async (tag) => {
    await expect(rendererOf().invalidate(tag)).rejects.toThrow('invalidate() expects a tag')
  })

  test('a load that takes longer than loadTimeout is given up', async () => {
    let finish
    const slow = rendererOf().cached('slow', { ttl: HOUR, loadTimeout: 30 }, () => new Promise((resolve) => { finish = resolve }))
    await expect(slow()).rejects.toThrow('The fragment "slow"[] was not loaded within 30 ms')
    finish(html`late`)
    // The source has a pause after a failure.
    await wait(150)
    const again = slow()
    await wait(5)
    finish(html`new`)
    expect(String(await again)).toBe('new')
  })
})

describe('staleness', () => {
  test('after its ttl a fragment is loaded again', async () => {
    const card = counted(rendererOf(), 'card', { ttl: 20 })
    await card()
    await wait(40)
    expect(String(await card())).toBe('<p>card [] 2</p>')
  })

  test('a stale fragment is served while one load makes the new one', async () => {
    let finish
    const card = counted(rendererOf(), 'card', { ttl: 200, stale: HOUR }, () => card.loads === 2 && new Promise((resolve) => { finish = resolve }))
    await card()
    await wait(240)
    const served = await Promise.all([card(), card(), card()])
    expect(served.map(String)).toEqual(Array(3).fill('<p>card [] 1</p>'))
    finish()
    await wait(5)
    expect(String(await card())).toBe('<p>card [] 2</p>')
    expect(card.loads).toBe(2)
  })

  test('a stale fragment is served while loads fail, and not after its time', async () => {
    let isBroken = false
    const card = counted(rendererOf(), 'card', { ttl: 20, stale: 1000 }, () => { if (isBroken) throw new Error('gone') })
    await card()
    isBroken = true
    await wait(40)
    expect(String(await card())).toBe('<p>card [] 1</p>')
    expect(String(await card())).toBe('<p>card [] 1</p>')
    await wait(1100)
    await expect(card()).rejects.toThrow('gone')
  })
})

describe('invalidation', () => {
  test('a tag invalidates what has it, and nothing else', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card', { tags: (id) => [`product:${id}`, 'products'] })
    await Promise.all([card(1), card(2)])
    await renderer.invalidate('product:1')
    expect(String(await card(2))).toBe('<p>card [2] 2</p>')
    expect(String(await card(1))).toBe('<p>card [1] 3</p>')
    await renderer.invalidate('products')
    await Promise.all([card(1), card(2)])
    expect(card.loads).toBe(5)
  })

  test('fragment.invalidate invalidates the fragment of its arguments', async () => {
    const card = counted(rendererOf(), 'card')
    await Promise.all([card(1, 'de'), card(1, 'en')])
    await card.invalidate(1, 'de')
    expect(String(await card(1, 'de'))).toBe('<p>card [1,&quot;de&quot;] 3</p>')
    expect(String(await card(1, 'en'))).toBe('<p>card [1,&quot;en&quot;] 2</p>')
  })

  test('a tag is not the key of a fragment', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card')
    await card(1)
    await renderer.invalidate('"card"[1]')
    await card(1)
    expect(card.loads).toBe(1)
  })

  test('an invalidation during a load: its result is thrown away, and loaded again', async () => {
    const renderer = rendererOf()
    let data = 'old'
    const card = renderer.cached('card', { ttl: HOUR, tags: () => ['data'] }, async () => {
      const read = data
      await wait(30)
      return html`${read}`
    })
    const before = card()
    await wait(5)
    data = 'new'
    await renderer.invalidate('data')
    const after = card()
    expect([String(await before), String(await after), String(await card())]).toEqual(['new', 'new', 'new'])
  })

  test('an invalidation of another tag during a load: its result is kept', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card', { tags: () => ['data'] }, () => wait(30))
    const before = card()
    await wait(5)
    await renderer.invalidate('other')
    expect(String(await card())).toBe(String(await before))
    expect(await card()).toBe(await before)
    expect(card.loads).toBe(1)
  })

  test('an invalidation of a part while the whole is loaded: a later call does not get the old part', async () => {
    const renderer = rendererOf()
    let data = 'old'
    const card = renderer.cached('card', { ttl: HOUR, tags: () => ['data'] }, async () => html`${data}`)
    const list = renderer.cached('list', { ttl: HOUR }, async () => {
      const part = await card()
      await wait(30)
      return html`<ul>${part}</ul>`
    })
    const before = list()
    await wait(5)
    data = 'new'
    await renderer.invalidate('data')
    expect([String(await list()), String(await before), String(await list())]).toEqual(Array(3).fill('<ul>new</ul>'))
  })

  test('after three loads that invalidations overtook, the newest is given', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card', { tags: () => ['data'] }, () => renderer.invalidate('data'))
    expect(String(await card())).toBe('<p>card [] 3</p>')
  })
})

describe('nesting', () => {
  test('a fragment has the tags of those that were loaded in its load', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card', { tags: (id) => [`product:${id}`] })
    const list = counted(renderer, 'list', {}, () => Promise.all([card(1), card(2)]))
    const frame = counted(renderer, 'frame', {}, () => list())
    await frame()
    await renderer.invalidate('product:2')
    await frame()
    expect([frame.loads, list.loads, card.loads]).toEqual([2, 2, 3])
    await card.invalidate(1)
    await frame()
    expect([frame.loads, list.loads, card.loads]).toEqual([3, 3, 4])
  })

  test('also of those that are only on its page', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card', { tags: (id) => [`product:${id}`] })
    const waiting = []
    // A queue that loses the async context.
    setInterval(() => waiting.splice(0).forEach((run) => run()), 5).unref()
    const list = renderer.cached('list', { ttl: HOUR }, () => new Promise((resolve) => {
      waiting.push(async () => resolve(html`<ul>${await card(1)}</ul>`))
    }))
    expect(String(await list())).toBe('<ul><p>card [1] 1</p></ul>')
    await renderer.invalidate('product:1')
    expect(String(await list())).toBe('<ul><p>card [1] 2</p></ul>')
  })

  test('also of those that are awaited when the function has returned its page, and are empty', async () => {
    const renderer = rendererOf()
    let text = ''
    const promo = renderer.cached('promo', { ttl: HOUR, tags: () => ['promo'] }, async () => html`${text}`)
    const list = renderer.cached('list', { ttl: HOUR }, () => html`<ul>${(async function * () { yield await promo() })()}</ul>`)
    expect(String(await list())).toBe('<ul></ul>')
    text = 'new'
    await renderer.invalidate('promo')
    expect(String(await list())).toBe('<ul>new</ul>')
  })

  test('a fragment that is made of a stale one is stale', async () => {
    const renderer = rendererOf()
    const inner = counted(renderer, 'inner', { ttl: 20, stale: HOUR }, () => wait(30))
    await inner()
    await wait(40)
    const outer = renderer.cached('outer', { ttl: HOUR, stale: HOUR }, async () => html`${await inner()}`)
    expect(String(await outer())).toBe('<p>inner [] 1</p>')
    await askUntil(outer, (page) => String(page) === '<p>inner [] 2</p>')
  })

  test('a fragment in itself is an error that names both', async () => {
    for (const fragments of [{}, false]) {
      const renderer = rendererOf(fragments)
      const a = renderer.cached('a', { ttl: HOUR }, async () => html`${await b(1)}`)
      const b = renderer.cached('b', { ttl: HOUR }, async () => html`${await a()}`)
      const results = await Promise.allSettled([a(), b(1)])
      for (const { reason } of results) expect(reason.message).toMatch(/The fragment "(a"\[\] contains "b"\[1\]|b"\[1\] contains "a"\[\]), which contains/)
      const own = renderer.cached('own', { ttl: HOUR }, () => own())
      await expect(own()).rejects.toThrow('The fragment "own"[] contains itself')
    }
  })
})

test('a load runs in the async context of the definition', async () => {
  const storage = new AsyncLocalStorage()
  const renderer = rendererOf()
  const card = storage.run('app', () => renderer.cached('card', { ttl: 1, stale: HOUR }, async () => {
    await wait(5)
    return html`${storage.getStore() ?? 'none'}`
  }))
  const pages = await Promise.all(['ann', 'bob'].map((user) => storage.run(user, async () => [String(await card()), storage.getStore()])))
  expect(pages).toEqual([['app', 'ann'], ['app', 'bob']])
  // Also one that replaces a stale fragment, which nobody waits for.
  await wait(20)
  const page = await askUntil(() => storage.run('eve', card), () => renderer.stats().fragments.loads > 2)
  expect(String(page)).toBe('app')
})

test.each([['fragments: false', { cache: true, fragments: false }], ['development', { cache: false }]])('%s: each call loads', async (name, options) => {
  const card = counted(createRenderer(options), 'card')
  expect(String(await card(1))).toBe('<p>card [1] 1</p>')
  expect(String(await card(1))).toBe('<p>card [1] 2</p>')
})

test('NODE_DEBUG=buffered-render says once that fragments are not kept in development', async () => {
  const program = `
    const { createRenderer } = require('.')
    for (const options of [${['{}', '{ fragments: false }', '{ cache: true }'].join()}]) {
      const renderer = createRenderer(options)
      for (const name of ['a', 'b']) renderer.cached(name, { ttl: 1 }, () => {})
    }`
  const run = async (env) => (await runNode(['-e', program], { env })).stderr
  expect((await run({ NODE_DEBUG: 'buffered-render' })).replace(/^BUFFERED-RENDER \d+: /, ''))
    .toBe('Cached fragments are not kept, because templates are not: set NODE_ENV=production or the option "cache"\n')
  expect(await run({ NODE_DEBUG: 'buffered-render', NODE_ENV: 'production' })).toBe('')
  expect(await run({})).toBe('')
})

describe('bytes', () => {
  const text = 'x'.repeat(10_000)

  test('the cache is bounded, the least recently used goes first', async () => {
    const renderer = rendererOf({ size: '100kb' })
    let loads = 0
    const card = renderer.cached('card', { ttl: HOUR }, (id) => { loads++; return html`${id}${text}` })
    for (let id = 0; id < 20; id++) await card(id)
    const { bytes, entries, evictions } = renderer.stats().fragments
    expect(bytes).toBeLessThanOrEqual(100 * 1024)
    expect(entries + evictions).toBe(20)
    await card(19)
    expect(loads).toBe(20)
    await card(0)
    expect(loads).toBe(21)
  })

  test('each form is counted when it is made', async () => {
    const renderer = rendererOf()
    const card = renderer.cached('card', { ttl: HOUR }, () => html.raw(text))
    const page = await card()
    const { bytes } = renderer.stats().fragments
    expect(bytes).toBeGreaterThanOrEqual(10_000)
    String(page)
    expect(renderer.stats().fragments.bytes).toBe(bytes + 20_000)
    const { length } = page.chunks[0].deflated
    expect(renderer.stats().fragments.bytes).toBe(bytes + 20_000 + length)
    expect(renderer.stats().fragments.entries).toBe(1)
    await card.invalidate()
    expect(renderer.stats().fragments.bytes).toBe(0)
  })

  test.each([
    ['larger than the cache is given, and not kept', { size: 1000 }, () => {}],
    ['is not kept after clear()', undefined, (renderer) => renderer.clear()]
  ])('a fragment %s', async (_, fragments, act) => {
    const renderer = rendererOf(fragments)
    const card = counted(renderer, 'card')
    await card()
    act(renderer)
    expect(renderer.stats().fragments.bytes).toBe(0)
    expect(String(await card())).toBe('<p>card [] 2</p>')
  })

  test('clear during a load', async () => {
    const renderer = rendererOf()
    const card = counted(renderer, 'card', {}, () => wait(30))
    const page = card()
    await wait(5)
    renderer.clear()
    expect(String(await page)).toBe('<p>card [] 2</p>')
    expect(String(await card())).toBe('<p>card [] 2</p>')
  })
})

test('stats and the diagnostics channel', async () => {
  const messages = listenTo('buffered-render:fragment')
  const renderer = rendererOf()
  let isBroken = false
  const card = counted(renderer, 'card', { ttl: 1000, stale: HOUR }, () => { if (isBroken) throw new Error('gone') })
  await Promise.all([card(1), card(1)])
  card(1)
  await wait(1200)
  isBroken = true
  await card(1)
  await wait(5)
  expect(renderer.stats().fragments).toEqual({
    hits: { process: 1, store: 0 }, misses: 2, loads: 2, waits: 1, stale: 1, failures: 1, evictions: 0, entries: 1, bytes: expect.any(Number), breaker: undefined
  })
  expect(messages).toEqual([
    { name: 'card', args: [1], outcome: 'load', duration: expect.any(Number) },
    { name: 'card', args: [1], outcome: 'stale' },
    { name: 'card', args: [1], outcome: 'failure', duration: expect.any(Number), error: new Error('gone') }
  ])
})
