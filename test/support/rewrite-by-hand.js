'use strict'

const SCRIPT = '<script src="/reload.js"></script>'

/** @returns {string} it, with a script at the end of its body */
function inject (page) {
  return page.replace('</body>', `${SCRIPT}</body>`)
}

/**
 * Middleware as many make it by hand: keeps a response until it ends, and sends another page.
 *
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {() => void} next
 */
function rewriteByHand (req, res, next) {
  const { write, end } = res
  const chunks = []
  const keep = (chunk, encoding) => { if (chunk) chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined)) }
  res.write = (chunk, encoding) => {
    keep(chunk, encoding)
    return true
  }
  res.end = function (chunk, encoding) {
    keep(chunk, encoding)
    Object.assign(res, { write, end })
    const page = inject(Buffer.concat(chunks).toString())
    if (!res.headersSent && page !== '') res.setHeader('Content-Length', Buffer.byteLength(page))
    return res.end(page)
  }
  next()
}

module.exports = { SCRIPT, inject, rewriteByHand }
