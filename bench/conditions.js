'use strict'

const get = require('./get')

/**
 * What the requests of a case have to hold. Where it revalidates, that is the
 * entity tag which the very server gives the page, and its answer a 304.
 *
 * @param {import('./cases').Case} page
 * @param {string} variant
 * @param {number} port
 * @returns {Promise<{ headers: Record<string, string>, status: number }>} and the status of the answers
 * @throws {Error} if the server has no entity tag, or does not know its own again
 */
module.exports = async function conditions ({ headers, revalidates }, variant, port) {
  if (!revalidates) return { headers, status: 200 }

  const { headers: { etag } } = await get(port, '/', headers)
  if (etag === undefined) throw new Error(`${variant} sends no entity tag`)

  const conditional = { ...headers, 'If-None-Match': etag }
  const { status } = await get(port, '/', conditional)
  if (status !== 304) throw new Error(`${variant} answers ${status} to its own entity tag ${etag}`)
  return { headers: conditional, status: 304 }
}
