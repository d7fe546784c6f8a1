'use strict'

const fc = require('fast-check')
const { CoalescingWriter } = require('../../bench/seeds/data')

function writesOf (chunks, size) {
  const writes = []
  const writer = new CoalescingWriter((bytes) => writes.push(bytes), size)
  for (const chunk of chunks) writer.take(chunk)
  writer.flush()
  return writes
}

test.each([
  ['nothing', '', ''],
  ['a short chunk', 'a', 'a'],
  ['chunks that fit', 'a bc d', 'abcd'],
  ['chunks that fit exactly, and one more', 'abc defgh i', 'abcdefgh i'],
  ['a chunk that no longer fits', 'abcde fghi', 'abcde fghi'],
  ['a chunk as large as the buffer', 'abcdefgh', 'abcdefgh'],
  ['a larger chunk', 'abcdefghij', 'abcdefghij'],
  ['a larger chunk among short chunks', 'a b cdefghijklm n o', 'ab cdefghijklm no'],
  ['empty chunks', 'a  b', 'ab']
])('%s', (_, chunks, writes) => {
  const texts = writesOf(chunks.split(' ').map((text) => Buffer.from(text)), 8).map(String)
  expect(texts.join(' ')).toBe(writes)
})

test('a large chunk is not copied', () => {
  const chunks = [Buffer.from('ab'), Buffer.from('cdefghij')]
  expect(writesOf(chunks, 8)[1]).toBe(chunks[1])
})

test('without a buffer, every chunk is written directly', () => {
  const chunks = [Buffer.from('a'), Buffer.from('b')]
  const writes = writesOf(chunks, 0)
  expect(writes).toEqual(chunks)
  expect(writes[0]).toBe(chunks[0])
})

test('all bytes are unchanged, and no two consecutive writes would fit into one', () => {
  const chunk = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  fc.assert(fc.property(fc.array(chunk), fc.integer({ min: 1, max: 32 }), (chunks, size) => {
    const writes = writesOf(chunks, size)
    expect(Buffer.concat(writes)).toEqual(Buffer.concat(chunks))
    for (let i = 1; i < writes.length; i++) expect(writes[i - 1].length + writes[i].length).toBeGreaterThan(size)
  }))
})
