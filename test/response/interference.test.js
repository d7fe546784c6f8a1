'use strict'

const http = require('node:http')
const { whyUnencoded } = require('../../lib/response/interference')

describe('whether a page may be encoded', () => {
  const responseWith = (headers, statusCode = 200) => {
    const res = new http.ServerResponse({ method: 'GET' })
    res.statusCode = statusCode
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    return res
  }

  const requestWith = (headers = {}) => ({ headers })

  test.each([
    { name: 'nothing set', headers: {} },
    { name: 'other headers', headers: { 'Content-Type': 'text/html', Vary: 'Cookie', ETag: '"a"', 'X-Own': 'no-transform' } },
    { name: 'a Content-Encoding', headers: { 'Content-Encoding': 'gzip' }, reason: 'content-encoding' },
    { name: 'a Content-Encoding in capitals', headers: { 'CONTENT-ENCODING': 'br' }, reason: 'content-encoding' },
    { name: 'a Content-Encoding that does nothing', headers: { 'Content-Encoding': 'identity' }, reason: 'content-encoding' },
    { name: 'a part of a page', status: 206, headers: {}, reason: 'status 206' },
    { name: 'a client that asks for none', headers: {}, request: { 'x-no-compression': '1' }, reason: 'x-no-compression' },
    { name: 'a client that asks for nothing', headers: {}, request: { 'x-no-compression': '' } },
    ...[200, 201, 203, 404, 500].map((status) => ({ name: `status ${status}`, status, headers: {} })),
    ...[
      'no-transform', 'NO-TRANSFORM', 'No-Transform', ' no-transform ', '\tno-transform', 'private,no-transform', 'private, no-transform',
      'no-transform,private', 'no-transform , private', 'private, no-transform, max-age=0', 'private,no-transform,max-age=0', 'max-age=0 ,\tNO-transform\t, private',
      ['no-transform'], ['private', 'no-transform'], ['private', 'max-age=0, no-transform'], ['no-transform', 'private']
    ].map((value) => ({ name: `Cache-Control ${JSON.stringify(value)}`, headers: { 'Cache-Control': value }, reason: 'no-transform' })),
    ...[
      '', 'private', 'no-store, max-age=0', 'xno-transform', 'x-no-transform', 'no-transformx', 'no-transform-x', 'private no-transform', 'no transform',
      'notransform', 'private="no-transform"', ['private', 'xno-transform'], []
    ].map((value) => ({ name: `Cache-Control ${JSON.stringify(value)}`, headers: { 'Cache-Control': value } }))
  ])('with $name: $reason', ({ status, headers, request, reason }) => {
    const res = responseWith(headers, status)
    for (const isDecided of [false, true]) expect(whyUnencoded(requestWith(request), res, undefined, isDecided)).toBe(reason)
  })

  test.each([
    { reader: undefined },
    { reader: 'passing' },
    { reader: 'compression', undecided: 'compression' },
    { reader: 'end', undecided: 'end' },
    ...['write', '_send', '_writeRaw'].map((reader) => ({ reader, undecided: reader, decided: reader }))
  ])('with $reader on the way: $undecided, $decided with the option compress', ({ reader, undecided, decided }) => {
    const res = responseWith({})
    expect({ undecided: whyUnencoded(requestWith(), res, reader, false), decided: whyUnencoded(requestWith(), res, reader, true) }).toEqual({ undecided, decided })
  })
})
