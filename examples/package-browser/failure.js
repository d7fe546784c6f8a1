'use strict'

const http = require('node:http')

/**
 * What an error page tells of an error: everything about a bad request,
 * nothing about a fault of the server, which goes to the log instead.
 *
 * @param {any} error
 */
function describeFailure (error) {
  const status = statusOf(error)
  if (status >= 500) console.error(error)
  return {
    status,
    title: http.STATUS_CODES[status],
    message: status < 500 ? error.message : 'Something went wrong on our side — the server’s log has the details.'
  }
}

function statusOf (error) {
  // An address that cannot be decoded or parsed is the fault of whoever sent it.
  if (error instanceof URIError || error.code === 'ERR_INVALID_URL') return 400
  return error.status ?? 500
}

module.exports = { describeFailure }
