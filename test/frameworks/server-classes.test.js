'use strict'

const { channel } = require('node:diagnostics_channel')
const { EventEmitter, once } = require('node:events')
const http = require('node:http')
const net = require('node:net')
const { Stream } = require('node:stream')
const supertest = require('supertest')
const { WebSocket, WebSocketServer } = require('ws')
const bufferedRender = require('../..')
const { everyExpress } = require('../support/frameworks')
const { listen } = require('../support/listen')
const { resultOf, runNode } = require('../support/run-script')

const starts = channel('http.server.request.start')

const portOf = async (server) => (await listen(server)).port

/** Sends text over a connection of its own; returns what the server sends until it ends the connection. */
async function talk (port, text) {
  const socket = net.connect(port, '127.0.0.1')
  socket.end(text)
  return withoutDate(Buffer.concat(await socket.toArray()).toString())
}

function withoutDate (text) {
  return text.replace(/^Date: .*\r\n/gim, '')
}

const get = (port, headers = '') => talk(port, `GET / HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`)

/** What an app can see of a request and its response. */
function description (app, req, res) {
  const { request, response } = app
  return {
    prototypes: [Object.getPrototypeOf(req) === request, Object.getPrototypeOf(res) === response],
    isNode: [req instanceof http.IncomingMessage, res instanceof http.ServerResponse],
    constructors: [req.constructor === http.IncomingMessage, res.constructor === http.ServerResponse],
    keys: [Object.keys(req), Object.keys(res)],
    query: req.query,
    ip: req.ip
  }
}

/** What a listener that is not the app can see. */
function nodeDescription (req, res) {
  let query
  try {
    // Throws if `req` has the getter of Express 5.
    req.query = 'of the listener'
    query = req.query
  } catch (error) {
    query = error
  }
  return { query, isRequest: Object.getPrototypeOf(req) === http.IncomingMessage.prototype, hasSend: 'send' in (res ?? {}) }
}

/** The cases of what is added to a server before its first page, or after it. `seen` belongs to the outcome. */
const addedToServer = (name, run) => Object.fromEntries(['before', 'after'].map((when) => [`${name} added ${when} the first page`, async ({ app }) => {
  const seen = []
  const server = app.listen(0)
  const port = await portOf(server)
  if (when === 'after') await get(port)
  return [await run({ app, server, port, seen }), seen]
}]))

