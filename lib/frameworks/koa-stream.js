'use strict'

const { cut } = require('../response/page-stream')
const { isDisconnected, onDisconnect } = require('../response/disconnect')

/** The property of a response whose pages no other middleware may compress. */
const UNCOMPRESSED = Symbol('uncompressed')

function setPageStream (ctx, body) {
  leaveUncompressed(ctx.response)
  body.once('close', () => {
    stop()
    if (body.failure) fail(ctx, body)
  })
  // Koa does not notice a disconnect while earlier responses of the same connection are pending.
  const stop = onDisconnect(ctx.res, () => body.destroy())
  // Koa may pipe the body into a response that has already closed, and would never destroy it.
  if (isDisconnected(ctx.res)) body.destroy()
  ctx.body = body
}

/** Tells koa-compress, which may read the page before it is encoded. */
function leaveUncompressed (response) {
  if (response[UNCOMPRESSED]) response.ctx.compress = false
}

/** Reports an error once, and cuts the connection. Koa 3 would report it twice, Koa 2 keep the connection open. */
function fail (ctx, { failure: { error }, streamingRender }) {
  const isReported = ctx.headerSent && streamingRender.reports.has(error)
  if (ctx.headerSent) cut(ctx.res)
  if (!isReported) ctx.onerror(error)
}

module.exports = { UNCOMPRESSED, leaveUncompressed, setPageStream }
