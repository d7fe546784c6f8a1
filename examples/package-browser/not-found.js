'use strict'

/**
 * The error for a URL that does not exist.
 */
class NotFound extends Error {
  constructor (message = 'There is nothing at this address.') {
    super(message)
    this.status = 404
  }
}

module.exports = { NotFound }
