'use strict'

const get = require('../get')

/**
 * @param {number} port
 * @param {Buffer} expected
 * @param {string} title of the server
 * @throws {Error} if it sends other bytes
 */
module.exports = async function verify (port, expected, title) {
  const { body } = await get(port, '/', {})
  if (body.equals(expected)) return
  throw new Error(`${title}: a body of ${body.length} bytes is not the one of ${expected.length} bytes that is expected`)
}
