'use strict'

const pages = require('../../bench/dialects/pages')
const { createSamples } = require('../../bench/dialects/samples')
const sides = require('../../bench/dialects/sides')
const { verify } = require('../../bench/dialects/verify')
const { dialects } = require('../../lib/dialects')

const EXPECTED = {
  article: {
    size: [9500, 11000],
    shown: [/<h1>How a tide table is made \(7\)<\/h1>/, /By Margaret O/, /Springs &amp; neaps/],
    items: { shape: /<li class="card">/g, count: 10 }
  },
  listing: {
    size: [48000, 54000],
    shown: [/<h1>Everything for the boat \(7\)<\/h1>/, /\$7\.00<\/p>/, /one end &amp; whipped/],
    items: { shape: /<li class="grid__item product-card">/g, count: 100 }
  }
}

const both = dialects.flatMap(({ name }) => Object.keys(pages).map((page) => [name, page]))

describe.each(both)('%s, %s', (dialect, page) => {
  const localsOf = createSamples(page)
  const engine = sides.engine(dialect, page)
  const ours = sides.ours(dialect, page)

  test('is the page of the engine', async () => {
    for (const i of [0, 1, 0]) expect(String(await ours(localsOf(i)))).toBe(String(engine(localsOf(i))))
  })

  test('has the size it stands for', () => {
    const [min, max] = EXPECTED[page].size
    const { length } = engine(localsOf(0))
    expect(length).toBeGreaterThan(min)
    expect(length).toBeLessThan(max)
  })

  test('shows its locals, escaped, and every item', () => {
    const { shown, items } = EXPECTED[page]
    const html = String(engine(localsOf(6)))
    for (const shape of shown) expect(html).toMatch(shape)
    expect(html.match(items.shape)).toHaveLength(items.count)
  })

  test('is another page with other locals', () => {
    expect(engine(localsOf(1)).equals(engine(localsOf(0)))).toBe(false)
  })
})

test('samples come again, in objects of their own', () => {
  const localsOf = createSamples('article')
  expect(localsOf(16)).toEqual(localsOf(0))
  expect(localsOf(0)).not.toBe(localsOf(0))
})

describe('the pages of both sides', () => {
  const side = (pageOf) => ({ ask: async (i) => Buffer.from(pageOf(i)).toString('base64') })

  test('have the length of the first', async () => {
    expect(await verify({ engine: side((i) => `<p>${i}</p>`), ours: side((i) => `<p>${i}</p>`) })).toBe(8)
  })

  test('are all compared, byte by byte', async () => {
    const ours = side((i) => i === 15 ? '<p>ä</p>' : '<p>ö</p>')
    await expect(verify({ engine: side(() => '<p>ö</p>'), ours })).rejects.toThrow(
      'page 16 of buffered-render is not that of the engine: parts at byte 4: "\ufffd</p>" of 9 bytes, expected "\ufffd</p>" of 9'
    )
  })
})
