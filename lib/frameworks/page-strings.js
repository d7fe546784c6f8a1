'use strict'

const { isPage } = require('../page/pending-rendered')

// Middleware and callbacks of the app get pages as strings, as from Express alone. `res.send` recognizes such a string.

/** The property of a response for a page that was passed on as a string. */
const STRINGIFIED = Symbol('stringified')

/** @returns {string} the page as a string, which `res.send` recognizes later */
function stringify (res, rendered) {
  const text = rendered.toString()
  res[STRINGIFIED] = { text, rendered }
  return text
}

/** @returns {(error: unknown, rendered?: Rendered) => void} a function that passes the page to the callback as a string */
function stringifyFor (res, callback) {
  return (error, rendered) => {
    if (rendered === undefined) return callback(error)
    let text
    try {
      text = stringify(res, rendered)
    } catch (error) {
      return callback(error)
    }
    callback(null, text)
  }
}

/** @returns {Rendered | PendingRendered | undefined} the body, if it is a page, or the page that it is the string of */
function pageOf (res, body) {
  if (isPage(body)) return body
  const stringified = res[STRINGIFIED]
  return stringified !== undefined && stringified.text === body ? stringified.rendered : undefined
}

module.exports = { pageOf, stringify, stringifyFor }
