'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { subscribe } = require('node:diagnostics_channel')

/** The page of the request. @type {AsyncLocalStorage<{ bytes?: number }>} */
const pages = new AsyncLocalStorage()

// Subscribers run in the async context of the request.
subscribe('buffered-render:render', ({ staticBytes, dynamicBytes }) => {
  const page = pages.getStore()
  if (page) page.bytes = staticBytes + dynamicBytes
})

/**
 * Prints a line for each response of an app, once it is sent: the URL, the coding, the bytes of the body, and those of the page.
 *
 * @param {import('node:http').RequestListener} app
 * @returns {import('node:http').RequestListener}
 */
function printVisits (app) {
  return (req, res) => {
    const page = {}
    const url = req.url
    res.once('finish', () => {
      const coding = res.getHeader('Content-Encoding') ?? 'identity'
      const sent = figure(res.getHeader('Content-Length'))
      console.log(`${url}  ${coding}  ${page.bytes === undefined ? sent : `${sent} of ${figure(page.bytes)}`} bytes`)
    })
    pages.run(page, () => app(req, res))
  }
}

function figure (bytes) {
  return Number(bytes ?? 0).toLocaleString('en')
}

module.exports = { printVisits }
