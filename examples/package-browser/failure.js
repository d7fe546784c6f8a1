'use strict'

const http = require('node:http')

/**
 * Returns the content of an error page: details of a bad request, but
 * nothing about an error of the server, which is logged instead.
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
  // A URL that cannot be decoded or parsed is a bad request.
  if (error instanceof URIError || error.code === 'ERR_INVALID_URL') return 400
  return error.status ?? 500
}

module.exports = { describeFailure }
