'use strict'

const ejs = require('ejs')
const { html, Rendered } = require('..')
const { AsyncChunk } = require('../lib/page/async-chunk')
const { StaticFragment } = require('../lib/page/static-fragment')
const { literal } = require('./support/literal')

const big = `<p>${'static text, '.repeat(100)}</p>`
const delayed = (value) => new Promise((resolve) => { setImmediate(resolve, value) })

describe('a value', () => {
  test.each([
    { name: 'text', value: 'text', prints: 'text' },
    { name: 'an empty string', value: '', prints: '' },
    { name: 'special characters', value: '<a href="x">it\'s & that</a>', prints: '&lt;a href=&quot;x&quot;&gt;it&#39;s &amp; that&lt;/a&gt;' },
    { name: 'an entity', value: '&amp;', prints: '&amp;amp;' },
    { name: 'text outside ASCII', value: 'Zoë 世界 🎉', prints: 'Zoë 世界 🎉' },
    { name: 'null', value: null, prints: '' },
    { name: 'undefined', value: undefined, prints: '' },
    { name: 'true', value: true, prints: '' },
    { name: 'false', value: false, prints: '' },
    { name: 'zero', value: 0, prints: '0' },
    { name: 'minus zero', value: -0, prints: '0' },
    { name: 'NaN', value: NaN, prints: 'NaN' },
    { name: 'a big integer', value: 12n, prints: '12' },
    { name: 'an object', value: { toString: () => '<b>' }, prints: '&lt;b&gt;' },
    { name: 'an object with a primitive of its own', value: { [Symbol.toPrimitive]: () => '"' }, prints: '&quot;' },
    { name: 'a String object', value: Object('<'), prints: '&lt;' },
    { name: 'a Boolean object', value: Object(true), prints: 'true' },
    { name: 'a URL', value: new URL('http://x/?a=1&b=2'), prints: 'http://x/?a=1&amp;b=2' },
    { name: 'a Buffer', value: Buffer.from('<é>'), prints: '&lt;é&gt;' },
    { name: 'an empty array', value: [], prints: '' },
    { name: 'an array', value: ['<', null, 1, false, html`<b>`], prints: '&lt;1<b>' },
    { name: 'arrays of arrays', value: [['a', ['b']], [[['<']]]], prints: 'ab&lt;' },
    { name: 'an array with holes', value: Array(3), prints: '' },
    { name: 'a nested page', value: html`<b>${'<'}</b>`, prints: '<b>&lt;</b>' },
    { name: 'a nested empty page', value: html``, prints: '' },
    { name: 'trusted text', value: html.raw('<b>&'), prints: '<b>&' },
    { name: 'the parts of a page', value: new Rendered(['<b>']), prints: '<b>' }
  ])('that is $name', ({ value, prints }) => {
    expect(html`<p>${value}</p>`.toString()).toBe(`<p>${prints}</p>`)
    expect(html`${value}`.toString()).toBe(prints)
    expect(html`${value}${value}`.toString()).toBe(prints + prints)
  })

  test.each([
    { name: 'a symbol', value: Symbol('x') },
    { name: 'a symbol in an array', value: [Symbol('x')] },
    { name: 'an object without a string', value: Object.create(null) }
  ])('that is $name is a TypeError', ({ value }) => {
    expect(() => html`<p>${value}</p>`).toThrow(TypeError)
  })

  test.each([
    { name: 'a function', value: () => 1, message: 'html`…` cannot print a function. Call it, or pass text, a number' },
    { name: 'a class', value: class {}, message: 'html`…` cannot print a function' },
    { name: 'a function with a string of its own', value: Object.assign(() => {}, { toString: () => '<f>' }), message: 'html`…` cannot print a function' },
    { name: 'a symbol', value: Symbol('x'), message: 'html`…` cannot print a symbol. Print its description' }
  ])('that is $name is a TypeError that says what to do', async ({ value, message }) => {
    for (const page of [() => html`<p>${value}</p>`, () => html`<p>${[value]}</p>`]) expect(page).toThrow(message)
    await expect(html`<p>${Promise.resolve(value)}</p>`.then()).rejects.toThrow(message)
  })

  test('whose toString throws', () => {
    const error = new RangeError('in toString')
    expect(() => html`${{ toString () { throw error } }}`).toThrow(error)
  })
})

