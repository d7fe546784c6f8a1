'use strict'

// Middleware that patches the response: by hand, or each in the way of the package and the version that it names.

/** Replaces a method of the response. @param {(own: Function, res: object) => Function} make gives the other one */
const replacing = (name, make) => (req, res, next) => {
  res[name] = make(res[name], res)
  next()
}

/** express-interceptor 1.2.0: an own `write` and `end` that keep the page, and end the response with another. */
const intercepting = (isInterceptable, change) => (req, res, next) => {
  const { write: originalWrite, end: originalEnd } = res
  const chunks = []
  let isIntercepting
  function intercept (rawChunk, encoding) {
    isIntercepting ??= isInterceptable(res)
    if (isIntercepting && rawChunk) chunks.push(Buffer.isBuffer(rawChunk) ? rawChunk : Buffer.from(rawChunk, encoding))
    return isIntercepting
  }
  res.write = function (chunk, encoding, cb) {
    if (!intercept(chunk, encoding)) originalWrite.apply(res, arguments)
  }
  res.end = function (chunk, encoding, cb) {
    const args = Array.prototype.slice.call(arguments)
    if (intercept(chunk, encoding)) {
      isIntercepting = false
      res.removeHeader('Content-Length')
      args[0] = change(Buffer.concat(chunks).toString('utf-8'))
    }
    originalEnd.apply(res, args)
  }
  next()
}

/** apicache 1.6.3: an own `writeHead`, `write` and `end` that pass on what they keep, by URL, for all who come later; or keeps nothing. */
function caching (shouldCache = () => true) {
  const kept = new Map()
  return (req, res, next) => {
    const key = req.originalUrl || req.url
    const found = kept.get(key)
    if (found) {
      res.writeHead(found.status, { ...res.getHeaders(), ...found.headers })
      return res.end(found.data, found.encoding)
    }
    const own = { write: res.write, writeHead: res.writeHead, end: res.end, content: undefined }
    function accumulateContent (content) {
      if (!content) return
      if (typeof content === 'string') own.content = (own.content || '') + content
      else own.content = Buffer.concat([Buffer.from(own.content ?? ''), content])
    }
    res.writeHead = function () {
      res.setHeader('cache-control', 'max-age=60')
      own.headers = { ...res.getHeaders() }
      return own.writeHead.apply(this, arguments)
    }
    res.write = function (content) {
      accumulateContent(content)
      return own.write.apply(this, arguments)
    }
    res.end = function (content, encoding) {
      if (shouldCache()) accumulateContent(content)
      if (shouldCache() && own.content) kept.set(key, { status: res.statusCode, headers: own.headers || { ...res.getHeaders() }, data: own.content, encoding })
      return own.end.apply(this, arguments)
    }
    next()
  }
}

/** on-headers 1.1.0: an own `writeHead` that sets headers. */
const onHeaders = (listener) => (req, res, next) => {
  const prevWriteHead = res.writeHead
  let fired = false
  res.writeHead = function (statusCode) {
    this.statusCode = statusCode
    if (!fired) {
      fired = true
      listener.call(this)
    }
    return prevWriteHead.apply(this, arguments)
  }
  next()
}

/** `headersAsync` of express-mung 0.5.1: an own `end` that sets headers later, and gives the response its `end` back. */
const onLateEnd = (listener) => (req, res, next) => {
  const original = res.end
  const onError = (error) => {
    res.end = original
    next(error)
  }
  res.end = function headers_async_hook () { // eslint-disable-line camelcase
    if (res.headersSent) return original.apply(this, arguments)
    const args = arguments
    res.end = () => null
    try {
      listener(req, res).then(() => {
        res.end = original
        if (res.headersSent) return
        original.apply(this, args)
      }).catch((error) => onError(error))
    } catch (error) {
      onError(error)
    }
  }
  next()
}

module.exports = { caching, intercepting, onHeaders, onLateEnd, replacing }
