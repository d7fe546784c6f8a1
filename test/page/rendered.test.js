'use strict'

const fc = require('fast-check')
const { Rendered } = require('../..')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { PendingRendered } = require('../../lib/page/pending-rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { spliced } = require('../support/fragments-of')
const { propertyRuns } = require('../support/level')

/** Text with all that UTF-16 can hold: lone surrogates as well, in either order. */
const unit = fc.oneof(
  fc.constantFrom('a', '<', '\0', 'é', '世', '🎉', '\ud83c', '\udf89', '\ufffd', '\uffff', '#', ':', '1'),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
)
const text = fc.array(unit, { maxLength: 40 }).map((units) => units.join(''))
const staticText = fc.tuple(text, fc.constantFrom('', 'x'.repeat(512), '世'.repeat(200)), text).map((parts) => parts.join(''))
const parts = fc.array(fc.oneof(
  text.map((value) => ({ value })),
  staticText.map((value) => ({ value: StaticFragment.from(value) }))
))

const pageOf = (parts) => spliced(parts.map(({ value }) => value))
const stringOf = (parts) => parts.map(({ value }) => value.text ?? value).join('')
const fragment = (text) => new StaticFragment(text)

describe('the bytes', () => {
  test('of a random page equal those of its string', () => {
    fc.assert(fc.property(parts, (parts) => {
      const page = pageOf(parts)
      const string = stringOf(parts)
      expect(page.toString()).toBe(string)
      expect(page.toBuffer()).toEqual(Buffer.from(string))
      expect(page.byteLength).toBe(Buffer.byteLength(page.toBuffer()))
    }), propertyRuns(1000))
  })

  test.each([
    { name: 'nothing', chunks: [], bytes: '' },
    { name: 'text', chunks: ['é'], bytes: 'é' },
    { name: 'a fragment', chunks: [fragment('世界')], bytes: '世界' },
    { name: 'both', chunks: ['a', fragment('世'), '🎉', fragment('é'), fragment('b')], bytes: 'a世🎉éb' },
    { name: 'a lone surrogate', chunks: ['\ud83c'], bytes: '\ufffd' },
    { name: 'a lone surrogate beside a fragment', chunks: ['a\ud83c', fragment('b'), '\udf89'], bytes: 'a\ufffdb\ufffd' }
  ])('of $name', ({ chunks, bytes }) => {
    const page = new Rendered(chunks)
    expect(page.byteLength).toBe(Buffer.byteLength(bytes))
    expect(page.toBuffer()).toEqual(Buffer.from(bytes))
    expect(page.toBuffer().toString()).toBe(bytes)
  })

  test('are in their own memory', () => {
    const shared = fragment('<p>')
    for (const chunks of [['text'], [shared], ['text', shared]]) {
      const page = new Rendered(chunks)
      const expected = page.toString()
      page.toBuffer().fill(0)
      expect(page.toBuffer().toString()).toBe(expected)
    }
    expect(shared.bytes.toString()).toBe('<p>')
  })

  test('do not depend on other pages', () => {
    const texts = ['a', 'é'.repeat(30_000), '', '世'.repeat(400_000), '🎉', 'b'.repeat(70_000)]
    const pages = texts.map((text) => new Rendered([text, fragment('<p>'), text]))
    const reads = [(page) => page.byteLength, (page) => String(page.identityBytes), (page) => page.toBuffer().toString()]
    const alone = texts.map((text) => reads.map((read) => read(new Rendered([text, fragment('<p>'), text]))))

    const turns = fc.array(fc.tuple(fc.nat(texts.length - 1), fc.nat(reads.length - 1)), { maxLength: 10 })
    fc.assert(fc.property(turns, (turns) => {
      for (const [page, read] of turns) expect(reads[read](pages[page]) === alone[page][read]).toBe(true)
    }))
  })

  test('become a string in JSON', () => {
    expect(JSON.stringify({ page: new Rendered(['"', fragment('<p>')]) })).toBe('{"page":"\\"<p>"}')
  })
})

describe('the composition', () => {
  const { digest } = fragment('<p>')
  const compositionOf = (...chunks) => String(new Rendered(chunks).identityBytes)

  // Text that fills the memory which it gets, and leaves none for what comes behind it.
  test.each([1, 100])('has its structure at the end, after text of any length and %d fragments', (count) => {
    const order = `,1200000${`#${digest}`.repeat(count)}`
    const composition = compositionOf('世'.repeat(400_000), ...Array(count).fill(fragment('<p>')))
    expect(composition.slice(400_000)).toBe(order + order.length.toString(16).padStart(8, '0'))
  })

  test('is the same for an awaited page', async () => {
    const waited = await new PendingRendered(['a', AsyncChunk.of(Promise.resolve(new Rendered(['b', fragment('<p>')])), (page) => page), 'c'])
    expect(String(waited.identityBytes)).toBe(compositionOf('ab', fragment('<p>'), 'c'))
  })
})
