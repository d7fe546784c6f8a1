'use strict'

const { PREBUILT_COUNTER } = require('./variants')

/**
 * Makes sure that every variant sends the page that stock sends.
 *
 * @param {Record<string, number>} ports variant → port
 * @returns {Promise<number>} the length of the page in bytes
 * @throws {Error} naming the variant and the difference
 */
module.exports = async function verify ({ stock, ...others }) {
  const expected = await get(stock)
  if (expected.status !== 200) throw new Error(`stock answers ${expected.status}`)

  for (const [variant, port] of Object.entries(others)) {
    const page = await get(port)
    for (const field of ['status', 'contentType']) {
      if (page[field] !== expected[field]) {
        throw new Error(`${variant} differs from stock: ${field} is ${page[field]}, not ${expected[field]}`)
      }
    }
    if (!page.body.equals(expected.body)) {
      throw new Error(`${variant} differs from stock: the bodies part at byte ${divergence(page.body, expected.body)}`)
    }
  }
  return expected.body.length
}

async function get (port) {
  const response = await fetch(`http://127.0.0.1:${port}/${PREBUILT_COUNTER}`, { signal: AbortSignal.timeout(10_000) })
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body: Buffer.from(await response.arrayBuffer())
  }
}

function divergence (a, b) {
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  return i
}