const CASES = {
  'several requests': async ({ app }) => {
    const port = await portOf(app.listen(0))
    return [await get(port), await get(port), await get(port)]
  },
  'requests on a connection that began before the first page': async ({ app }) => {
    const port = await portOf(http.createServer(app))
    const idle = net.connect(port, '127.0.0.1')
    await once(idle, 'connect')
    const first = await get(port)
    idle.end('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /?a=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return [first, withoutDate(Buffer.concat(await idle.toArray()).toString())]
  },
  'supertest, for each request a server': async ({ app }) => {
    const answers = [await supertest(app).get('/'), await supertest(app).get('/')]
    return answers.map(({ status, text }) => [status, text])
  },
  'an app mounted in another': async ({ app, express }) => {
    const outer = express()
    outer.use('/inner', app)
    outer.use((req, res) => res.json(description(outer, req, res)))
    const port = await portOf(outer.listen(0))
    const inner = () => talk(port, 'GET /inner HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return [await inner(), await inner(), await get(port)]
  },
  ...Object.assign({}, ...['checkContinue', 'checkExpectation'].map((event) => addedToServer(`a listener for ${event} that is`, async ({ app, server, port, seen }) => {
    server.on(event, (req, res) => {
      seen.push(nodeDescription(req, res))
      delete req.query
      app(req, res)
    })
    const expect = `Expect: ${event === 'checkContinue' ? '100-continue' : 'something'}\r\n`
    return [await get(port, expect), await get(port), await get(port, expect)]
  }))),
  ...addedToServer('CONNECT, with a listener', async ({ server, port, seen }) => {
    server.on('connect', (req, socket) => {
      seen.push(nodeDescription(req))
      socket.end('HTTP/1.1 200 OK\r\n\r\n')
    })
    const connect = () => talk(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
    return [await connect(), await get(port), await connect(), await get(port)]
  }),
  ...addedToServer('ws,', async ({ server, port, seen }) => {
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket, req) => {
      seen.push(nodeDescription(req))
      socket.close()
    })
    const connect = async () => once(new WebSocket(`ws://127.0.0.1:${port}/`), 'close')
    await connect()
    const first = await get(port)
    await connect()
    const second = await get(port)
    await new Promise((resolve) => sockets.close(resolve))
    return [first, second, await get(port), await get(port)]
  }),
  'a listener of somebody else in front of the app': async ({ app }) => {
    const seen = []
    const server = http.createServer(app)
    const port = await portOf(server)
    const first = await get(port)
    server.prependListener('request', (req, res) => {
      seen.push(nodeDescription(req, res))
      delete req.query
    })
    return [first, await get(port), await get(port), seen]
  }
}

const PAGE = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** What clients send that Node may answer without the app, each time on one connection. */
const SENT = {
  'no Host': 'GET / HTTP/1.1\r\n\r\n',
  'no Host after a page': `${PAGE}GET / HTTP/1.1\r\n\r\n`,
  'no Host before a page': `GET / HTTP/1.1\r\n\r\n${LAST}`,
  'an empty Host': 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
  'an unknown expectation between pages': `${PAGE}GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n${LAST}`,
  'an unknown expectation without Host': 'GET / HTTP/1.1\r\nExpect: x\r\n\r\n',
  'Expect: 100-continue before a page': `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok${LAST}`,
  'CONNECT after a page': `${PAGE}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a malformed request after a page': `${PAGE}GET /\r\n\r\n`,
  'three pages': PAGE + PAGE + LAST
}

/** Servers that treat such requests in other ways. */
const TREATED = {
  'by Node': () => {},
  'by listeners for expectations': (server, seen) => {
    for (const name of ['checkContinue', 'checkExpectation']) {
      server.on(name, (req, res) => {
        seen.push([name, nodeDescription(req, res)])
        res.writeHead(200).end(name)
      })
    }
  },
  'by listeners for CONNECT and errors': (server, seen) => {
    server.on('connect', (req, socket) => {
      seen.push(nodeDescription(req))
      socket.end('HTTP/1.1 200 OK\r\n\r\n')
    })
    server.on('clientError', ({ code }, socket) => socket.end(`HTTP/1.1 400 ${code}\r\n\r\n`))
  },
  'with a limit of requests for each connection': (server) => { server.maxRequestsPerSocket = 2 },
  'without a required Host': (server) => { server.requireHostHeader = false }
}

/** Has the patched methods of an app note whether their response has passed the app: on others, `this.locals.name` throws. */
function noteLocals (response, calls, names = ['writeHead', 'end']) {
  for (const name of names) {
    const own = response[name]
    response[name] = function () {
      calls.push([name, typeof this.locals])
      return own.apply(this, arguments)
    }
  }
}

/** The public methods of Node's responses. */
const METHODS = [http.ServerResponse, http.OutgoingMessage, Stream, EventEmitter].flatMap(({ prototype }) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([name, { value }]) => typeof value === 'function' && !/^_|^constructor$/.test(name)).map(([name]) => name))

/** What a server answers to all of `SENT`, and what its app and its listeners see meanwhile. */
async function answersOf (app, classes, treat) {
  const seen = []
  if (app.response.writeHead) noteLocals(app.response, seen)
  const server = http.createServer(classes, app.callback?.() ?? app)
  treat(server, seen)
  const port = await portOf(server)
  const answers = {}
  for (const [name, text] of Object.entries(SENT)) answers[name] = [await get(port), await talk(port, text), seen.splice(0)]
  return answers
}

describe.each(everyExpress)('Express $version', ({ version, express }) => {
  function createApp (middleware) {
    const app = express()
    app.use(middleware)
    app.use((req, res) => res.json(description(req.app, req, res)))
    return app
  }

  const noMiddleware = (req, res, next) => next()
  const alone = () => ({ express, app: createApp(noMiddleware) })

  test.each(Object.entries(CASES))('behaves as Express alone: %s', async (name, run) => {
    expect(await run({ express, app: createApp(bufferedRender()) })).toEqual(await run(alone()))
  })

  test.each(Object.entries(CASES).filter(([name]) => /CONNECT|ws|check|several/.test(name)))(
    'behaves as Express alone with serverClasses(): %s', async (name, run) => {
      const app = createApp(bufferedRender())
      app.listen = (...args) => http.createServer(bufferedRender.serverClasses(app), app).listen(...args)
      expect(await run({ express, app })).toEqual(await run(alone()))
    })

  test.each(Object.keys(TREATED).flatMap((treated) => [[treated, 'at the first page'], [treated, 'by serverClasses()']]))(
    'Node answers itself as for Express alone: treated %s, classes set up %s', async (treated, setUp) => {
      const app = createApp(bufferedRender())
      const classes = setUp === 'by serverClasses()' ? bufferedRender.serverClasses(app) : {}
      expect(await answersOf(app, classes, TREATED[treated])).toEqual(await answersOf(createApp(noMiddleware), {}, TREATED[treated]))
    })

  /** Returns, for each request, whether Node creates it and its response with the prototypes of the app. */
  async function created (app, server, ask) {
    const results = []
    const note = ({ request, response, server: from }) => {
      if (from === server) results.push([Object.getPrototypeOf(request) === app.request, Object.getPrototypeOf(response) === app.response])
    }
    starts.subscribe(note)
    try {
      await ask(await portOf(server))
    } finally {
      starts.unsubscribe(note)
    }
    return results
  }

  const twice = async (port) => [await get(port), await get(port)]
  const [ofNode, ofApp] = [[false, false], [true, true]]

  test.each([
    ['from the second request on', () => createApp(bufferedRender()), [ofNode, ofApp]],
    ['from the second request on, if it mounts ours', () => express().use(createApp(bufferedRender())), [ofNode, ofApp]],
    ['never, with `serverClasses: false`', () => createApp(bufferedRender({ serverClasses: false })), [ofNode, ofNode]],
    ['from the first request on, with serverClasses(), behind another listener, too', () => createApp(bufferedRender()), [ofApp, ofApp],
      (app) => http.createServer(bufferedRender.serverClasses(app), (req, res) => app(req, res))]
  ])('Node creates requests and responses with the prototypes of the app %s', async (_, makeApp, expected, serverOf = http.createServer) => {
    const app = makeApp()
    expect(await created(app, serverOf(app), twice)).toEqual(expected)
  })

  test.each([['no Host', 'a: b'], ['Expect', 'Host: a\r\nExpect: x']])('requests that Node answers keep its classes: %s', async (name, header) => {
    const app = createApp(bufferedRender())
    const results = await created(app, http.createServer(app), async (port) => {
      await get(port)
      await talk(port, `GET / HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`)
      await get(port)
    })
    expect(results).toEqual([ofNode, ofNode, ofApp])
  })

  test.each(METHODS)('a patched method sees the responses that it sees with Express alone: %s', async (name) => {
    const seen = async (middleware) => {
      const app = createApp(middleware)
      const calls = []
      noteLocals(app.response, calls, [name])
      const port = await portOf(http.createServer(app))
      return [await get(port), await get(port), calls]
    }
    expect(await seen(bufferedRender())).toEqual(await seen(noMiddleware))
  })

  test('requests and responses have fast properties and shared classes in V8, before and after the app', async () => {
    const args = ['--allow-natives-syntax', 'test/support/object-forms-app.js', version]
    const both = [true, true]
    expect(await resultOf(args)).toEqual(Array(100).fill({ before: both, after: both, shared: both }))
  })

  test('they are used again once a listener for upgrades is removed', async () => {
    const app = createApp(bufferedRender())
    const server = http.createServer(app)
    const onUpgrade = () => {}
    const results = await created(app, server, async (port) => {
      await get(port)
      server.on('upgrade', onUpgrade)
      await get(port)
      server.off('upgrade', onUpgrade)
      await get(port)
    })
    expect(results).toEqual([ofNode, ofNode, ofApp])
  })
})

test.each([undefined, {}, () => {}])('serverClasses(%p) is a TypeError', (app) => {
  expect(() => bufferedRender.serverClasses(app)).toThrow(new TypeError('serverClasses() expects an Express app'))
})

const DEBUGGED = {
  'app.listen(0)': 'The server uses the prototypes of the app',
  'require("node:http").createServer((req, res) => app(req, res)).listen(0)':
    'The server keeps its own classes: the app is not its only listener. Use http.createServer(bufferedRender.serverClasses(app), app)',
  'require("node:http").createServer({ ServerResponse: class extends require("node:http").ServerResponse {} }, app).listen(0)':
    'The server keeps its own classes: it was created with others than those of node:http'
}

test.each(Object.entries(DEBUGGED))('NODE_DEBUG says what becomes of %s', async (server, message) => {
  const script = `
    const app = require('express')().use(require('.')())
    app.get('/', (req, res) => res.end())
    const server = ${server}
    server.on('listening', () => fetch('http://127.0.0.1:' + server.address().port).then(() => process.exit()))`
  const { stderr } = await runNode(['-e', script], { env: { NODE_DEBUG: 'buffered-render' } })
  expect(stderr.split('\n').filter((line) => line.includes('server'))).toEqual([expect.stringContaining(message)])
})
