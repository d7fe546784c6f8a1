'use strict'

const { PassThrough, Readable } = require('node:stream')
const { ReadableStream } = require('node:stream/web')
const { setImmediate: turn } = require('node:timers/promises')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { CountedValues } = require('../support/counted-values')
const { gate } = require('../support/gate')
const { until } = require('../support/until')

/** Renders an array as chunks, and other values as text. */
const render = (value) => ({ chunks: Array.isArray(value) ? value : [`<${value}>`] })
const asyncChunk = (value) => AsyncChunk.of(value, render)
const error = new Error('no value')
const fail = () => Promise.reject(error)

/** A stream without data. */
const silent = () => new Readable({ read () {} })

/** All parts of an async chunk. */
async function partsOf (chunk) {
  const parts = []
  for (let part = await chunk.next(); part !== undefined; part = await chunk.next()) parts.push(part)
  return parts
}

describe('an async chunk of a promise', () => {
  test.each([
    { name: 'a promise', value: () => Promise.resolve('a') },
    { name: 'a late promise', value: () => turn('a') },
    { name: 'a thenable', value: () => ({ then: (resolve) => resolve('a') }) }
  ])('gives the value of $name once', async ({ value }) => {
    expect(await partsOf(asyncChunk(value()))).toEqual([['<a>']])
  })

  test('throws the reason of the rejection, then ends', async () => {
    const chunk = asyncChunk(fail())
    await expect(chunk.next()).rejects.toBe(error)
    expect(await chunk.next()).toBeUndefined()
  })

  test('throws errors of rendering', async () => {
    await expect(AsyncChunk.of(Promise.resolve(), () => { throw error }).next()).rejects.toBe(error)
  })

  test.each([
    { name: 'a promise', value: (stream) => Promise.resolve(stream) },
    { name: 'a thenable', value: (stream) => ({ then: (resolve) => resolve(stream) }) }
  ])('reports no error of a stream that $name gives, before it is read', async ({ value }) => {
    const stream = silent()
    const later = AsyncChunk.of(value(stream), (given) => ({ chunks: [asyncChunk(given)] }))
    await turn()
    // Without a listener, this throws.
    expect(stream.emit('error', error)).toBe(true)
    stream.destroy(error)
    await expect(later.collect()).rejects.toBe(error)
  })

  test('that is never read causes no unhandled rejection', async () => {
    asyncChunk(fail())
    asyncChunk({ then: (resolve, reject) => reject(error) })
    await turn()
  })

  test('releases the async chunks of its value once it is cancelled', async () => {
    const { promise, open } = gate()
    const streams = [silent(), silent()]
    const chunk = asyncChunk(promise)
    chunk.cancel()
    open([asyncChunk(streams[0]), 'text', asyncChunk(streams[1])])
    await until(() => streams.every(({ destroyed }) => destroyed))
    expect(await chunk.next()).toBeUndefined()
  })

  test('does not release chunks that were already read', async () => {
    const stream = silent()
    const chunk = asyncChunk(Promise.resolve([asyncChunk(stream)]))
    await chunk.next()
    chunk.cancel()
    await turn()
    expect(stream.destroyed).toBe(false)
  })

  test('causes no unhandled rejection once it is cancelled', async () => {
    asyncChunk(fail()).cancel()
    AsyncChunk.of(Promise.resolve(), () => { throw error }).cancel()
    await turn()
  })
})

describe('an async chunk of an async iterable', () => {
  test.each([
    { name: 'nothing', values: [], parts: [] },
    { name: 'values', values: ['a', 1, null], parts: [['<a>'], ['<1>'], ['<null>']] },
    { name: 'promises of values', values: [turn('a'), Promise.resolve('b')], parts: [['<a>'], ['<b>']] },
    { name: 'bytes', values: [Buffer.from('ä'), new Uint8Array([0x62])], parts: [['<ä>'], ['<b>']] },
    { name: 'bytes that part a character', values: [[0xe4], [0xb8, 0x96, 0xe7], [0x95], [0x8c]].map((bytes) => new Uint8Array(bytes)), parts: [['<>'], ['<世>'], ['<>'], ['<界>']] },
    { name: 'bytes that end amid a character', values: [Buffer.from([0x61, 0xe4, 0xb8])], parts: [['<a>'], ['<\ufffd>']] },
    { name: 'bytes that are no text', values: [Buffer.from([0xff, 0x61])], parts: [['<\ufffda>']] },
    { name: 'a byte order mark', values: [Buffer.from('\ufeffa')], parts: [['<\ufeffa>']] }
  ])('gives $name in order', async ({ values, parts }) => {
    expect(await partsOf(asyncChunk(new CountedValues(values)))).toEqual(parts)
  })

  test.each([
    { name: 'text', stream: () => Readable.from(['a', 'b']), parts: [['<a>'], ['<b>']] },
    { name: 'bytes', stream: () => new PassThrough().end('ä'), parts: [['<ä>']] },
    { name: 'text by an encoding', stream: () => new PassThrough({ encoding: 'hex' }).end('ä'), parts: [['<c3a4>']] },
    { name: 'nothing', stream: () => new PassThrough().end(), parts: [] }
  ])('gives the $name of a stream', async ({ stream, parts }) => {
    expect(await partsOf(asyncChunk(stream()))).toEqual(parts)
  })

  test('gives the values of a web stream', async () => {
    expect(await partsOf(asyncChunk(ReadableStream.from(['a', Buffer.from('b')])))).toEqual([['<a>'], ['<b>']])
  })

  test.each([undefined, null, 5, 'text', Symbol('done')])('throws if its next() gives %p, as for await does', async (result) => {
    const values = { [Symbol.asyncIterator]: () => ({ next: () => result }) }
    const stock = async () => { for await (const value of values) expect(value).toBe('never reached') }
    await expect(stock()).rejects.toThrow(TypeError)
    await expect(asyncChunk(values).next()).rejects.toThrow(TypeError)
    await expect(asyncChunk(values).next()).rejects.toThrow(String(result))
  })

  test('throws if the iterable cannot be read', async () => {
    const chunk = asyncChunk({ [Symbol.asyncIterator] () { throw error } })
    await expect(chunk.next()).rejects.toBe(error)
    chunk.cancel()
  })

  describe('when it is cancelled', () => {
    const sources = [
      { does: 'returns the iterator', make: () => new CountedValues(['a', 'b']), isReleased: ({ returned }) => returned === 1 },
      { does: 'destroys a stream', make: () => new Readable({ read () { this.push('a') } }), isReleased: ({ destroyed }) => destroyed },
      {
        does: 'cancels a web stream',
        make () {
          const stream = new ReadableStream({ pull: (controller) => controller.enqueue('a'), cancel () { stream.isCancelled = true } })
          return stream
        },
        isReleased: ({ isCancelled }) => isCancelled
      }
    ]
    test.each(['before', 'after'].flatMap((when) => sources.map((source) => ({ when, ...source }))))('$does, $when the first value', async ({ when, make, isReleased }) => {
      const source = make()
      const chunk = asyncChunk(source)
      if (when === 'after') await chunk.next()
      chunk.cancel()
      await until(() => isReleased(source))
    })

    test.each([
      { name: 'cannot be returned', iterator: {} },
      { name: 'throws then', iterator: { return () { throw error } } },
      { name: 'rejects then', iterator: { return: fail } }
    ])('ignores an iterator that $name', async ({ iterator }) => {
      asyncChunk({ [Symbol.asyncIterator]: () => iterator }).cancel()
      await turn()
    })
  })
})

