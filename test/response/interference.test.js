'use strict'

const http = require('node:http')
const compression = require('compression')
const session = require('express-session')
const fc = require('fast-check')
const helmet = require('helmet')
const morgan = require('morgan')
const { acceptedCodings, whyUnencoded } = require('../../lib/response/interference')
const { propertyRuns } = require('../support/level')

/** As the package `compression` asks it, of the version that it uses. */
const Negotiator = require(require.resolve('negotiator', { paths: [require.resolve('compression')] }))
const choiceOfCompression = (header) => (
  new Negotiator({ headers: { 'accept-encoding': header } }).encoding(['br', 'gzip', 'deflate', 'identity'], ['br', 'gzip']) ?? 'identity'
)

describe('the accepted codings, in order of preference', () => {
  const all = ['br', 'gzip', 'identity']
  const cases = [
    { header: undefined, codings: ['identity'] },
    { header: '', codings: ['identity'] },
    { header: 'gzip', codings: ['gzip', 'identity'] },
    { header: 'identity', codings: ['identity'] },

    // Where the client likes several alike, it gets the best.
    { header: 'gzip, br', codings: all },
    { header: 'gzip, deflate, br, zstd', codings: all },
    { header: 'identity, gzip', codings: ['gzip', 'identity'] },

    // Where it does not, what it likes best.
    { header: 'gzip;q=0.5, br;q=0.4', codings: ['gzip', 'br', 'identity'] },
    { header: 'identity;q=1, gzip;q=0.5', codings: ['identity', 'gzip'] },
    { header: 'gzip;q=0.001, identity;q=0.002', codings: ['identity', 'gzip'] },

    // What it does not take at all.
    { header: 'gzip;q=0', codings: ['identity'] },
    { header: 'identity;q=0', codings: [] },
    { header: 'identity;q=0, gzip, br', codings: ['br', 'gzip'] },

    // Any coding, and those that are named beside it.
    { header: '*', codings: all },
    { header: '*;q=0', codings: [] },
    { header: 'gzip;q=0, *', codings: ['br', 'identity'] },
    { header: 'identity;q=0, *', codings: ['br', 'gzip'] },

    // Names and parameters are spelled as one likes, with space around.
    { header: 'GZIP', codings: ['gzip', 'identity'] },
    { header: 'gZip;Q=0.5, bR;q=0.1', codings: ['gzip', 'br', 'identity'] },
    { header: '\tgzip\t,\tbr', codings: all },

    // What is not one of ours; x-gzip is of HTTP/1.0, and nobody sends it.
    { header: 'x-gzip', codings: ['identity'] },
    { header: 'deflate', codings: ['identity'], theirs: 'deflate' },
    { header: 'constructor, __proto__, hasOwnProperty', codings: ['identity'] },

    // What is not a list of codings gives the page as it is, or what can be read of it.
    { header: ',', codings: ['identity'] },
    { header: 'gzip;q=abc', codings: ['identity'] },
    { header: 'gzip;q=-1', codings: [] },
    { header: 'gzip;q=', codings: ['gzip', 'identity'], theirs: 'identity' },
    { header: 'gzip br', codings: ['identity'] },
    { header: 'ünïcode, 世界', codings: ['identity'] }
  ].map((each) => ({ ...each, name: JSON.stringify(each.header) ?? 'no header' }))

  test.each(cases)('$name: $codings', ({ header, codings }) => {
    expect(acceptedCodings(header)).toEqual(codings)
    // Once more, as it may have been kept.
    expect(acceptedCodings(header)).toEqual(codings)
  })

  test.each(cases)('$name: the first is what compression takes', ({ header, codings: [first = 'identity'], theirs = first }) => {
    expect(choiceOfCompression(header)).toBe(theirs)
  })

  test('of random lists, the first is the one that compression selects', () => {
    // Their version of negotiator does not know `Q`.
    const quality = fc.constantFrom('', ';q=0', ';q=1', ';q=0.5', '; q=0.001', ';q=0.999', ' ; q=0.5')
    const member = fc.tuple(fc.constantFrom('gzip', 'br', 'identity', '*', 'GZIP', 'zstd', ''), quality).map((pair) => pair.join(''))
    // To them, deflate is one more that `*` stands for.
    const list = fc.array(member, { maxLength: 6 }).map((members) => ['deflate;q=0', ...members].join(', '))
    fc.assert(fc.property(list, (header) => {
      expect(acceptedCodings(header)[0] ?? 'identity').toBe(choiceOfCompression(header))
    }), propertyRuns(2000))
  })

  test('of random text are supported codings without repetition', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('gzip', 'br', 'identity', '*', ';q=', '0', '1', ',', ';', '"', '\\', ' '))
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const codings = acceptedCodings(pieces.join(''))
      expect(all).toEqual(expect.arrayContaining(codings))
      expect(new Set(codings).size).toBe(codings.length)
    }), propertyRuns(2000))
  })
})

// Whether a header was kept shows in that the list is the same one.
describe('parsed headers', () => {
  const isKept = (header) => {
    const first = acceptedCodings(header)
    return acceptedCodings(header) === first
  }

  test.each([
    { name: 'of browsers', header: 'gzip, deflate, br, zstd' },
    { name: 'with every quality', header: 'br;q=1.0, gzip;q=0.8, deflate;q=0.6, zstd;q=0.4, identity;q=0.2, *;q=0.1' },
    { name: 'without one', header: undefined }
  ])('are cached: $name', ({ header }) => expect(isKept(header)).toBe(true))

  test.each([1_000, 10_000, 100_000])('of %d characters are parsed, but not cached', (length) => {
    const header = 'gzip'.padStart(length, 'x, ')
    expect(acceptedCodings(header)[0]).toBe('gzip')
    expect(isKept(header)).toBe(false)
  })

  test('are cached up to a limit', () => {
    const headerOf = (i) => `gzip;q=0.5, x-${i}`
    const lists = Array.from({ length: 5000 }, (_, i) => acceptedCodings(headerOf(i)))
    const keptOnes = lists.filter((list, i) => acceptedCodings(headerOf(lists.length - 1 - i)) === lists[lists.length - 1 - i])
    expect(keptOnes.length).toBeGreaterThan(10)
    expect(keptOnes.length).toBeLessThan(500)
  })
})

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
