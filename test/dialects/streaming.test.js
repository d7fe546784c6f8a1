'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const handlebars = require('handlebars')
const { Liquid } = require('liquidjs')
const nunjucks = require('nunjucks')
const { createRenderer, html } = require('../..')
const { languages } = require('../support/languages')
const { partsOf: allOf } = require('../support/streamed')
const { copyOf } = require('../support/view-folder')

/** In these views, the text around each value shows its place. */
const folder = copyOf(path.join(__dirname, 'streaming'))
for (const { extension, print, raw } of languages) {
  fs.writeFileSync(folder.file(`escaped.${extension}`), `<p>${print('value')}</p>`)
  fs.writeFileSync(folder.file(`raw.${extension}`), `<p>${raw('value')}</p>`)
}

/** The languages whose templates have async chunks, and those that run on values. */
const STREAMING = ['ejs', 'eta', 'liquid']
const WAITING = ['hbs', 'mustache', 'njk', 'pug']

const PAGE = '<h1>Tea &amp; coffee</h1>[&lt;soon&gt;][<i>1</i><i>2</i>][<b>&amp;</b>](&lt;soon&gt;)'

/** The number of turns of the event loop after which everything that a timer starts is finished. */
const TURNS = 10

const delayed = (milliseconds, value) => new Promise((resolve) => { setTimeout(resolve, milliseconds, value) })

async function * countTo (n, each = (i) => html`<i>${i}</i>`) {
  for (let i = 1; i <= n; i++) {
    await delayed(10)
    yield each(i)
  }
}

const promises = () => ({
  title: 'Tea & coffee',
  soon: delayed(60, '<soon>'),
  page: delayed(150, html`<b>${'&'}</b>`),
  list: delayed(120, ['<i>1</i>', '<i>2</i>'])
})

const locals = () => ({ ...promises(), many: countTo(2) })

/** Advances fake time from timer to timer, independent of the machine's load. */
let clock
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] })
  clock = { runs: true, stopped: undefined }
  clock.stopped = (async () => {
    while (clock.runs) {
      for (let i = 0; i < TURNS; i++) await turn()
      jest.advanceTimersToNextTimer()
    }
  })()
})
afterEach(async () => {
  clock.runs = false
  await clock.stopped
  jest.useRealTimers()
})

const hbs = handlebars.create()
hbs.registerPartial('part', '({{soon}})')
const rendererOf = (extension, engineOptions) => createRenderer({ views: folder.file(''), extension, engineOptions, engines: { hbs } })

/** Returns a renderer for Nunjucks with asynchronous filters. */
function rendererOfWaiting () {
  const njk = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('')))
  njk.addFilter('wait', (milliseconds, callback) => { setTimeout(callback, milliseconds, null, milliseconds) }, true)
  njk.addFilter('called', (fn, callback) => { fn().then((value) => callback(null, value), callback) }, true)
  return createRenderer({ views: folder.file(''), extension: 'njk', engines: { njk } })
}

/** Returns the parts of a view in the order in which they can be sent. */
async function partsOf (renderer, view, make, how) {
  const template = renderer.folderViews.existing(view).load()
  const values = make()
  return allOf(renderer.streamingView(() => template, { ...values }, values, how))
}

const textOf = async (...args) => (await partsOf(...args)).join('')

/** Values that must not be printed unescaped. */
const NO_PAGES = [
  { value: '<img src=x onerror=alert(1)>', type: 'string' },
  { value: 7, type: 'number' },
  { value: undefined, type: 'undefined' },
  { value: null, type: 'null' },
  { value: ['<b>'], type: 'object' }
]