describe('collect', () => {
  test('gives more values than a call takes arguments', async () => {
    const many = Array(200_000).fill('x')
    expect(await asyncChunk(turn([asyncChunk(turn(many)), ...many.slice(0, 2)])).collect()).toHaveLength(200_002)
  })

  test('lets the event loop run among values that are ready', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const values = () => new CountedValues(Array(500).fill('x'))
    await asyncChunk(new CountedValues(Array(5000).fill('x'))).collect()
    expect(turns).toBeGreaterThan(3)
    const before = turns
    await asyncChunk(new CountedValues(Array.from({ length: 10 }, () => [asyncChunk(values())]))).collect()
    expect(turns).toBeGreaterThan(before + 3)
    isDone = true
  })

  test('throws if it is cancelled meanwhile, rather than give a part', async () => {
    const { promise, open } = gate()
    const later = asyncChunk(new CountedValues(['a', promise, 'c']))
    const chunks = later.collect()
    await turn()
    later.cancel()
    open('b')
    await expect(chunks).rejects.toThrow('The page is incomplete')
  })

  test('throws the first error, and releases all other values', async () => {
    const streams = [silent(), silent(), silent()]
    const values = new CountedValues((function * () { for (;;) yield turn(['x']) })())
    const chunk = asyncChunk(Promise.resolve([
      asyncChunk(streams[0]),
      asyncChunk(Promise.resolve([asyncChunk(streams[1])])),
      asyncChunk(values),
      asyncChunk(turn().then(fail)),
      asyncChunk(turn().then(() => turn([asyncChunk(streams[2])])))
    ]))
    await expect(chunk.collect()).rejects.toBe(error)
    await until(() => streams.every(({ destroyed }) => destroyed))
    const { pulled } = values
    await turn()
    expect(values).toMatchObject({ pulled, returned: 1 })
  })
})

describe('a source that is released before its end', () => {
  const render = (value) => ({ chunks: [String(value)] })
  const readTwice = 'can be read only once'
  async function * generate () { yield * ['a', 'b'] }

  test.each([
    { name: 'a generator', make: generate },
    { name: 'a web stream', make: () => new Blob(['ab']).stream(), message: 'locked' },
    { name: 'a Node stream', make: () => Readable.from(['a', 'b']), message: 'Premature close' }
  ])('is an error in another place, never empty text: $name', async ({ make, message = readTwice }) => {
    const source = make()
    AsyncChunk.of(source, render).cancel()
    await turn()
    await expect(AsyncChunk.of(source, render).collect()).rejects.toThrow(message)
  })

  test('is an error where it is being read: a generator', async () => {
    const source = generate()
    const chunk = AsyncChunk.of(source, render)
    expect(await chunk.next()).toEqual(['a'])
    AsyncChunk.of(source, render).cancel()
    await expect(chunk.next()).rejects.toThrow(readTwice)
  })

  test('is cancelled while it waits: a web stream', async () => {
    const cancel = jest.fn()
    const chunk = AsyncChunk.of(new ReadableStream({ cancel }), render)
    const next = chunk.next()
    chunk.cancel()
    expect(await next).toBeUndefined()
    expect(cancel).toHaveBeenCalledTimes(1)
  })

  test('releases the value that has just arrived', async () => {
    const inner = new CountedValues(['a'])
    const chunk = AsyncChunk.of(new CountedValues(['outer']), () => {
      queueMicrotask(() => chunk.cancel())
      return { chunks: [AsyncChunk.of(inner, render)] }
    })
    await expect(chunk.collect()).rejects.toThrow('The page is incomplete')
    expect(inner.returned).toBe(1)
  })
})
