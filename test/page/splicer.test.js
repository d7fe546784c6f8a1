'use strict'

const { PendingRendered } = require('../../lib/page/pending-rendered')
const { Rendered } = require('../../lib/page/rendered')
const { Splicer } = require('../../lib/page/splicer')
const { StaticFragment } = require('../../lib/page/static-fragment')

const a = new StaticFragment('<a>')
const b = new StaticFragment('<b>')

const text = (value) => (out) => { out.text += value }
const fragment = (value) => (out) => out.fragment(value)
const splice = (...chunks) => (out) => out.splice(new Rendered(chunks))

function write (...steps) {
  const out = new Splicer()
  steps.forEach((step) => step(out))
  return out.end()
}

test.each([
  { name: 'nothing', steps: [], chunks: [] },
  { name: 'empty text', steps: [text(''), text('')], chunks: [] },
  { name: 'text', steps: [text('x')], chunks: ['x'] },
  { name: 'text, coalesced', steps: [text('x'), text(''), text('y'), text('z')], chunks: ['xyz'] },
  { name: 'a fragment', steps: [fragment(a)], chunks: [a] },
  { name: 'fragments', steps: [fragment(a), fragment(b), fragment(a)], chunks: [a, b, a] },
  { name: 'text and fragments in order', steps: [text('1'), fragment(a), text('2'), text('3'), fragment(b), text('4')], chunks: ['1', a, '23', b, '4'] },
  { name: 'a fragment between empty texts', steps: [text(''), fragment(a), text('')], chunks: [a] },
  { name: 'an empty page', steps: [text('1'), splice(), text('2')], chunks: ['12'] },
  { name: 'a page of text', steps: [text('1'), splice('2'), text('3')], chunks: ['123'] },
  { name: 'a page of a fragment', steps: [text('1'), splice(a), text('2')], chunks: ['1', a, '2'] },
  { name: 'a page of both', steps: [text('1'), splice('2', a, '3', b, '4'), text('5')], chunks: ['12', a, '3', b, '45'] },
  { name: 'pages beside each other', steps: [splice('1', a), splice(b, '2'), splice('3')], chunks: ['1', a, b, '23'] }
])('$name', ({ steps, chunks }) => {
  const rendered = write(...steps)
  expect(rendered).toBeInstanceOf(Rendered)
  expect(rendered.chunks).toEqual(chunks)
  rendered.chunks.forEach((chunk, i) => expect(chunk).toBe(chunks[i]))
})

test('a spliced page is not changed', () => {
  const page = new Rendered(['1', a])
  write((out) => out.splice(page), text('2'), fragment(b))
  expect(page.chunks).toEqual(['1', a])
})

test('async chunks keep their place', async () => {
  const wait = (value) => (out) => out.wait(value, (out, page) => out.splice(page))
  const pending = write(text('1'), wait(Promise.resolve(new Rendered(['2', a]))), text('3'), wait(Promise.resolve(new Rendered(['4']))))
  expect(pending).toBeInstanceOf(PendingRendered)
  expect((await pending).chunks).toEqual(['12', a, '34'])
})

describe('a page that is not streamed', () => {
  const out = new Splicer()

  test('throws the error of a failed segment: it has no fallback', () => {
    const error = new Error('no value')
    expect(() => out.substituteFor(error)).toThrow(error)
  })

  test('returns promises of segments unchanged: the program awaits them', () => {
    const value = Promise.resolve('a')
    expect(out.readyFor(value)).toBe(value)
  })
})
