'use strict'

/**
 * Thrown when there is nothing at an address.
 */
class NotFound extends Error {
  constructor (message = 'There is nothing at this address.') {
    super(message)
    this.status = 404
  }
}

module.exports = { NotFound }
