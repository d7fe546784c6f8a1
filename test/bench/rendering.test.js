'use strict'

const { createSamples } = require('../../bench/counters')
const { canonical } = require('../../bench/difference')
const contests = require('../../bench/rendering/contests')
const renderers = require('../../bench/rendering/renderers')
const { verify } = require('../../bench/renderings')

const CARDS = { shape: /<li class="card">/g, count: 10 }
const ARTICLE = { size: [9500, 11000], shown: [/<h1>How a tide table is made \(7\)<\/h1>/, /Margaret O/, /Springs &(amp|#38); neaps/], items: CARDS }

/** Expectations by the title of a page. */
const EXPECTED = {
  Fortunes: { size: [1100, 1400], shown: [/Fortunes 7</, /&(lt|#60);script/, /フレームワーク/], items: { shape: /<tr>/g, count: 14 } },
  'translated article': ARTICLE,
  'shared article': ARTICLE,
  'shared article, Chinese': { ...ARTICLE, shown: [/<h1>一张潮汐表是怎样编成的 \(7\)<\/h1>/, /欧阳海澜/] },
  'long shared article': { ...ARTICLE, size: [95000, 105000] },
  'translated listing': { size: [48000, 54000], shown: [/<h1>Everything for the boat \(7\)<\/h1>/, /\$7\.00<\/p>/, /one end &amp; whipped/], items: { shape: /<li class="grid__item product-card">/g, count: 100 } }
}

const entries = contests.flatMap(({ title, page, renderers: names }) => names.map((name) => ({ title, page, name, first: names[0] })))

describe.each(entries)('$title, by $name', ({ page, name, first }) => {
  const localsOf = createSamples(page)
  const render = renderers[name].create(page)
  const expected = renderers[first].create(page)

  test('is the page of the first renderer', async () => {
    for (const i of [0, 1, 0]) {
      const [html, other] = [await render(localsOf(i)), await expected(localsOf(i))].map(String)
      if (renderers[name].language === renderers[first].language) expect(html).toBe(other)
      expect(canonical(html)).toBe(canonical(other))
    }
  })

  test('has the intended size, and shows its locals, escaped, and every item', async () => {
    const { size: [min, max], shown, items } = EXPECTED[page.title]
    const html = await render(localsOf(6))
    expect(html.length).toBeGreaterThan(min)
    expect(html.length).toBeLessThan(max)
    for (const shape of shown) expect(String(html)).toMatch(shape)
    expect(String(html).match(items.shape)).toHaveLength(items.count)
  })

  test('differs with other locals', async () => {
    // Memory of a page may be reused for the next page.
    const first = String(await render(localsOf(0)))
    expect(String(await render(localsOf(1)))).not.toBe(first)
  })
})

describe('the pages of all renderers', () => {
  const child = (pageOf) => ({ ask: async (i) => Buffer.from(pageOf(i)).toString('base64') })

  test('have the length of the first page', async () => {
    const page = (i) => `<p>${i}</p>`
    expect(await verify({ ejs: child(page), 'buffered-render, ejs': child(page) })).toBe(8)
  })

  test('are compared byte by byte in the same language', async () => {
    const ours = child((i) => i === 15 ? '<p>ä</p>' : '<p>ö</p>')
    await expect(verify({ pug: child(() => '<p>ö</p>'), 'buffered-render, pug': ours })).rejects.toThrow(
      'page 16 of buffered-render, pug differs from that of pug: it differs at byte 4: "\ufffd</p>" of 9 bytes, expected "\ufffd</p>" of 9'
    )
  })

  test('are compared by their meaning in other languages', async () => {
    const children = { ejs: child(() => '<p>&#39;'), ghtml: child(() => "<p>'"), eta: child(() => '<p>"') }
    await expect(verify(children)).rejects.toThrow('page 1 of eta differs from that of ejs: it differs at byte 3')
  })
})
