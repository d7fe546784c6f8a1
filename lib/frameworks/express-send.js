'use strict'

const { PendingRendered, isPage } = require('../page/pending-rendered')
const { Rendered } = require('../page/rendered')
const { completePage, expectUnsent, sentAlready } = require('../response/disconnect')
const { hasContent, publish, responses } = require('../response/headers')
const { streamedTo } = require('../response/page-stream')
const { whyUnread } = require('../response/interference')
const { findReplacedMethod, isSentByStock, isStock, readerOf } = require('../response/slots')
const { memoize } = require('../util/memoize')
const { originals } = require('./express-methods')

/** The property of a response for a page that was passed on as a string. */
const STRINGIFIED = Symbol('stringified')

/** The responses with a view as text, which nobody may compress with `compress: 'static'`. @type {WeakSet<object>} */
const sentAsText = new WeakSet()

/** The types to which Express adds a charset when it sends a string, and those that it leaves unchanged. */
const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/
const UTF8_TYPE = /^[a-z]+\/[a-z0-9.+-]+; charset=utf-8$/

/**
 * `res.send` of a page.
 *
 * @param {Function} express Express's `send`, or its replacement
 * @param {import('../response/respond').Etag} [etag] the option; the app's setting by default
 */
function sendPage (res, express, page, responder, etag) {
  if (page instanceof PendingRendered) return sendPending(res, page)
  const isAllStock = isSentByStock(res) && isStock['response.send'](express)
  const reader = isAllStock ? undefined : readerOf(res)
  const reason = isAllStock ? undefined : whyText(res, express, page, responder, reader)
  const type = withCharset(res.getHeader('Content-Type'))
  if (type === undefined || reason !== undefined) return sendText(res, express, page, responder, reason)

  const { req } = res
  const exchange = { req, res, etag: etag ?? etagSetting(res.app), request: req, reader, type }
  responder.respond(exchange, page)?.catch((error) => fail(res, error))
}

/** Sends a page as Express does without this library. */
function sendText (res, express, page, responder, reason) {
  const unencoded = page.byteLength >= responder.threshold ? reason : undefined
  if (unencoded !== undefined) responder.countUnencoded(unencoded)
  responder.forbidTransformIfStatic(res)
  express.call(res, page.toString())
  if (!responses.hasSubscribers) return
  publish(res, { __proto__: null, unencoded }, hasContent(res.req, res) ? page.byteLength : 0)
}

/** @returns {string | undefined} the method because of which Express sends the page as text: it is not stock's own */
function whyText (res, express, page, { isDecided }, reader) {
  if (!isStock['response.send'](express)) return 'send'
  // No text is made of a large file.
  return page.isLarge ? undefined : whyUnread(reader, isDecided) ?? findReplacedMethod(res)
}

/**
 * @param {boolean} isDecided whether the page may be encoded although a `send` of the app passes it on
 * @returns {string} the page as middleware and callbacks of the app get it from Express; `pageOf` recognizes it
 */
function stringify (res, rendered, isDecided) {
  const text = rendered.toString()
  sentAsText.add(res)
  // A `send` of the app may keep the text with the headers of the response, to answer others.
  if (isDecided || originals.has(res.send)) res[STRINGIFIED] = { text, rendered }
  return text
}

/** @returns {(error: unknown, rendered?: Rendered) => void} passes the page to the callback as a string */
function stringifyFor (res, callback, isDecided) {
  return (error, rendered) => {
    if (rendered === undefined) return callback(error)
    let text
    try {
      text = stringify(res, rendered, isDecided)
    } catch (error) {
      return callback(error)
    }
    callback(null, text)
  }
}

/** @returns {Rendered | PendingRendered | undefined} the body, if it is a page, or the page whose string it is */
function pageOf (res, body) {
  if (isPage(body)) return body
  const stringified = res[STRINGIFIED]
  return stringified !== undefined && stringified.text === body ? stringified.rendered : undefined
}

/** Wraps a `res.send` of other middleware, so that it gets pages as strings. */
function stringifyPages (res, isDecided) {
  const { send } = res
  // One that cannot be replaced gets pages as they are.
  Reflect.set(res, 'send', function (body) {
    if (body instanceof PendingRendered) {
      sendPending(this, body)
      return this
    }
    return body instanceof Rendered ? send.call(this, stringify(this, body, isDecided)) : send.apply(this, arguments)
  })
}

async function sendPending (res, page) {
  try {
    const rendered = await completePage(res, page)
    if (rendered === undefined) expectUnsent(res, 'sent')
    else res.send(rendered)
  } catch (error) {
    next(res, error)
  }
}

/**
 * Sends a rendered view, or passes an error on, as Express does.
 *
 * @param {import('../page/rendered').Rendered} [rendered] also `undefined` if the template has thrown a falsy value
 */
function sendView (res, view, isDecided, error, rendered) {
  if (error) return next(res, error)
  try {
    if (rendered === undefined) res.send()
    else if (res.headersSent) throw sentAlready(`View "${view}" was rendered`)
    else if (originals.has(res.send)) res.send(rendered)
    // A wrapper of res.send expects a string, as from Express.
    else res.send(stringify(res, rendered, isDecided))
  } catch (error) {
    fail(res, error)
  }
}

/** Passes an error to the app, after a body that is being sent. */
function fail (res, error) {
  if (isBeingSent(res)) res.once('close', () => next(res, error))
  else next(res, error)
}

function next ({ req }, error) {
  // Express removes `req.next` once the last handler has called it.
  if (typeof req.next === 'function') req.next(error)
  else console.error(error)
}

/** @returns {boolean} whether a body is being sent: by us, by a pipe, or by Node after `res.end` */
function isBeingSent (res) {
  return streamedTo.has(res) || res.listenerCount('unpipe') > 0 || (res.writableEnded && !res.writableFinished)
}

/** @returns {string | undefined} the type with which Express sends text; `undefined` if it has to find out */
function withCharset (type) {
  if (type === undefined) return 'text/html; charset=utf-8'
  if (typeof type !== 'string') return undefined
  if (UTF8_TYPE.test(type)) return type
  if (PLAIN_TYPE.test(type)) return `${type}; charset=utf-8`
}

/** @returns {import('../response/respond').Etag} Express's own setting, or the app's function */
function etagSetting (app) {
  const generate = app.get('etag fn')
  if (typeof generate !== 'function') return false
  return isStock['etag fn'](generate) ? strengthOf(generate) : (body) => generate(body, undefined)
}

/** Express makes its two functions of one source. @type {(generate: Function) => 'weak' | 'strong'} */
const strengthOf = memoize((generate) => generate('', 'utf8').startsWith('W/') ? 'weak' : 'strong')

module.exports = { fail, pageOf, sendPage, sendView, sentAsText, stringifyFor, stringifyPages }
