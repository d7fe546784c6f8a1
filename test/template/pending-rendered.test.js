'use strict'

const { PendingRendered } = require('../../lib/template/pending-rendered')
const { Rendered } = require('../../lib/template/rendered')
const { StaticFragment } = require('../../lib/template/static-fragment')

const a = new StaticFragment('<a>')
const later = (...chunks) => new Promise((resolve) => { setImmediate(() => resolve(new Rendered(chunks))) })
const now = (...chunks) => Promise.resolve(new Rendered(chunks))

test.each([
  { name: 'nothing', chunks: () => [], joined: [] },
  { name: 'text alone', chunks: () => ['1'], joined: ['1'] },
  { name: 'an empty page', chunks: () => [now()], joined: [] },
  { name: 'an empty page between texts', chunks: () => ['1', now(), '2'], joined: ['12'] },
  { name: 'a page of text', chunks: () => ['1', now('2'), '3'], joined: ['123'] },
  { name: 'a page of a fragment', chunks: () => ['1', now(a), '2'], joined: ['1', a, '2'] },
  { name: 'a page of both', chunks: () => ['1', now('2', a, '3'), '4'], joined: ['12', a, '34'] },
  { name: 'a fragment beside a page', chunks: () => [a, now(a), a], joined: [a, a, a] },
  { name: 'pages out of order', chunks: () => [later('1'), now('2'), later('3'), '4'], joined: ['1234'] }
])('joins $name', async ({ chunks, joined }) => {
  const rendered = await new PendingRendered(chunks())
  expect(rendered).toBeInstanceOf(Rendered)
  expect(rendered.chunks).toEqual(joined)
})

test('can be awaited twice, and leaves what it was made of', async () => {
  const page = await now('2')
  const chunks = ['1', Promise.resolve(page), '3']
  const pending = new PendingRendered(chunks)
  expect((await pending).chunks).toEqual(['123'])
  expect((await pending).chunks).toEqual(['123'])
  expect(page.chunks).toEqual(['2'])
  expect(chunks).toHaveLength(3)
})

test('gives the first error to whoever awaits it', async () => {
  const error = new Error('no page')
  const pending = new PendingRendered(['1', Promise.reject(error), later('2')])
  await expect(pending).rejects.toBe(error)
  expect(await pending.then(() => 'page', (reason) => reason)).toBe(error)
})
