'use strict'

const { Readable } = require('node:stream')
const { plain } = require('../codings/identity')
const { VERSION, refuseOtherCopy, version } = require('../page/other-copy')
const { isPage } = require('../page/pending-rendered')
const { Rendered } = require('../page/rendered')
const { completePage } = require('../response/disconnect')
const { WITHOUT_CONTENT, removePageHeaders } = require('../response/headers')
const { PageStream } = require('../response/page-stream')
const { descriptorOf, findReplacedAccessor } = require('../response/slots')
const { StreamingRender } = require('../streaming/streaming-render')
const { ignore, wrongMiddleware } = require('../util/errors')
const { leaveUncompressed, setPageStream } = require('./koa-stream')

/** The property of a response for the page that is its body, or a promise of it. */
const PAGE = Symbol('page')

/** The property of a response for the headers that were set for a page passed to Koa. */
const PAGE_HEAD = Symbol('page head')

/** The response prototypes whose `body` accepts pages. @type {WeakSet<object>} */
const accepting = new WeakSet()

/** Our setter of `body` → our getter, and what gives the accessor behind both. @type {WeakMap<Function, object>} */
const originals = new WeakMap()

/**
 * Makes `body` of an app's responses accept pages. Until the page is sent, the property reads as a string,
 * or as a stream if the page is pending or large.
 *
 * @throws {TypeError} if it is not the prototype of the responses of a Koa app
 */
function acceptPages (response) {
  if (accepting.has(response)) return
  if (response === undefined || !('body' in response)) {
    throw wrongMiddleware('bufferedRender.koa() expects a context of Koa. ' +
      'In Express, use bufferedRender() or bufferedRender.express(); for node:http, createRenderer()')
  }
  accepting.add(response)
  const replaced = Object.getOwnPropertyDescriptor(response, 'body')
  /** An app may replace that of Koa's prototype at any time. */
  const behind = () => replaced ?? descriptorOf(Object.getPrototypeOf(response), 'body')
  // The setter of another copy of the package, which is behind ours, takes its pages.
  const isFirstCopy = response[VERSION] === undefined
  response[VERSION] = version

  const accessor = {
    __proto__: null,
    configurable: true,
    get () {
      const page = this[PAGE]
      return page instanceof Rendered && !page.isLarge ? page.toString() : behind().get.call(this)
    },
    set (value) {
      if (isFirstCopy && !isPage(value)) refuseOtherCopy(value)
      const body = behind()
      const current = body.get.call(this)
      // Koa 3 destroys a stream that is replaced, even while it is being sent.
      if (current instanceof PageStream && this.res.listenerCount('unpipe') > 0) return
      this[PAGE] = undefined
      removePageHead(this, current, value)
      if (!isPage(value)) return body.set.call(this, value)

      leaveUncompressed(this)
      if (!this.has('Content-Type')) this.type = 'html'
      if (value instanceof Rendered) {
        if (value.isLarge) setPageStream(this.ctx, new PageStream(StreamingRender.of(value), plain))
        else body.set.call(this, '')
        this.length = value.byteLength
        this[PAGE] = value
      } else {
        // Other middleware may replace the page and read it nevertheless, until the response closes.
        const page = completePage(this.res, value)
        // The promise may reject before it is awaited, or never be awaited at all.
        page.catch(ignore)
        setStream(this, body, page)
        // Koa sends no body with such a status, and an iterable may never end.
        if (!WITHOUT_CONTENT.has(this.status) || !value.hasIterable) this[PAGE] = page
      }
    }
  }
  originals.set(accessor.set, { get: accessor.get, behind })
  Object.defineProperty(response, 'body', accessor)
}

/** @returns {string | undefined} the first accessor through which Koa passes a body and that is not its own */
function findReplacedBody (ctx) {
  return findReplacedAccessor(ctx, ({ get, set }) => {
    const own = originals.get(set)
    return own?.get === get ? own?.behind() : undefined
  })
}

/** Removes the headers of a page, the current body, that the next body replaces. */
function removePageHead (response, body, next) {
  const head = response[PAGE_HEAD]
  if (head === undefined || next === body || response.headerSent) return
  // Middleware may read the encoded bytes to pass them on as the next body, for example to count them.
  if (body instanceof PageStream && head.contentEncoding !== undefined && body.readableFlowing !== null) return
  response[PAGE_HEAD] = undefined
  removePageHeaders(response.res, head, next !== null && next !== undefined)
}

/** Sets a stream by Koa's `body`. It is destroyed if the response closes before the page is complete. */
function setStream (response, body, page) {
  const stream = new Readable({
    async read () {
      try {
        const rendered = await page
        if (rendered === undefined) return this.destroy()
        this.push(rendered.toBuffer())
        this.push(null)
      } catch (error) {
        this.destroy(error)
      }
    }
  })
  body.set.call(response, stream)
  if (stream.listenerCount('error') > 0) return
  // Koa 3 drops the errors of a replaced stream, for example one that compression
  // reads, and the client would wait forever.
  stream.once('error', (error) => {
    if (body.get.call(response) !== stream) response.ctx.onerror(error)
  })
}

module.exports = { PAGE, PAGE_HEAD, acceptPages, findReplacedBody }
