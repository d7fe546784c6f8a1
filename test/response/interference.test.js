'use strict'

const http = require('node:http')
const compression = require('compression')
const session = require('express-session')
const helmet = require('helmet')
const morgan = require('morgan')
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
    for (const isDecided of [false, true]) expect(whyUnencoded(requestWith(request), res, isDecided)).toBe(reason)
  })

  /** The responses that middleware leaves behind. */
  const passing = (middleware) => {
    const req = new http.IncomingMessage(null)
    const res = new http.ServerResponse(req)
    middleware(req, res, () => {})
    return { req, res }
  }
  const rewriting = (req, res, next) => {
    const { write } = res
    res.write = function (chunk, ...rest) { return write.call(this, String(chunk).replace('</body>', '<script></script></body>'), ...rest) }
    next()
  }

  const ending = (wrap) => (req, res, next) => {
    res.end = wrap(res.end, res)
    next()
  }

  test.each([
    { name: 'compression', middleware: [compression()], undecided: 'write' },
    { name: 'what rewrites bodies', middleware: [rewriting], undecided: 'write', decided: 'write' },
    { name: 'what rewrites bodies behind compression', middleware: [compression(), rewriting], undecided: 'write', decided: 'write' },
    { name: 'what rewrites bodies, and flushes', middleware: [(req, res, next) => { res.flush = () => {}; next() }, rewriting], undecided: 'write', decided: 'write' },
    { name: 'an end that may read the page', middleware: [ending((end) => function (chunk, encoding) { return end.call(this, chunk, encoding) })], undecided: 'end' },
    { name: 'an end with a default', middleware: [ending((end) => function (chunk = '') { return end.call(this, chunk) })], undecided: 'end' },
    { name: 'an end that takes the page out of its arguments', middleware: [ending((end) => (...args) => end.call(args[0]))], undecided: 'end' },
    { name: 'an end that is bound', middleware: [ending((end, res) => end.bind(res))], undecided: 'end' },
    { name: 'an end behind a Proxy', middleware: [ending((end) => new Proxy(end, {}))], undecided: 'end' },
    { name: 'an end and a write', middleware: [rewriting, ending((end) => (chunk) => end(chunk))], undecided: 'write', decided: 'write' },
    { name: 'compression and an end', middleware: [compression(), ending((end) => (chunk) => end(chunk))], undecided: 'write' },
    { name: 'an end without parameters', middleware: [ending((end) => function () { return end.apply(this, arguments) })] },
    { name: 'an end that passes its arguments on', middleware: [ending((end, res) => async (...args) => end.apply(res, args))] },
    { name: 'an end given back', middleware: [ending((end) => (chunk) => end(chunk)), ending(() => http.ServerResponse.prototype.end)] },
    { name: 'express-session', middleware: [session({ secret: 's', resave: true, saveUninitialized: true })] },
    { name: 'morgan and helmet', middleware: [morgan('tiny', { stream: { write () {} } }), helmet()] }
  ])('with $name on the response: $undecided, $decided with the option compress', ({ middleware, undecided, decided }) => {
    const { req, res } = passing((req, res) => middleware.forEach((use) => use(req, res, () => {})))
    expect({ undecided: whyUnencoded(req, res, false), decided: whyUnencoded(req, res, true) }).toEqual({ undecided, decided })
  })
})