describe('markup in a value stays text', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'><svg onload=alert(1)>",
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '--><script>alert(1)</script>',
    ']]><script>alert(1)</script>',
    '</textarea><script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '<!--', '<![CDATA[', '<?php', '&lt;script&gt;', '&#60;script&#62;', '&quot;',
    '<scr\0ipt>', '<\u2028script>', '\uFEFF<script>', '＜script＞', '<ſcript>', '\ud800<script>', '\udfff"', '<'.repeat(3000)
  ]
  const unescape = (text) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) =>
    ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[entity])

  describe.each([
    { place: 'in text', page: (value) => html`<p>${value}</p>`, read: /^<p>([^<>]*)<\/p>$/ },
    { place: 'in an attribute in double quotes', page: (value) => html`<p title="${value}">`, read: /^<p title="([^"<>]*)">$/ },
    { place: 'in an attribute in single quotes', page: (value) => html`<p title='${value}'>`, read: /^<p title='([^'<>]*)'>$/ },
    { place: 'in an array', page: (value) => html`<p>${[value]}</p>`, read: /^<p>([^<>]*)<\/p>$/ },
    { place: 'in a nested page', page: (value) => html`<p>${html`${value}`}</p>`, read: /^<p>([^<>]*)<\/p>$/ },
    { place: 'in an object', page: (value) => html`<p>${{ toString: () => value }}</p>`, read: /^<p>([^<>]*)<\/p>$/ },
    { place: 'in a promise', page: (value) => html`<p>${Promise.resolve(value)}</p>`, read: /^<p>([^<>]*)<\/p>$/ }
  ])('$place', ({ page, read }) => {
    test.each(attacks)('%j', async (attack) => {
      const [, content] = read.exec((await page(attack)).toString())
      expect(unescape(content)).toBe(attack)
      expect(ejs.escapeXML(attack).replaceAll('&#34;', '&quot;')).toBe(content)
    })
  })
})

describe('an async iterable', () => {
  const values = { async * [Symbol.asyncIterator] () { yield '<' } }
  const request = { ...values, method: 'GET', url: '/', headers: {} }

  test('is read, unless it is an HTTP request', async () => {
    const { method, url, headers } = request
    for (const value of [values, { ...values, method }, { ...values, url, headers }, { ...values, method, headers }, { ...values, method, url }]) {
      expect((await html`<p>${value}</p>`).toString()).toBe('<p>&lt;</p>')
    }
    expect(html`<p>${request}</p>`.toString()).toBe('<p>[object Object]</p>')
  })
})

test.each([
  { value: '<p>', got: 'a string' },
  { value: '', got: 'an empty string' },
  { value: undefined, got: 'undefined' },
  { value: null, got: 'null' },
  { value: {}, got: 'an object' },
  { value: ['<p>'], got: 'an array' },
  { value: html`<p>`, got: 'an object' }
])('html as a function is a TypeError that says what to write instead of $got', ({ value, got }) => {
  expect(() => html(value)).toThrow(new TypeError(`html is a tag for template literals, such as html\`<p>\${text}</p>\`, but was called with ${got}. For trusted HTML in a string, call html.raw(string)`))
})

describe('html.raw', () => {
  test('is a page', () => {
    expect(html.raw('<b>')).toBeInstanceOf(Rendered)
    expect(html.raw('').chunks).toEqual([])
  })

  test.each([
    { value: 1, got: 'a number' },
    { value: undefined, got: 'undefined' },
    { value: null, got: 'null' },
    { value: ['<b>'], got: 'an array' },
    { value: { toString: () => '<b>' }, got: 'an object' },
    { value: Symbol('b'), got: 'a symbol' },
    { value: html`<b>`, got: 'an object' }
  ])('takes a string, not $got', ({ value, got }) => {
    expect(() => html.raw(value)).toThrow(new TypeError(`html.raw() expects a string, got ${got}`))
  })
})

describe('static text', () => {
  test('that is short is coalesced with the values around it', () => {
    expect(html`<main>${'a'}</main>`.chunks).toEqual(['<main>a</main>'])
    expect(html`text`.chunks).toEqual(['text'])
    expect(html``.chunks).toEqual([])
  })

  test('that is long is a fragment', () => {
    const { chunks } = html(literal([big, `${big}!`]), '<')
    expect(chunks).toEqual([new StaticFragment(big), '&lt;', new StaticFragment(`${big}!`)])
  })

  test('is split and encoded once per call site', () => {
    const split = jest.spyOn(StaticFragment, 'from')
    const strings = [big, '</p>']
    const [first, second] = [html(literal(strings), 'a'), html(literal(strings), 'b')]
    expect(split).toHaveBeenCalledTimes(2)
    expect(second.chunks[0]).toBe(first.chunks[0])
    expect([first.chunks[1], second.chunks[1]]).toEqual(['a</p>', 'b</p>'])
  })

  test('is split once per template literal', () => {
    const split = jest.spyOn(StaticFragment, 'from')
    const pages = ['a', 'b', 'c'].map((value) => html`<p>${value}</p>`)
    expect(split).toHaveBeenCalledTimes(2)
    expect(pages.map(String)).toEqual(['<p>a</p>', '<p>b</p>', '<p>c</p>'])
  })

  test('is separate for each call site', () => {
    expect(html(literal([big])).chunks[0]).not.toBe(html(literal([big])).chunks[0])
  })

  test('stays a fragment in a page in a page in an array', () => {
    const strings = [big]
    const inner = html(literal(strings))
    const [fragment] = inner.chunks
    const { chunks } = html`<a>${[html`<b>${inner}</b>`, inner]}</a>`
    expect(chunks).toEqual(['<a><b>', expect.any(StaticFragment), '</b>', expect.any(StaticFragment), '</a>'])
    expect(chunks[1]).toBe(fragment)
    expect(chunks[3]).toBe(fragment)
  })

  test('stays a fragment in a page of promises', async () => {
    const inner = html(literal([big]))
    const { chunks } = await html`<a>${delayed(html`<b>${inner}</b>`)}</a>`
    expect(chunks).toEqual(['<a><b>', inner.chunks[0], '</b></a>'])
  })

  test('has its escapes as JavaScript evaluates them', () => {
    expect(html`\u003cb\u003e\n\`\${}`.toString()).toBe('<b>\n`${}')
  })
})

