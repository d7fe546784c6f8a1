'use strict'

const { createHook } = require('node:async_hooks')
const { setImmediate: turn } = require('node:timers/promises')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { PendingRendered } = require('../../lib/page/pending-rendered')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { CountedValues } = require('../support/counted-values')
const { gate } = require('../support/gate')

const a = new StaticFragment('<a>')
const asyncChunk = (value) => AsyncChunk.of(value, (rendered) => rendered)
const delayed = (...chunks) => asyncChunk(new Promise((resolve) => { setImmediate(() => resolve(new Rendered(chunks))) }))
const now = (...chunks) => asyncChunk(Promise.resolve(new Rendered(chunks)))
const many = (...pages) => asyncChunk(pagesOf(pages))

async function * pagesOf (pages) {
  for (const chunks of pages) yield new Rendered(chunks)
}

test.each([
  { name: 'nothing', chunks: () => [], joined: [] },
  { name: 'text alone', chunks: () => ['1'], joined: ['1'] },
  { name: 'an empty page', chunks: () => [now()], joined: [] },
  { name: 'an empty page between texts', chunks: () => ['1', now(), '2'], joined: ['12'] },
  { name: 'a page of text', chunks: () => ['1', now('2'), '3'], joined: ['123'] },
  { name: 'a page of a fragment', chunks: () => ['1', now(a), '2'], joined: ['1', a, '2'] },
  { name: 'a page of both', chunks: () => ['1', now('2', a, '3'), '4'], joined: ['12', a, '34'] },
  { name: 'a fragment beside a page', chunks: () => [a, now(a), a], joined: [a, a, a] },
  { name: 'pages one after the other', chunks: () => ['1', many(['2', a], [], ['3'], [a]), '4'], joined: ['12', a, '3', a, '4'] },
  { name: 'no pages at all', chunks: () => ['1', many(), '2'], joined: ['12'] },
  { name: 'a page that waits in a page that waits', chunks: () => [asyncChunk(Promise.resolve({ chunks: ['1', now('2', a)] })), '3'], joined: ['12', a, '3'] },
  { name: 'pages out of order', chunks: () => [delayed('1'), now('2'), delayed('3'), '4'], joined: ['1234'] }
])('joins $name', async ({ chunks, joined }) => {
  const rendered = await new PendingRendered(chunks())
  expect(rendered).toBeInstanceOf(Rendered)
  expect(rendered.chunks).toEqual(joined)
})

test('can be awaited twice, and does not change its chunks', async () => {
  const page = new Rendered(['2'])
  const chunks = ['1', asyncChunk(Promise.resolve(page)), '3', many(['4'])]
  const pending = new PendingRendered(chunks)
  expect((await pending).chunks).toEqual(['1234'])
  expect((await pending).chunks).toEqual(['1234'])
  expect(page.chunks).toEqual(['2'])
  expect(chunks).toHaveLength(4)
})

test('makes one promise for each that is fulfilled', async () => {
  const countPromises = async (length) => {
    const promises = Array.from({ length }, (_, i) => Promise.resolve(new Rendered([`${i}`])))
    let made = 0
    const hook = createHook({ init: (id, type) => { if (type === 'PROMISE') made++ } })
    hook.enable()
    const page = await new PendingRendered(promises.map(asyncChunk))
    hook.disable()
    expect(page.chunks).toHaveLength(1)
    return made
  }
  await countPromises(1)
  expect(await countPromises(20) - await countPromises(10)).toBe(10)
})

test('rejects with the first error', async () => {
  const error = new Error('no page')
  const pending = new PendingRendered(['1', asyncChunk(Promise.reject(error)), delayed('2')])
  await expect(pending).rejects.toBe(error)
  expect(await pending.then(() => 'page', (reason) => reason)).toBe(error)
})

describe('abandoned', () => {
  const error = expect.objectContaining({ message: expect.stringContaining('The page is incomplete') })

  test('by all readers, releases its async chunks', async () => {
    const values = new CountedValues([new Rendered(['a']), new Promise(() => {})])
    const pending = new PendingRendered([asyncChunk(values)])
    const readers = [pending.then(), pending.then()]
    await turn()
    pending.abandon()
    expect(values.returned).toBe(0)
    pending.abandon()
    expect(values).toMatchObject({ pulled: 2, returned: 1 })
    expect(readers).toHaveLength(2)
  })

  test('by one reader, is complete for the others', async () => {
    const { promise, open } = gate()
    const pending = new PendingRendered(['1', asyncChunk(promise), many(['3'])])
    const reader = pending.then()
    pending.then()
    pending.abandon()
    open(new Rendered(['2']))
    expect((await reader).chunks).toEqual(['123'])
  })

  test('is never a part of the page, and can be read again', async () => {
    const gates = [gate(), gate()]
    const pending = new PendingRendered(['1', asyncChunk({ [Symbol.asyncIterator]: () => new CountedValues(gates.map(({ promise }) => promise)) })])
    const reader = pending.then()
    await turn()
    pending.abandon()
    for (const { open } of gates) open(new Rendered(['2']))
    await expect(reader).rejects.toEqual(error)
    expect((await pending).chunks).toEqual(['122'])
  })
})

test('cannot be converted to a string', () => {
  const pending = new PendingRendered(['1', delayed('2')])
  const error = new TypeError('A page with unresolved promises cannot be converted to a string. Await the page first')
  expect(() => String(pending)).toThrow(error)
  expect(() => JSON.stringify({ pending })).toThrow(error)
})
