'use strict'

const http = require('node:http')
const http2 = require('node:http2')
const compression = require('compression')
const session = require('express-session')
const helmet = require('helmet')
const morgan = require('morgan')
const { OutgoingMessage } = http
const { SLOTS, createCheck, findReplacedMethod, isSentByStock, isStock, readerOf } = require('../../lib/response/slots')
const { releases, stock } = require('../../lib/response/slots.json')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { replacing } = require('../support/patching-middleware')
const { putBack, remember } = require('../support/replaced')

function replace (holder, name, value) {
  remember(holder, name)
  Object.defineProperty(holder, name, { configurable: true, writable: true, value })
}

const wrap = (own) => function (...args) { return own.apply(this, args) }

function response (prototype = http.ServerResponse.prototype) {
  return Object.setPrototypeOf(new http.ServerResponse(new http.IncomingMessage(null)), prototype)
}

describe('the functions of the installed releases are known', () => {
  test('Node', () => {
    expect(releases.node).toContain(process.versions.node)
    for (const { prototype } of [http.ServerResponse, http2.Http2ServerResponse]) {
      expect(SLOTS.wire.filter((name) => prototype[name] !== undefined && !isStock[`wire.${name}`](prototype[name]))).toEqual([])
    }
  })

  test.each(everyExpress)('Express $version', ({ express }) => {
    const app = express()
    const View = app.get('view')
    expect(createCheck('app', app)()).toBeUndefined()
    expect(isSentByStock(response(app.response))).toBe(true)
    expect(['render', 'send'].filter((name) => !isStock[`response.${name}`](express.response[name]))).toEqual([])
    expect(isStock['View'](View)).toBe(true)
    expect(SLOTS.View.filter((name) => !isStock[`View.${name}`](View.prototype[name]))).toEqual([])
    for (const strength of ['weak', 'strong']) expect(isStock['etag fn'](app.set('etag', strength).get('etag fn'))).toBe(true)
  })

  test.each(everyKoa)('Koa $version', ({ Koa }) => {
    const { context, response } = new Koa()
    for (const [type, object] of [['ctx', context], ['ctx.response', response]]) {
      for (const name of SLOTS[type]) {
        const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name)
        expect({ name, get: isStock[`${type}.get ${name}`](get), set: isStock[`${type}.set ${name}`](set) }).toEqual({ name, get: true, set: true })
      }
    }
  })

  test('of each slot there is one at least, and all that is listed is a slot', () => {
    const more = ['View', 'etag fn', 'response.render', 'response.send']
    const methods = ['app', 'View', 'response', 'wire'].flatMap((type) => SLOTS[type].map((name) => `${type}.${name}`))
    const accessors = ['ctx', 'ctx.response'].flatMap((type) => SLOTS[type].flatMap((name) => [`${type}.get ${name}`, `${type}.set ${name}`]))
    expect(Object.keys(stock).sort()).toEqual([...more, ...methods, ...accessors].sort())
  })
})

describe.each(everyExpress)('a method of Express $version', ({ express }) => {
  test.each(SLOTS.app)('app.%s is looked at each time, and compared with its own', (name) => {
    const app = express()
    const check = createCheck('app', app)
    const own = app[name]
    for (const [method, expected] of [[own, undefined], [wrap(own), name], [own, undefined], [wrap(own), name]]) {
      app[name] = method
      expect(check()).toBe(expected)
    }
  })

  test.each(SLOTS.response)('res.%s is found on the response and on each prototype', (name) => {
    const app = express()
    const res = response(app.response)
    for (const holder of [res, app.response, express.response, http.ServerResponse.prototype]) {
      const other = wrap(express.response[name])
      if (holder === http.ServerResponse.prototype) replace(express.response, name, undefined)
      replace(holder, name, other)
      expect([isSentByStock(res), findReplacedMethod(res)]).toEqual([false, name])
      putBack()
      expect([isSentByStock(res), findReplacedMethod(res)]).toEqual([true, undefined])
    }
  })
})

describe('what may read a body', () => {
  const through = (...middleware) => {
    const res = response()
    for (const use of middleware) use(res.req, res, () => {})
    return readerOf(res)
  }
  const rewriting = replacing('write', (write) => function (chunk, ...rest) {
    return write.call(this, String(chunk).replace('</body>', '<script></script></body>'), ...rest)
  })
  const ending = (wrap) => replacing('end', wrap)

  test.each([
    { name: 'nothing', middleware: [] },
    { name: 'compression', middleware: [compression()], reader: 'compression' },
    { name: 'what rewrites bodies', middleware: [rewriting], reader: 'write' },
    { name: 'what rewrites bodies behind compression', middleware: [compression(), rewriting], reader: 'write' },
    { name: 'what rewrites bodies, and flushes', middleware: [(req, res, next) => { res.flush = () => {}; next() }, rewriting], reader: 'write' },
    { name: 'an end that passes a chunk on', middleware: [ending((end) => function (chunk, encoding) { return end.call(this, chunk, encoding) })], reader: 'end' },
    { name: 'an end that passes all on', middleware: [ending((end) => function () { return end.apply(this, arguments) })], reader: 'end' },
    { name: 'an end that is bound', middleware: [ending((end, res) => end.bind(res))], reader: 'end' },
    { name: 'an end behind a Proxy', middleware: [ending((end) => new Proxy(end, {}))], reader: 'end' },
    { name: 'an end and a write', middleware: [rewriting, ending((end) => (chunk) => end(chunk))], reader: 'write' },
    { name: 'compression and an end', middleware: [compression(), ending((end) => (chunk) => end(chunk))], reader: 'end' },
    { name: 'an end given back', middleware: [ending((end) => (chunk) => end(chunk)), ending(() => OutgoingMessage.prototype.end)] },
    { name: 'an end that is no function', middleware: [(req, res) => { res.end = undefined }], reader: 'end' },
    { name: 'an end of an accessor', middleware: [(req, res) => Object.defineProperty(res, 'end', { get: () => OutgoingMessage.prototype.end })], reader: 'end' },
    { name: 'express-session', middleware: [session({ secret: 's', resave: true, saveUninitialized: true, store: new session.MemoryStore() })], reader: 'passing' },
    { name: 'compression and express-session', middleware: [compression(), session({ secret: 's', resave: true, saveUninitialized: true })], reader: 'compression' },
    { name: 'morgan and helmet', middleware: [morgan('tiny', { stream: { write () {} } }), helmet()] }
  ])('$name: $reader', ({ middleware, reader }) => {
    expect(through(...middleware)).toBe(reader)
  })

  test.each(SLOTS.wire)('%s is found on the response and on each prototype', (name) => {
    class Own {}
    Object.setPrototypeOf(Own.prototype, http.ServerResponse.prototype)
    const res = response(Own.prototype)
    for (const holder of [res, Own.prototype, http.ServerResponse.prototype, OutgoingMessage.prototype]) {
      replace(holder, name, wrap(OutgoingMessage.prototype[name]))
      expect(readerOf(res)).toBe(name)
      putBack()
      expect(readerOf(res)).toBeUndefined()
    }
  })

  test('one that the library found when it was loaded is not taken for that of Node', () => {
    for (const holder of [http.ServerResponse.prototype, OutgoingMessage.prototype]) {
      for (const name of SLOTS.wire) {
        replace(holder, name, wrap(OutgoingMessage.prototype[name]))
        jest.isolateModules(() => expect(require('../../lib/response/slots').readerOf(response())).toBe(name))
        putBack()
      }
    }
  })
})
