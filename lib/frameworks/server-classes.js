'use strict'

const http = require('node:http')
const { debuglog } = require('node:util')
const { withCode } = require('../util/errors')
const { IS_NODE } = require('../util/natives')

const debug = debuglog('buffered-render')

/** The servers that have sent a request to an app here. @type {WeakSet<http.Server>} */
const seen = new WeakSet()

/**
 * See `types/index.d.ts`: Express replaces prototypes, which makes objects slow.
 *
 * @param {(server: http.Server, app: object) => boolean} [isUsed] whether the server needs the classes for its next
 *   request
 * @see https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
function serverClasses (app, isUsed = () => true) {
  if (typeof app?.request !== 'object' || typeof app.response !== 'object') {
    throw withCode('BUFFERED_RENDER_ARGUMENT', new TypeError('serverClasses() expects an Express app'))
  }
  if (!IS_NODE) return {}

  function IncomingMessage (socket) {
    const { server } = socket
    // Requests that are upgraded never reach the app.
    const isUpgraded = server.listenerCount('upgrade') > 0 || server.listenerCount('connect') > 0
    if (isUpgraded || !isUsed(server, app)) return new http.IncomingMessage(socket)
    http.IncomingMessage.call(this, socket)
  }

  function ServerResponse (req, options) {
    if (isPatched(app.response) || mayNodeAnswer(req)) Object.setPrototypeOf(req, http.IncomingMessage.prototype)
    if (Object.getPrototypeOf(req) !== app.request) return new http.ServerResponse(req, options)
    http.ServerResponse.call(this, req, options)
  }

  IncomingMessage.prototype = app.request
  ServerResponse.prototype = app.response
  // V8 reserves room in an object for the assignments `this.x = …` in its constructor and in those that it inherits
  // from. Without room for Node's properties, each object becomes a dictionary: 1.4 times the CPU time per request for
  // Fortunes on Node 20 and 22, bench/starts.js of 2.0.0.
  Object.setPrototypeOf(IncomingMessage, http.IncomingMessage)
  Object.setPrototypeOf(ServerResponse, http.ServerResponse)
  return { IncomingMessage, ServerResponse }
}

/** @returns {boolean} whether a method of the app runs before the response has all properties, such as `locals` */
function isPatched ({ assignSocket, emit, on, setHeader }) {
  const { prototype } = http.ServerResponse
  // A loop takes 500 ns.
  return assignSocket !== prototype.assignSocket || emit !== prototype.emit ||
    on !== prototype.on || setHeader !== prototype.setHeader
}

/** @returns {boolean} whether Node may answer by itself, with 400, 417 or 503, or ask other listeners */
function mayNodeAnswer ({ headers, socket: { server } }) {
  return headers.host === undefined || headers.expect !== undefined || server.maxRequestsPerSocket > 0
}

/** Lets a server use the classes of its app from the next request on, if the app is its only listener. */
function useClasses ({ app, socket }) {
  const server = socket?.server
  if (!IS_NODE || server === undefined || seen.has(server)) return
  seen.add(server)
  const reason = setClasses(server, outermost(app))
  debug(reason === undefined
    ? 'The server uses the prototypes of the app'
    : `The server keeps its own classes: ${reason}`)
}

/** @returns {string | undefined} the reason why the server keeps its classes */
function setClasses (server, app) {
  if (!isOnlyListener(server, app)) {
    return 'the app is not its only listener. Use http.createServer(bufferedRender.serverClasses(app), app)'
  }
  const classes = serverClasses(app, isOnlyListener)
  // Node keeps the classes of a server under symbols with their names.
  const symbols = Object.getOwnPropertySymbols(server).filter(({ description }) => Object.hasOwn(classes, description))
  if (symbols.length !== 2 || symbols.some((symbol) => server[symbol] !== http[symbol.description])) {
    return 'it was created with others than those of node:http'
  }
  for (const symbol of symbols) server[symbol] = classes[symbol.description]
}

function isOnlyListener (server, app) {
  const listeners = server.listeners('request')
  return listeners.length === 1 && listeners[0] === app
}

function outermost (app) {
  return app.parent === undefined ? app : outermost(app.parent)
}

module.exports = { useClasses, serverClasses }
