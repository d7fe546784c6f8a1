'use strict'

const path = require('node:path')
const ejs = require('ejs')
const cases = require('../../bench/cases')
const servers = require('../../bench/servers')

const SIZES = {
  fortunes: [1100, 1400],
  'article/page': [9500, 10500],
  'article-chinese/page': [9500, 10500],
  article: [9500, 10500],
  listing: [48000, 52000],
  'member/page': [48000, 52000]
}

const render = ({ view, foldersOf, data }, n) => {
  const folders = foldersOf('ejs')
  return ejs.renderFile(path.join(folders[0], `${view}.ejs`), data(n), { views: folders })
}

describe.each(cases)('$name', (page) => {
  test('is served by existing variants', () => {
    for (const variant of page.variants) expect(servers[variant]).toMatchObject({ create: expect.any(Function) })
    expect(page.variants).toEqual(expect.arrayContaining([page.baseline, page.ours, page.limit ?? page.ours]))
  })

  test('has the intended size', async () => {
    const [min, max] = SIZES[page.view]
    const bytes = Buffer.byteLength(await render(page, 1))
    expect(bytes).toBeGreaterThan(min)
    expect(bytes).toBeLessThan(max)
  })

  test('differs at each request, and is the same for the same counter', async () => {
    const first = await render(page, 1)
    expect(await render(page, 2)).not.toBe(first)
    expect(await render(page, 1)).toBe(first)
  })
})

test('names of cases are unique', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

test('every variant is part of a case', () => {
  expect(new Set(cases.flatMap((page) => page.variants))).toEqual(new Set(Object.keys(servers)))
})

test('the fortunes are sorted by message', () => {
  const { fortunes } = cases.find(({ name }) => name === 'fortunes').data(7)
  const messages = fortunes.map(({ message }) => message)
  const compare = (a, b) => a < b ? -1 : 1
  expect(messages).toEqual(messages.toSorted(compare))
  expect(fortunes.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, id) => id))
})
