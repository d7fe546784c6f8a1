'use strict'

const { decodeValue, encodeValue, sha256Of } = require('../../lib/fragments/stored-value')

const origin = { generation: 'g', tokens: new Map([['#a', 't1'], ['"card"[7]', 't2']]) }

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('<p>Zoë 世界\n\r\u2028\0</p>\n')],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 10, 0xc3, 0x28])]
])('a value of %s is read as it was written', (name, bytes) => {
  expect(decodeValue(encodeValue(bytes, origin))).toEqual({ bytes, ...origin })
})

describe('refused', () => {
  const value = encodeValue(Buffer.from('<p>Zoë</p>'), origin)

  test('a value that is cut off anywhere', () => {
    for (let end = 0; end < value.length; end++) expect(decodeValue(value.slice(0, end))).toBeUndefined()
  })

  test('a value with another character anywhere', () => {
    for (let i = 0; i < value.length; i++) {
      expect(decodeValue(value.slice(0, i) + (value[i] === 'x' ? 'y' : 'x') + value.slice(i + 1))).toBeUndefined()
    }
  })

  test.each([['of another format', `2${value.slice(1)}`], ['with more', `${value} `], ['absent', undefined], ['null', null], ['no text', { value }]])('a value that is %s', (name, other) => {
    expect(decodeValue(other)).toBeUndefined()
  })
  test.each([
    '{nope}', 'null', '5', '{}', '{"generation":"g","encoding":"utf8"}', '{"generation":"g","tokens":5,"encoding":"utf8"}',
    '{"tokens":[],"encoding":"utf8"}', '{"generation":"g","tokens":[[1,2]],"encoding":"utf8"}', '{"generation":"g","tokens":["a"],"encoding":"utf8"}',
    '{"generation":"g","tokens":[[null,{}]],"encoding":"utf8"}', '{"generation":"g","tokens":[["a","b"]],"encoding":"klingon"}',
    '{"generation":"g","tokens":[[]],"encoding":"utf8"}', '{"generation":"g","tokens":[["a","b","c"]],"encoding":"utf8"}',
    '{"generation":"g","tokens":["ab"],"encoding":"utf8"}', '{"generation":"g","tokens":[],"encoding":"hex"}', '{"generation":"g","tokens":[],"encoding":5}'
  ])('a value with a digest and the metadata %s', (metadata) => {
    const text = `${metadata}\n<p>Zoë</p>`
    expect(decodeValue(`1${sha256Of(text)}${text}`)).toBeUndefined()
  })
})