describe.each(STREAMING)('a view in .%s', (extension) => {
  test('prints the values of its locals as they arrive', async () => {
    const parts = await partsOf(rendererOf(extension), 'page', locals)
    expect(parts[0]).toMatch(/^<h1>Tea &amp; coffee<\/h1>\[$/)
    expect(parts.length).toBeGreaterThanOrEqual(4)
    expect(parts.join('')).toBe(PAGE)
  })

  test('fails if one of its promises rejects', async () => {
    await expect(partsOf(rendererOf(extension), 'page', () => ({ ...locals(), soon: Promise.reject(new Error('no data')) }))).rejects.toThrow('no data')
  })

  describe('prints unescaped', () => {
    const raw = (value) => textOf(rendererOf(extension), 'raw', () => ({ value: value() }))

    test.each([
      { name: 'a page', value: () => html`<b>${'&'}</b>` },
      { name: 'a pending page', value: () => html`<b>${delayed(1, '&')}</b>` },
      { name: 'the promise of a pending page', value: () => delayed(1, html`<b>${delayed(1, '&')}</b>`) },
      { name: 'text marked as safe', value: () => delayed(1, html.raw('<b>&amp;</b>')) },
      { name: 'a stream of pages', value: () => Readable.from([html`<b>`, html`${'&'}`, html.raw('</b>')]) },
      { name: 'the promise of a stream', value: () => delayed(1, Readable.from([html`<b>${delayed(1, '&')}</b>`])) }
    ])('$name', async ({ value }) => {
      expect(await raw(value)).toBe('<p><b>&amp;</b></p>')
    })

    // Null and undefined end a stream.
    test.each(NO_PAGES.filter(({ value }) => value))('no $type after a page', async ({ value, type }) => {
      await expect(raw(() => Readable.from([html`<b>`, value]))).rejects.toThrow(`gave a value of type ${type}`)
      await expect(raw(() => delayed(1, Readable.from([value])))).rejects.toThrow(`gave a value of type ${type}`)
    })

    test('no bytes', async () => {
      await expect(raw(() => Readable.from([Buffer.from('<b>')], { objectMode: false }))).rejects.toThrow('gave a value of type string')
    })
  })
})

test('Liquid, which has no escaping, prints the text of a promise', async () => {
  expect(await textOf(rendererOf('liquid'), 'raw', () => ({ value: delayed(1, '<b>') }))).toBe('<p><b></p>')
})

describe.each(['ejs', 'eta'])('a value printed escaped in .%s', (extension) => {
  test.each([
    { name: 'text', value: () => delayed(1, '<b>'), text: '&lt;b&gt;' },
    { name: 'an async iterable of text', value: () => countTo(2, (i) => `<${i}`), text: '&lt;1&lt;2' },
    { name: 'bytes', value: () => Readable.from([...Buffer.from('<ë>')].map((byte) => Buffer.from([byte])), { objectMode: false }), text: '&lt;ë&gt;' },
    { name: 'a page', value: () => html`<b>${delayed(1, 1)}</b>`, text: '&lt;b&gt;1&lt;/b&gt;' },
    { name: 'the promise of a stream', value: () => delayed(1, Readable.from(['<', 1])), text: '&lt;1' }
  ])('may be $name', async ({ value, text }) => {
    expect(await textOf(rendererOf(extension), 'escaped', () => ({ value: value() }))).toBe(`<p>${text}</p>`)
  })
})

describe.each(['ejs', 'eta'])('the value of a promise printed unescaped in .%s', (extension) => {
  test.each(NO_PAGES)('must not be of type $type', async ({ value, type }) => {
    const message = `${folder.file(`raw.${extension}`)}: a promise or stream that is printed unescaped gave a value of type ${type}. It must give html\`…\`, or html.raw(text) for safe text`
    await expect(textOf(rendererOf(extension), 'raw', () => ({ value: delayed(1, value) }))).rejects.toThrow(new TypeError(message))
  })
})

test('the output function of EJS gets the values of promises among the locals', async () => {
  const renderer = rendererOf('ejs', { outputFunctionName: 'print' })
  expect(await textOf(renderer, 'prints', () => ({ value: delayed(1, html`<b>`) }))).toBe('<p><b></p>')
  await expect(textOf(renderer, 'prints', () => ({ value: countTo(1) }))).rejects.toThrow('Local "value" of view')
})

describe('a function of the app that gets text with a promise in it', () => {
  const seen = []
  const use = (text) => {
    seen.push(text)
    return typeof text === 'string' ? text.toUpperCase() : text
  }
  const values = () => ({ use, value: delayed(1, '<b>') })
  beforeEach(() => { seen.length = 0 })

  const IN_ETA = 'is printed in a layout, an include or a block, which Eta converts to a string'

  test.each([['included', 'ejs', 'Await the page first'], ['included', 'eta', IN_ETA], ['in-layout', 'eta', IN_ETA]])('is an error: %s.%s', async (view, extension, message) => {
    await expect(textOf(rendererOf(extension), view, values)).rejects.toThrow(message)
    expect(seen).toEqual([])
  })

  test('gets the finished text in asynchronous includes', async () => {
    expect(await textOf(rendererOf('eta', { async: true }), 'async-included', values)).toBe('<P>&LT;B&GT;</P>')
    expect(seen).toEqual(['<p>&lt;b&gt;</p>'])
  })

  test('gets the value of the promise as the filter function of Eta', async () => {
    const filterFunction = (value) => typeof value === 'string' ? value.toUpperCase() : value
    const renderer = rendererOf('eta', { autoFilter: true, filterFunction })
    expect(await textOf(renderer, 'filtered', () => ({ value: delayed(1, '<b>'), page: delayed(1, html`<b>`) }))).toBe('[&lt;B&gt;][<b>]')
    expect(await textOf(renderer, 'filtered', () => ({ value: 1, page: delayed(1, '<b>') }))).toBe('[1][<B>]')
  })

  test('is an error where a tag of the app reads the page in Liquid', async () => {
    const liquid = new Liquid({ root: [folder.file('')], extname: '.liquid' })
    liquid.registerTag('look', { parse () {}, render (ctx, emitter) { seen.push(emitter.buffer) } })
    const renderer = createRenderer({ views: folder.file(''), extension: 'liquid', engines: { liquid } })
    await expect(textOf(renderer, 'looks', () => ({ value: countTo(1) }))).rejects.toThrow(/looks\.liquid: a tag of the app reads the page/)
    expect(await textOf(renderer, 'looks', () => ({ value: delayed(1, 'a') }))).toBe('a')
    expect(seen).toEqual(['a'])
  })
})

test.each([['left', 'ejs'], ['shadowed', 'ejs'], ['left', 'eta'], ['raw', 'liquid']])('an engine fallback gets the values of promises: %s.%s', async (view, extension) => {
  const liquid = new Liquid({ root: [folder.file('')], extname: '.liquid' })
  liquid.renderFile = (...args) => Liquid.prototype.renderFile.apply(liquid, args)
  const renderer = extension === 'liquid' ? createRenderer({ views: folder.file(''), extension, engines: { liquid } }) : rendererOf(extension)
  const page = (value) => textOf(renderer, view, () => ({ value, ...(view === 'shadowed' && { escapeFn: (text) => text }) }))
  const expected = await page('a')
  expect(expected).toContain('a')
  expect(await page(delayed(1, 'a'))).toBe(expected)
  await expect(page(countTo(1))).rejects.toThrow('Local "value" of view')
})

describe.each(WAITING)('a view in .%s', (extension) => {
  test('is rendered after its locals have been awaited', async () => {
    expect(await partsOf(rendererOf(extension), 'page', promises)).toEqual([PAGE])
  })

  test('gets the locals of the app and of the response unchanged', async () => {
    const renderer = rendererOf(extension)
    const merged = { ...await settled(promises()), soon: Promise.resolve(1), query: delayed(1e9) }
    const text = (await allOf(renderer.streamingView(() => renderer.folderViews.existing('page').load(), merged, { title: 'a' }))).join('')
    expect(text).toBe(PAGE.replaceAll('&lt;soon&gt;', '[object Promise]'))
  })

  test.each([
    ['the first error, of a promise that is printed or not', () => ({ unused: delayed(5).then(() => { throw new Error('no data') }), soon: delayed(9).then(() => { throw new Error('none') }) }), 'no data'],
    ...[undefined, null, false].map((reason) => [`an error if a promise rejects with ${reason}`, () => ({ soon: Promise.reject(reason) }), `The page failed with ${reason}`])
  ])('fails with %s', async (_, failing, message) => {
    await expect(partsOf(rendererOf(extension), 'page', () => ({ ...promises(), ...failing() }))).rejects.toThrow(message)
  })

  test.each([
    ['a stream', () => Readable.from(['a'])],
    ['a stream of the web', () => Readable.toWeb(Readable.from(['a']))],
    ['an async generator', () => countTo(1)],
    ['the promise of a stream', () => delayed(1, Readable.from(['a']))]
  ])('rejects %s', async (_, value) => {
    const message = new RegExp(`^Local "many" of view ".*page.${extension}" is a stream or an async iterable`)
    await expect(partsOf(rendererOf(extension), 'page', () => ({ ...promises(), many: value() }))).rejects.toThrow(message)
  })

  test('accepts a request and iterables', async () => {
    const req = Object.assign(new Readable({ read () {} }), { method: 'GET', url: '/', headers: {} })
    const others = { req, set: new Set([1]), typed: new Uint8Array(1), * generated () {} }
    expect(await textOf(rendererOf(extension), 'page', () => ({ ...promises(), ...others }))).toBe(PAGE)
    expect(req.destroyed).toBe(false)
  })
})

async function settled (values) {
  return Object.fromEntries(await Promise.all(Object.entries(values).map(async ([name, value]) => [name, await value])))
}

describe.each(languages)('a pending page in .$extension', ({ extension }) => {
  test('is printed as it arrives, or after it is finished', async () => {
    const values = () => ({ value: html`<b>${countTo(3, String)}</b>${delayed(60, '&')}` })
    const parts = await partsOf(rendererOf(extension), 'raw', values)
    expect(parts.join('')).toBe('<p><b>123</b>&amp;</p>')
    expect(parts.length > 2).toBe(['ejs', 'eta'].includes(extension))
  })

  test('cannot be converted to a string in res.render', async () => {
    const value = html`<b>${delayed(1)}</b>`
    const rendered = async () => String(await rendererOf(extension).render('raw', { value }))
    // Liquid waits for objects with a method `then`.
    if (extension === 'liquid') expect(await rendered()).toBe('<p><b></b></p>')
    else await expect(rendered()).rejects.toThrow('Await the page first')
  })
})

describe('an asynchronous template', () => {
  const values = () => ({ ...locals(), raw: delayed(90, '<raw>'), counted: countTo(2, (i) => `<${i}`), list: delayed(120, ['<1', '<2']) })

  test.each([
    { view: 'waits', extension: 'ejs', engineOptions: { async: true }, parts: ['<h1>Tea &amp; coffee</h1><p>', '&lt;soon&gt;</p>', '<b><raw></b>', '<i>&lt;1</i>', '<i>&lt;2</i>(x)'] },
    { view: 'waits', extension: 'eta', engineOptions: { async: true }, parts: ['<h1>Tea &amp; coffee</h1><p>', '&lt;soon&gt;</p>', '<b><raw></b>', '<i>&lt;1</i><i>&lt;2</i>'] },
    { view: 'waits', extension: 'liquid', parts: ['<h1>Tea & coffee</h1><p>', '<soon></p>', '<b><raw></b>', '<i><1</i><i><2</i>'] },
    { view: 'laid-out', extension: 'eta', engineOptions: { async: true }, parts: ['<main><p>&lt;soon&gt;</p></main>'] },
    { view: 'captured', extension: 'liquid', parts: ['a<p><soon></p>b'] }
  ])('streams $view in .$extension as far as possible', async ({ view, extension, engineOptions, parts }) => {
    const renderer = rendererOf(extension, engineOptions)
    // A loop may end in the turn in which its last value arrives, or in the next one.
    const joined = (list) => list.join('|').replace(/\|(?=\(x\))/, '')
    expect(joined(await partsOf(renderer, view, values))).toBe(joined(parts))
    expect(String(await renderer.render(view, values()))).toBe(parts.join(''))
  })

  test('sends a view in .njk in one part', async () => {
    const renderer = rendererOfWaiting()
    const page = '<main>5<p>20</p><i>11</i><i>12</i>(10)<b>31</b><b>21</b>&lt;soon&gt;</main>'
    expect(await partsOf(renderer, 'waits', () => ({ soon: delayed(100, '<soon>') }))).toEqual([page])
    expect(String(await renderer.render('waits', { soon: '<soon>' }))).toBe(page)
  })

  test.each([
    { view: 'laid-out', parts: ['<main>Tea & coffee<p>', '<soon><i>1</i>', '<i>2</i>', '</p></main>'] },
    { view: 'outside', parts: ['<main><i>1</i><i>2</i></main>'] },
    { view: 'super', parts: ['<main>Tea & coffee<p>[', '<i>1</i>', '<i>2</i>', ']</p></main>'] }
  ])('streams values to their places in a layout: $view.liquid', async ({ view, parts }) => {
    expect((await textOf(rendererOf('liquid'), view, values))).toBe(parts.join(''))
  })

  describe.each([
    { extension: 'ejs', engineOptions: { async: true } },
    { extension: 'eta', engineOptions: { async: true } },
    { extension: 'liquid' },
    { extension: 'njk' }
  ])('in .$extension that fails', ({ extension, engineOptions }) => {
    // In Nunjucks promises come from functions, since those among the locals are awaited before the render.
    const calls = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value instanceof Promise ? () => value : value]))
    const parts = (view, values, how) => extension === 'njk' ? partsOf(rendererOfWaiting(), view, () => calls(values()), how) : partsOf(rendererOf(extension, engineOptions), view, values, how)

    // The page of Nunjucks is sent in one part, which fails as a whole.
    if (extension !== 'njk') {
      test('has a fallback in that place', async () => {
        const values = () => ({ title: 'on', failing: Promise.reject(new Error('no data')) })
        const reported = []
        const onError = (error) => {
          reported.push(error.message)
          return html`<i>${delayed(5, 'no data')}</i>`
        }
        expect((await parts('fails', values, { onError })).join('')).toBe('<p><i>no data</i></p><b><i>no data</i></b>on')
        expect(reported).toEqual([expect.stringContaining('no data')])
      })
    }

    test.each(['fails', 'fails-elsewhere'])('reports the error once and ends, without a fallback: %s', async (view) => {
      const reported = []
      const failing = new Promise((resolve, reject) => { setTimeout(reject, 30, new Error('no data')) })
      const all = parts(view, () => ({ title: 'on', later: delayed(10, 'b'), failing }), { onError: (error) => { reported.push(error.message) } })
      await expect(all).rejects.toThrow('no data')
      expect(reported).toHaveLength(1)
      expect(reported[0]).toContain('no data')
    })
  })
})

test('a promise that rejects and is never printed causes no unhandled rejection', async () => {
  const parts = await partsOf(rendererOf('ejs'), 'unused', () => ({ title: 'a', unused: Promise.reject(new Error('unused')) }))
  await delayed(5)
  expect(parts).toEqual(['<p>a</p>'])
})
