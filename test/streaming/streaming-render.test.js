'use strict'

const { Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const { html } = require('../../lib/html')
const { LARGE, LargeFile } = require('../../lib/page/large-file')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { PendingRendered } = require('../../lib/page/pending-rendered')
const { Rendered } = require('../../lib/page/rendered')
const { Splicer } = require('../../lib/page/splicer')
const { plain } = require('../../lib/codings/identity')
const { PageStream } = require('../../lib/response/page-stream')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { StreamingSplicer } = require('../../lib/streaming/streaming-splicer')
const { CountedValues } = require('../support/counted-values')
const { gate } = require('../support/gate')
const { partsOf } = require('../support/streamed')
const { until } = require('../support/until')

const error = new Error('no value')
const fragment = new StaticFragment('<f>')
const render = (value) => ({ chunks: Array.isArray(value) ? value : [String(value)] })
const asyncChunk = (value) => AsyncChunk.of(value, render)
const failing = () => asyncChunk(Promise.reject(error))

/** A render of which all is known that is not waited for. */
function complete (chunks, onError) {
  const streamingRender = new StreamingRender(onError)
  streamingRender.push(chunks)
  streamingRender.complete()
  return streamingRender
}

describe('ready chunks', () => {
  test.each([
    { name: 'of nothing is nothing', chunks: [], parts: [] },
    { name: 'of text', chunks: ['a', 'b'], parts: ['ab'] },
    { name: 'of text and fragments', chunks: ['a', fragment, 'b', fragment, fragment], parts: ['a<f>b<f><f>'] }
  ])('$name: read at once', async ({ chunks, parts }) => {
    const streamingRender = complete(chunks)
    expect(await partsOf(streamingRender)).toEqual(parts)
    expect(streamingRender.hasEnded).toBe(true)
  })

  test('are read up to the first async chunk', async () => {
    const [first, second] = [gate(), gate()]
    const streamingRender = complete(['1', fragment, asyncChunk(first.promise), '2', '3', asyncChunk(second.promise), '4'])
    expect((await streamingRender.next()).chunks).toEqual(['1', fragment])
    expect(streamingRender.hasEnded).toBe(false)

    const next = streamingRender.next()
    second.open('b')
    await turn()
    first.open('a')
    expect((await next).toString()).toBe('a23b4')
    expect(streamingRender.hasEnded).toBe(true)
    expect(await streamingRender.next()).toBeUndefined()
  })

  test('of long text are read in several parts', async () => {
    const long = 'x🎉'.repeat(500_000)
    const chunks = ['1', long, fragment, ...Array(700_000).fill('2'), asyncChunk(turn(long)), long]
    const parts = await partsOf(complete(chunks))
    expect(parts.join('') === `1${long}<f>${'2'.repeat(700_000)}${long}${long}`).toBe(true)
    expect(parts.length).toBeGreaterThan(8)
    for (const part of parts) {
      expect(part.length).toBeLessThan(1.1e6)
      expect(part.isWellFormed()).toBe(true)
    }
    expect(chunks[1]).toBe(long)
  })

  test('are read without waiting for a substitute', async () => {
    const { promise, open } = gate()
    const streamingRender = complete(['1', failing(), '2'], () => promise)
    expect((await streamingRender.next()).toString()).toBe('1')
    open(new Rendered(['instead']))
    expect((await streamingRender.next()).toString()).toBe('instead2')
  })
})

describe('async chunks', () => {
  test('of the same turn are read together', async () => {
    const streamingRender = complete(['1', ...'abc'.split('').map((text) => asyncChunk(Promise.resolve(text))), asyncChunk(new CountedValues('xyz'))])
    expect(await partsOf(streamingRender)).toEqual(['1abcxyz'])
  })

  test('of different turns are read one by one', async () => {
    const gates = Array.from({ length: 3 }, gate)
    const streamingRender = complete([asyncChunk(new CountedValues(gates.map(({ promise }) => promise)))])
    for (const { open } of gates) {
      setImmediate(open, 'x')
      expect((await streamingRender.next()).toString()).toBe('x')
    }
    expect(await streamingRender.next()).toBeUndefined()
  })

  test('are coalesced up to a limit', async () => {
    const kilobytes = new CountedValues(Array(100).fill('x'.repeat(1024)))
    const parts = await partsOf(complete(['1', asyncChunk(kilobytes), '2']))
    expect(parts.map(({ length }) => length)).toEqual([1 + 16384, ...Array(5).fill(16384), 4096 + 1])
  })

  test('are not read in advance', async () => {
    const values = new CountedValues(Array(100).fill('x'.repeat(16 * 1024)))
    const streamingRender = complete([asyncChunk(values)])
    await turn()
    expect(values.pulled).toBe(0)
    for (let i = 1; i < 10; i++) {
      await streamingRender.next()
      await turn()
      expect(values.pulled).toBe(i)
    }
  })

  test('may have more chunks than a call takes arguments', async () => {
    const many = Array(200_000).fill('x')
    const streamingRender = complete([asyncChunk(turn(many)), ...many])
    expect((await partsOf(streamingRender)).join('')).toHaveLength(400_000)
  })
})

describe('a high surrogate at the end of a part', () => {
  test.each([
    { name: 'and the other half', texts: ['a\ud83c', '\udf89b'], parts: ['a', '🎉b'] },
    { name: 'and nothing between', texts: ['a\ud83c', '', '\udf89b'], parts: ['a', '', '🎉b'] },
    { name: 'by itself', texts: ['\ud83c', '\udf89'], parts: ['', '🎉'] },
    { name: 'and another one', texts: ['\ud83c', '\ud83c', '\udf89'], parts: ['', '\ud83c', '🎉'] },
    { name: 'that has no other half', texts: ['a\ud83c', 'b', '\udf89'], parts: ['a', '\ud83cb', '\udf89'] },
    { name: 'at the end', texts: ['a', 'b\ud83c'], parts: ['a', 'b\ud83c'] }
  ])('$name: read with the other half', async ({ texts, parts }) => {
    const streamingRender = new StreamingRender()
    const given = []
    for (const [i, text] of texts.entries()) {
      streamingRender.push([text])
      if (i === texts.length - 1) streamingRender.complete()
      given.push((await streamingRender.next()).toString())
    }
    expect(given).toEqual(parts)
    expect(streamingRender.hasEnded).toBe(true)
  })

  test('is read at the end of the page', async () => {
    const { promise, open } = gate()
    const streamingRender = complete(['a\ud83c', asyncChunk(promise)])
    expect((await streamingRender.next()).toString()).toBe('a')
    expect(streamingRender.hasEnded).toBe(false)
    open([])
    expect(await partsOf(streamingRender)).toEqual(['\ud83c'])
    expect(streamingRender.hasEnded).toBe(true)
  })

  test('is not held back before a fragment', async () => {
    const { promise, open } = gate()
    const streamingRender = complete(['a\ud83c', asyncChunk(promise)])
    await streamingRender.next()
    open([fragment])
    expect((await streamingRender.next()).chunks).toEqual(['\ud83c', fragment])
  })
})

describe('a failed chunk', () => {
  test.each([
    { name: 'a page', substitute: () => new Rendered(['-', fragment]), text: '1-<f>2' },
    { name: 'an empty page', substitute: () => new Rendered([]), text: '12' },
    { name: 'the promise of a page', substitute: () => turn(new Rendered(['-'])), text: '1-2' },
    { name: 'a page that waits', substitute: () => waiting(), text: '1a2' }
  ])('is replaced by $name', async ({ substitute, text }) => {
    const onError = jest.fn(substitute)
    const streamingRender = complete(['1', failing(), '2'], onError)
    expect((await partsOf(streamingRender)).join('')).toBe(text)
    expect(onError.mock.calls).toEqual([[error]])
  })

  function waiting () {
    const out = new Splicer()
    out.wait(turn('a'), (out, value) => { out.text += value })
    return out.end()
  }

  test.each([undefined, null, false, 1, {}, { chunks: ['no page'] }, Buffer.from('bytes')])('is not replaced by %p', async (substitute) => {
    const onError = jest.fn(() => substitute)
    await expect(partsOf(complete(['1', failing(), '2'], onError))).rejects.toBe(error)
    expect(onError.mock.calls).toEqual([[error]])
  })

  test.each([() => '<p>', async () => '<p>', () => ''])('throws a TypeError for a substitute of unescaped text: %p', async (onError) => {
    const failure = await partsOf(complete(['1', failing(), '2'], onError)).catch((error) => error)
    expect(failure).toEqual(new TypeError('onError returned a string. Return html`…` as the substitute, or nothing'))
    expect(failure.cause).toBe(error)
  })

  test('of an iterable is replaced after its earlier values, and the iterable is returned', async () => {
    const values = new CountedValues(['a', Promise.reject(error), 'b'])
    expect((await partsOf(complete(['1', asyncChunk(values), '2'], () => new Rendered(['-'])))).join('')).toBe('1a-2')
    expect(values).toMatchObject({ pulled: 2, returned: 1 })
  })

  test('has its own substitute in each place', async () => {
    const reasons = [new Error('a'), new Error('b'), new Error('c')]
    const onError = jest.fn(({ message }) => new Rendered([message]))
    const streamingRender = complete(reasons.flatMap((reason) => ['-', asyncChunk(Promise.reject(reason))]), onError)
    expect((await partsOf(streamingRender)).join('')).toBe('-a-b-c')
    expect(onError.mock.calls).toEqual(reasons.map((reason) => [reason]))
  })

  test('in two places is reported once, and both wait for the substitute', async () => {
    const promise = Promise.reject(error)
    const onError = jest.fn(waiting)
    expect((await partsOf(complete([asyncChunk(promise), '-', asyncChunk(promise)], onError))).join('')).toBe('a-a')
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('in a substitute with the same error ends the page', async () => {
    const onError = jest.fn(() => new PendingRendered(['<', failing(), '>']))
    await expect(partsOf(complete([failing()], onError))).rejects.toBe(error)
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('is replaced while another substitute is pending', async () => {
    const { promise, open } = gate()
    const other = new Error('other')
    const onError = ({ message }) => message === 'other' ? new Rendered(['2']) : new PendingRendered([asyncChunk(promise)])
    const streamingRender = new StreamingRender(onError)
    streamingRender.push([failing()])
    const parts = partsOf(streamingRender)
    await turn()
    const { page } = await streamingRender.reports.substituteFor(other)
    streamingRender.push(page.chunks)
    streamingRender.complete()
    open('1')
    expect((await parts).join('')).toBe('12')
  })

  test('is ignored if the render is cancelled while onError is pending', async () => {
    const { promise, open } = gate()
    const streamingRender = complete(['1', failing(), '2'], () => promise)
    await streamingRender.next()
    const next = streamingRender.next()
    await turn()
    streamingRender.cancel()
    open(new Rendered(['instead']))
    expect(await next).toBeUndefined()
    expect(streamingRender.hasEnded).toBe(true)
  })

  test.each([
    { name: 'throws', onError: () => { throw new Error('own') } },
    { name: 'rejects', onError: () => Promise.reject(new Error('own')) }
  ])('causes the error of an onError that $name, which is not called again', async ({ onError }) => {
    const streamingRender = complete([failing()], onError)
    await expect(streamingRender.next()).rejects.toMatchObject({ message: 'own', cause: error })
    expect(streamingRender.reports.onError).toBeUndefined()
  })

  test.each([
    { name: 'is the same', own: error, cause: undefined },
    { name: 'has a cause', own: new Error('own', { cause: 'its own' }), cause: 'its own' },
    { name: 'cannot be changed', own: Object.freeze(new Error('own')), cause: undefined },
    { name: 'is no error', own: 'own', cause: undefined }
  ])('causes the value thrown by onError, unchanged, if it $name', async ({ own, cause }) => {
    const thrown = await partsOf(complete([failing()], () => { throw own })).catch((thrown) => thrown)
    expect(thrown).toBe(own)
    expect(thrown.cause).toBe(cause)
  })

  test.each([
    { name: 'a promise', page: () => { const out = new Splicer(); out.wait(Promise.reject(new Error('own'))); return out.end() } },
    { name: 'a file', page: () => new Rendered([new LargeFile('/none', { size: LARGE, mtimeMs: 1 })]) }
  ])('in a substitute ends the page: $name', async ({ page }) => {
    const onError = jest.fn(page)
    const streamingRender = complete([failing(), 'behind'], onError)
    await expect(partsOf(streamingRender)).rejects.toThrow(/own|ENOENT/)
    expect(onError.mock.calls).toEqual([[error]])
    expect(streamingRender.reports.has(error)).toBe(false)
  })
})

describe('a program that goes on writing', () => {
  test('is read text by text', async () => {
    const streamingRender = new StreamingRender()
    const out = new StreamingSplicer(streamingRender)
    for (const text of ['a', 'b', 'c']) {
      const next = streamingRender.next()
      out.text += text
      out.ready()
      expect((await next).toString()).toBe(text)
      expect(streamingRender.hasEnded).toBe(false)
    }
    const end = streamingRender.next()
    streamingRender.complete()
    expect(await end).toBeUndefined()
    expect(streamingRender.hasEnded).toBe(true)
  })

  test('may write while an async chunk is pending', async () => {
    const { promise, open } = gate()
    const streamingRender = new StreamingRender()
    streamingRender.push(['1', asyncChunk(promise)])
    expect((await streamingRender.next()).toString()).toBe('1')
    streamingRender.push(['2'])
    streamingRender.push(['3'])
    streamingRender.complete()
    open('a')
    expect(await partsOf(streamingRender)).toEqual(['a23'])
  })

  test('that fails ends the render without its unread output', async () => {
    const onError = jest.fn()
    const streamingRender = new StreamingRender(onError)
    streamingRender.push(['1\ud83c'])
    expect((await streamingRender.next()).toString()).toBe('1')
    streamingRender.push(['2'])
    streamingRender.fail(error)
    expect(streamingRender.hasEnded).toBe(false)
    await expect(streamingRender.next()).rejects.toBe(error)
    expect(onError.mock.calls).toEqual([[error]])
  })
})

describe('many async chunks', () => {
  test('cost the same per chunk as few', async () => {
    const looksPerPlace = async (count) => {
      let looks = 0
      const watched = (chunk) => new Proxy(chunk, {
        get (chunk, key) {
          looks++
          return key === 'clone' ? () => watched(chunk) : Reflect.get(chunk, key)
        }
      })
      const streamingRender = complete(Array.from({ length: count }, (_, i) => watched(asyncChunk(Promise.resolve(i % 10)))))
      expect((await partsOf(streamingRender)).join('')).toBe('0123456789'.repeat(count / 10))
      return Math.round(looks / count)
    }
    expect(await looksPerPlace(2000)).toBe(await looksPerPlace(100))
  })

  test.each([{ name: 'text', value: 'a' }, { name: 'nothing', value: '' }])('do not block the event loop, if they are always ready: $name', async ({ value }) => {
    let turns = 0
    const count = () => {
      turns++
      ticking = setImmediate(count)
    }
    let ticking = setImmediate(count)
    await partsOf(complete([asyncChunk((async function * () { for (let i = 0; i < 20_000; i++) yield value })())]))
    clearImmediate(ticking)
    expect(turns).toBeGreaterThan(5)
  })
})

test.each([
  { name: 'that ends with its last part', endsWith: '2' },
  { name: 'that ends after its last part', endsWith: undefined }
])('locals that were not printed are released at the end of a page $name', async ({ endsWith }) => {
  const stream = new Readable({ read () {} })
  const streamingRender = new StreamingRender()
  streamingRender.track({ stream })
  streamingRender.push(['1'])
  const body = new PageStream(streamingRender, plain)
  const parts = []
  body.on('data', (part) => parts.push(String(part)))
  await until(() => parts.length === 1)
  expect(stream.destroyed).toBe(false)
  if (endsWith) streamingRender.push([endsWith])
  streamingRender.complete()
  await until(() => stream.destroyed)
  await until(() => body.readableEnded)
  expect(parts.join('')).toBe(`1${endsWith ?? ''}`)
})

describe('when it is cancelled', () => {
  test('all async chunks are released, and none is read any more', async () => {
    const values = ['abc', 'abc', 'abc', 'abc'].map((text) => new CountedValues(text))
    const stream = new Readable({ read () {} })
    const streamingRender = complete([asyncChunk(values[0]), asyncChunk(turn([asyncChunk(values[1])])), asyncChunk(stream)])
    const late = new Readable({ read () {} })
    streamingRender.track({ values: values[2], page: html`${values[3]}`, late: turn(late), text: 'text', nothing: null })
    streamingRender.cancel()
    expect(values.map(({ returned, pulled }) => [returned, pulled])).toEqual([[1, 0], [0, 0], [1, 0], [1, 0]])
    expect(stream.destroyed).toBe(true)
    await until(() => values[1].returned === 1 && late.destroyed)
    expect(await streamingRender.next()).toBeUndefined()
    expect(streamingRender.hasEnded).toBe(true)
  })

  test('later chunks are released', async () => {
    const { promise, open } = gate()
    const streams = [new Readable({ read () {} }), new Readable({ read () {} })]
    const streamingRender = complete(['1', asyncChunk(promise)])
    await streamingRender.next()
    const next = streamingRender.next()
    streamingRender.cancel()
    open([asyncChunk(streams[0])])
    streamingRender.push([asyncChunk(streams[1])])
    expect(await next).toBeUndefined()
    expect(streams.every(({ destroyed }) => destroyed)).toBe(true)
  })

  test('errors of cancelling are not reported', async () => {
    const onError = jest.fn()
    const stream = new Readable({ read () {} })
    const streamingRender = complete(['1', asyncChunk(stream)], onError)
    await streamingRender.next()
    const next = streamingRender.next().catch((error) => error)
    await turn()
    streamingRender.cancel()
    await next
    expect(onError).not.toHaveBeenCalled()
  })
})