describe('a promise', () => {
  test.each([
    { name: 'of text', page: () => html`<p>${delayed('<')}</p>`, prints: '<p>&lt;</p>' },
    { name: 'of nothing', page: () => html`<p>${delayed(undefined)}${delayed(null)}${delayed(false)}</p>`, prints: '<p></p>' },
    { name: 'of a page', page: () => html`<p>${delayed(html`<b>`)}</p>`, prints: '<p><b></p>' },
    { name: 'of trusted text', page: () => html`<p>${delayed(html.raw('<'))}</p>`, prints: '<p><</p>' },
    { name: 'of an array', page: () => html`<p>${delayed(['<', html`<b>`, null])}</p>`, prints: '<p>&lt;<b></p>' },
    { name: 'of an array of promises', page: () => html`<p>${delayed([delayed('a'), [delayed('b')]])}</p>`, prints: '<p>ab</p>' },
    { name: 'of a promise', page: () => html`<p>${delayed(delayed('a'))}</p>`, prints: '<p>a</p>' },
    { name: 'of a page of promises', page: () => html`<p>${delayed(html`<b>${delayed('a')}</b>`)}</p>`, prints: '<p><b>a</b></p>' },
    { name: 'in a nested page', page: () => html`<p>${html`<b>${delayed('a')}</b>`}</p>`, prints: '<p><b>a</b></p>' },
    { name: 'that is only thenable', page: () => html`<p>${{ then: (resolve) => resolve('<') }}</p>`, prints: '<p>&lt;</p>' },
    { name: 'alone', page: () => html`${delayed('a')}`, prints: 'a' },
    { name: 'which is the last to settle of many', page: () => html`${delayed(delayed('a'))}-${[1, delayed('b'), 2]}-${'c'}-${Promise.resolve('d')}`, prints: 'a-1b2-c-d' }
  ])('$name', async ({ page, prints }) => {
    const rendered = await page()
    expect(rendered).toBeInstanceOf(Rendered)
    expect(rendered.toString()).toBe(prints)
    expect(rendered.toBuffer().toString()).toBe(prints)
  })

  test('in a nested page does not delay the chunks before it', () => {
    expect(html`<p>${html`<b>${delayed('a')}</b>`}</p>`.chunks).toEqual(['<p><b>', expect.any(AsyncChunk), '</b></p>'])
  })

  test('gives a page that can be awaited several times', async () => {
    const page = html`${delayed('a')}`
    expect(page).not.toBeInstanceOf(Rendered)
    expect(String((await page).identityBytes)).toBe(String((await page).identityBytes))
  })

  test('gives the same chunks as its value', async () => {
    const page = (value) => html`<p>${value}</p><p>${value}</p>`
    expect((await page(delayed('a'))).chunks).toEqual(page('a').chunks)
    expect((await page(delayed(''))).chunks).toEqual(page('').chunks)
  })

  test.each([
    { name: 'rejects', page: (error) => html`<p>${Promise.reject(error)}</p>` },
    { name: 'rejects, after one that does not settle', page: (error) => html`<p>${new Promise(() => {})}${Promise.reject(error)}</p>` },
    { name: 'in an array rejects', page: (error) => html`<p>${['a', Promise.reject(error)]}</p>` },
    { name: 'in a nested page rejects', page: (error) => html`<p>${html`${Promise.reject(error)}`}</p>` },
    { name: 'of a promise rejects', page: (error) => html`<p>${delayed().then(() => Promise.reject(error))}</p>` },
    { name: 'of a value that throws', page: (error) => html`<p>${delayed({ toString () { throw error } })}</p>` }
  ])('$name', async ({ page }) => {
    const error = new Error('no value')
    await expect(page(error)).rejects.toBe(error)
  })

  test.each([undefined, null, false, 0, ''])('rejected without an error throws one: %p', async (reason) => {
    await expect(html`<p>${Promise.reject(reason)}</p>`).rejects.toThrow(new Error(`The page failed with ${reason}. Throw an Error, or reject the promise with one`))
    await expect(html`<p>${(async function * () { throw reason })()}</p>`).rejects.toThrow(new Error(`The page failed with ${reason}. Throw an Error, or reject the promise with one`))
  })

  test('of a symbol is a TypeError', async () => {
    await expect(html`<p>${delayed(Symbol('x'))}</p>`).rejects.toThrow(TypeError)
  })

  test('of several that reject throws the first error, and leaves no unhandled rejection', async () => {
    const [first, second] = [new Error('first'), new Error('second')]
    await expect(html`${Promise.reject(first)}${Promise.reject(second)}`).rejects.toBe(first)
    await delayed()
  })
})
