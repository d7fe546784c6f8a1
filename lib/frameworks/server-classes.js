'use strict'

const http = require('node:http')
const { debuglog } = require('node:util')

const debug = debuglog('buffered-render')

/**
 * Before V8 13 (Node 24), an object is slow once its prototype was replaced, as Express does with every request and
 * response. If the server creates them with the prototypes of the app, there is nothing to replace.
 */
const IS_NEEDED = Number.parseInt(process.versions.v8) < 13

/** Events with requests that do not reach the app. Their listeners get Node's own objects. */
const OTHER_EVENTS = ['upgrade', 'connect', 'checkContinue', 'checkExpectation', 'dropRequest']

/** The servers that have sent a request to an app here. @type {WeakSet<http.Server>} */
const seen = new WeakSet()

/**
 * Returns classes for a server that creates its requests and responses with the prototypes of an Express app:
 * `http.createServer(serverClasses(app), app)`.
 *
 * @param {object} app
 * @param {(server: http.Server) => boolean} [isUsed] whether the server needs them for its next request
 * @returns {{ IncomingMessage?: Function, ServerResponse?: Function }} an empty object on Node 24 and later, which do not need them
 * @see https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
function serverClasses (app, isUsed = () => true) {
  if (typeof app?.request !== 'object' || typeof app.response !== 'object') {
    throw new TypeError('serverClasses() expects an Express app')
  }
  if (!IS_NEEDED) return {}

  const isForApp = (server) => OTHER_EVENTS.every((event) => server.listenerCount(event) === 0) && isUsed(server)

  function IncomingMessage (socket) {
    if (!isForApp(socket.server)) return new http.IncomingMessage(socket)
    http.IncomingMessage.call(this, socket)
  }

  function ServerResponse (req, options) {
    if (!isForApp(req.socket.server)) return new http.ServerResponse(req, options)
    http.ServerResponse.call(this, req, options)
  }

  IncomingMessage.prototype = app.request
  ServerResponse.prototype = app.response
  return { IncomingMessage, ServerResponse }
}

/**
 * Lets the server of a request use the classes of its app from the next request on, if the app is its only listener.
 *
 * @param {object} req a request of Express
 */
function adopt ({ app, socket }) {
  const server = socket?.server
  if (!IS_NEEDED || server === undefined || seen.has(server)) return
  seen.add(server)
  const reason = setClasses(server, outermost(app))
  debug(reason === undefined ? 'The server uses the prototypes of the app' : `The server keeps its own classes: ${reason}`)
}

/** @returns {string | undefined} the reason why the server keeps its classes */
function setClasses (server, app) {
  if (!isOnlyListener(server, app)) return 'the app is not its only listener. Use http.createServer(bufferedRender.serverClasses(app), app)'
  const classes = Object.entries(serverClasses(app, (server) => isOnlyListener(server, app)))
  // Node keeps the classes of a server under symbols.
  const symbols = Object.getOwnPropertySymbols(server)
  const changes = classes.map(([name, value]) => ({ name, value, symbol: symbols.find(({ description }) => description === name) }))
  if (!changes.every(({ name, symbol }) => symbol !== undefined && server[symbol] === http[name])) return 'it was created with others than those of node:http'
  for (const { symbol, value } of changes) server[symbol] = value
}

function isOnlyListener (server, app) {
  const listeners = server.listeners('request')
  return listeners.length === 1 && listeners[0] === app
}

function outermost (app) {
  return app.parent === undefined ? app : outermost(app.parent)
}

module.exports = { adopt, serverClasses }
